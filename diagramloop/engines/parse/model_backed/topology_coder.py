"""Topology Coder with a vision model: the visible relations between grounded nodes, as Mermaid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.engines.parse.blackboard import Blackboard, Coded
from diagramloop.engines.parse.model_backed._asking import Asker, quoted
from diagramloop.engines.parse.model_backed._mermaid import Mermaid
from diagramloop.engines.parse.model_backed.fusion_arbiter import box_of
from diagramloop.models.chat import ChatModel


class ModelTopologyCoder:
    """What-you-see-is-what-you-write (SciFlow-Bench, Section 3.2): the model gets the nodes by id, text and place and
    writes the drawn lines between them. Ids of its own making are the Graph Architect's to drop.

    Args:
        chat, how: see :class:`~diagramloop.engines.parse.model_backed._asking.Asker`.
    """

    def __init__(self, chat: ChatModel | Mapping[str, Any], **how: Any) -> None:
        self._asker = Asker(chat, **how)

    def code(self, board: Blackboard) -> Coded:
        """Mermaid over the ids on the board; where its lines run a model does not say.

        Raises:
            ModelError: no answer, no Mermaid in it or an absurdly large graph (UNREADABLE).
        """
        view = self._asker.view(board.picture)
        nodes, groups = (
            [
                {"id": e.id, "text": quoted(e.text), "box": view.framed(box_of(e)), "shape": e.shape.name}
                for e in elements
            ]
            for elements in (board.nodes, board.groups)
        )
        texts = [{"text": quoted(label.text), "box": view.framed(label.box)} for label in board.labels]
        case = {"nodes": nodes, "groups": groups, "texts": texts}
        flow = board.environment.flow if board.environment else "TB"
        return Coded(self._asker.ask("topology_coder", view, Mermaid(), flow=flow, **case))
