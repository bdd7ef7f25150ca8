"""The baseline without agents: one call turns the picture into Mermaid, and that is the graph."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diagramloop.engines.parse.blackboard import RGB, Blackboard, Coded
from diagramloop.engines.parse.hmas import ParsedFigure
from diagramloop.engines.parse.model_backed._asking import Asker
from diagramloop.engines.parse.model_backed._mermaid import Mermaid
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.errors import PictureError, RejectionReason
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.models.chat import ChatModel


class VisionParser:
    """Reads the graph that a picture shows in one call, without perception and so without places.

    Args:
        chat, how: see :class:`~diagramloop.engines.parse.model_backed._asking.Asker`.

    Raises:
        ModelError: the model cannot be made here.
    """

    def __init__(self, chat: ChatModel | Mapping[str, Any], **how: Any) -> None:
        self._asker = Asker(chat, **how)

    def parse(self, drawing: bytes | Path | RGB) -> ParsedFigure:
        """Read the graph of one picture (see :func:`diagramloop.engines.parse.parse`).

        Raises:
            PictureError: not a picture, too large, or the model sees no node in it (NO_DIAGRAM).
            ModelError: no answer, no Mermaid in it or an absurdly large graph (UNREADABLE).
        """
        pixels = read_picture(drawing)
        mermaid = self._asker.ask("vision_parser", self._asker.view(pixels), Mermaid())
        graph = read_mermaid(mermaid).replace(size=(pixels.shape[1], pixels.shape[0]))
        if not graph.nodes:
            raise PictureError("the model sees no node in the picture", reason=RejectionReason.NO_DIAGRAM)
        return ParsedFigure(graph, mermaid, Blackboard(pixels, coded=Coded(mermaid), graph=graph), pixels)
