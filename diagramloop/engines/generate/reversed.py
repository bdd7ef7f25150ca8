"""Control: the gold graph with every edge turned round. A score that does not notice is blind to direction."""

from __future__ import annotations

from diagramloop.engines.generate._drawing import DrawnControl
from diagramloop.graph import FlowGraph


class Reversed(DrawnControl):
    """Draws the right nodes, joined the wrong way round."""

    name = "reversed"

    def _drawn(self, graph: FlowGraph, _seed: int, /) -> FlowGraph:
        return with_reversed_edges(graph)


def with_reversed_edges(graph: FlowGraph) -> FlowGraph:
    """``graph`` with the ends of every edge exchanged; its heads stay at the same end of the line."""
    return graph.replace(
        edges=tuple(edge.model_copy(update={"source": edge.target, "target": edge.source}) for edge in graph.edges)
    )
