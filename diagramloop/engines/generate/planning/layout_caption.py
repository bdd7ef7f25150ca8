"""Layout captions: how a paper's own figure is arranged, in words (DiagramEval, Section 3 and Listing 1)."""

from __future__ import annotations

from diagramloop.engines.generate._asking import ModelBacked
from diagramloop.models.answers import Words
from diagramloop.models.chat import Message, Usage

MAX_LAYOUT = 4_000  # characters of a caption that are kept


class NoLayout:
    """Says nothing: generators arrange things as they like."""

    name = "none"

    def __init__(self) -> None:
        self.usage = Usage()

    def layout(self, _picture: bytes, /) -> str:
        """See :meth:`diagramloop.engines.generate.planning.LayoutCaptioner.layout`."""
        return ""


class ModelLayoutCaptioner(ModelBacked):
    """Shows the figure to a vision model."""

    name = "model"

    def layout(self, picture: bytes, /) -> str:
        """See :meth:`diagramloop.engines.generate.planning.LayoutCaptioner.layout`.

        Raises:
            ModelError: the model gave no answer.
        """
        self.usage = Usage()
        role = "svg_layout"
        shown = [Message("system", self._instructions.text(role)), Message("user", pictures=(picture,))]
        return self._heard(role, shown, Words(most=MAX_LAYOUT, unquoted=False)).needed()
