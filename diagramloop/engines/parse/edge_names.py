"""Names of edges, which readers give and nobody needs afterwards."""

from __future__ import annotations

from diagramloop.graph import FlowGraph


def unnamed(graph: FlowGraph) -> FlowGraph:
    """``graph`` without the names that a reader gives to edges, to which nothing refers once they have their paths."""
    return graph.replace(edges=tuple(edge.model_copy(update={"id": ""}) for edge in graph.edges))
