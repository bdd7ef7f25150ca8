"""Graph serialisation: the whole chart as a JSON edge list in the prompt (FloCA, Section 6.1, baseline 1)."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from diagramloop.engines.converse.end_to_end import EndToEnd, Sight, View, nodes_of, unchanging
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.converse.model_backed._asking import quoted


class GraphSerialisation(EndToEnd):
    """The model reads the serialised chart and names the next node; see :class:`EndToEnd`."""

    name = "graph_serialisation"

    def view(self, tool: FlowchartTool) -> View:
        """The whole chart, every turn."""
        return unchanging(Sight(edge_list(tool)))


def edge_list(tool: FlowchartTool, touching: Container[str] | None = None) -> list[dict[str, Any]]:
    """The chart's edges, each with the ids and texts of both its ends and its condition.

    Args:
        touching: only edges with an end among these; all if None.
    """
    text = nodes_of(tool)
    ends = {id: {"id": quoted(id), "text": quoted(words)} for id, words in text.items()}
    edges = []
    for source in text:
        out = tool.out_edges(source)
        if touching is not None and source not in touching:
            out = tuple(edge for edge in out if edge.target in touching)
        edges += [{"from": ends[source], "condition": quoted(edge.attribute), "to": ends[edge.target]} for edge in out]
    return edges
