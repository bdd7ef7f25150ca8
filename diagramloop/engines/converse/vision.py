"""Vision: the chart as a picture in the prompt (FloCA, Section 6.1, baseline 3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from diagramloop.engines.converse.end_to_end import EndToEnd, Sight, View, unchanging
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.converse.retrievers import EMBEDDED
from diagramloop.evaluation.contestants.agents import Retriever
from diagramloop.graph import FlowGraph, Group, Node
from diagramloop.models.chat import ChatModel
from diagramloop.render import Style, draw
from diagramloop.render.engines import STANDARD

IN_THE_PICTURE = "shown in the picture"


class Vision(EndToEnd):
    """The model looks at the drawn chart and names the next node; see :class:`EndToEnd`.

    Every node's id is drawn before its text, so that naming a node is not harder than with a serialised chart.

    Args:
        model, retriever, prompts: see :class:`EndToEnd`.
        engine: that draws (:func:`diagramloop.render.draw`).
        scale: pixels per drawing unit.
    """

    name = "vision"

    def __init__(
        self,
        model: ChatModel | Mapping[str, Any],
        retriever: Retriever | str = EMBEDDED,
        engine: str = STANDARD,
        scale: float = 1.0,
        prompts: str | None = None,
    ) -> None:
        super().__init__(model, retriever, prompts)
        self._engine, self._scale = engine, scale

    def view(self, tool: FlowchartTool) -> View:
        """The picture, drawn once for all dialogues on it.

        Raises:
            RenderError: the chart cannot be drawn.
        """
        return unchanging(Sight(IN_THE_PICTURE, (_picture(tool.graph, self._engine, self._scale),)))


def with_ids(chart: FlowGraph) -> FlowGraph:
    """The chart with each node's and group's id in square brackets before its text."""
    nodes = tuple(node.model_copy(update=_with_id(node)) for node in chart.nodes)
    groups = tuple(group.model_copy(update=_with_id(group)) for group in chart.groups)
    return chart.replace(nodes=nodes, groups=groups)


def _with_id(element: Node | Group) -> dict[str, str]:
    return {"text": f"[{element.id}] {element.text}"}


@lru_cache(maxsize=64)
def _picture(chart: FlowGraph, engine: str, scale: float) -> bytes:
    return draw(with_ids(chart), (Style.DEFAULT,), engine=engine, scale=scale)[Style.DEFAULT].png
