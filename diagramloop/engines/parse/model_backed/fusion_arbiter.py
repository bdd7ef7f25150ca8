"""Fusion Arbiter with a vision model: geometry grounds the nodes, the model tells which of them are redundant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from diagramloop.engines.parse.blackboard import Blackboard, FreeText, GroundedGroup, GroundedNode
from diagramloop.engines.parse.fusion.fusion_arbiter import EmbeddedFusionArbiter
from diagramloop.engines.parse.model_backed._asking import Asker, quoted
from diagramloop.graph import Box
from diagramloop.models.answers import Listed
from diagramloop.models.chat import ChatModel


class ModelFusionArbiter:
    """Removes what is no component: decoration, a label taken for a node, a part of another node.

    Args:
        chat, how: see :class:`~diagramloop.engines.parse.model_backed._asking.Asker`.
    """

    def __init__(
        self,
        chat: ChatModel | Mapping[str, Any],
        **how: Any,
    ) -> None:
        self._asker = Asker(chat, **how)
        self._grounding = EmbeddedFusionArbiter()

    def fuse(self, board: Blackboard) -> Blackboard:
        """See :meth:`FusionArbiter.fuse`; the text of a removed node stays as a free one.

        Raises:
            ModelError: no answer, or no list in it (UNREADABLE).
        """
        board = self._grounding.fuse(board)
        view = self._asker.view(board.picture)
        nodes = [{"id": node.id, "text": quoted(node.text), "box": view.framed(box_of(node))} for node in board.nodes]
        wanted = Listed("redundant", [node.id for node in board.nodes], least=0)
        redundant = self._asker.ask("fusion_arbiter", view, wanted, nodes=nodes)
        removed = [node for node in board.nodes if node.id in redundant]
        texts = tuple(FreeText(box_of(node), node.text, node.confidence) for node in removed if node.text)
        kept = tuple(node for node in board.nodes if node.id not in redundant)
        return replace(board, nodes=kept, labels=board.labels + texts)


def box_of(element: GroundedNode | GroundedGroup) -> Box:
    """The box around an element's outline, in pixels of the picture."""
    x, y = zip(*element.shape.polygon, strict=True)
    return (min(x), min(y), max(x), max(y))
