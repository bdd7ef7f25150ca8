"""Text Spotter with a vision model: lines of text, read as they are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape, TextLine
from diagramloop.engines.parse.model_backed._asking import Asker
from diagramloop.engines.parse.model_backed._items import Items, Line
from diagramloop.models.chat import ChatModel

CONFIDENCE = 0.9  # of what a model reads


class ModelTextSpotter:
    """Reads the whole picture in one call.

    Args:
        chat, how: see :class:`~diagramloop.engines.parse.model_backed._asking.Asker`.
    """

    def __init__(self, chat: ChatModel | Mapping[str, Any], **how: Any) -> None:
        self._asker = Asker(chat, **how)

    def spot(
        self,
        picture: RGB,
        environment: Environment,  # noqa: ARG002
        shapes: tuple[Shape, ...],  # noqa: ARG002
    ) -> tuple[TextLine, ...]:
        """See :meth:`TextSpotter.spot`; lines without a letter or without a place are left out.

        Raises:
            ModelError: no answer, or no list in it (UNREADABLE).
        """
        view = self._asker.view(picture)
        found = self._asker.ask("text_spotter", view, Items("lines", Line))
        placed = [(view.placed(line.box), line.text) for line in found]
        return tuple(TextLine(box, text, CONFIDENCE) for box, text in placed if box is not None and text)
