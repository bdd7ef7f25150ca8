"""Control: the gold graph's nodes, each joined to each. A score that it wins rewards edges for being many."""

from __future__ import annotations

from itertools import combinations

from diagramloop.engines.generate._drawing import DrawnControl
from diagramloop.graph import Edge, FlowGraph


class Complete(DrawnControl):
    """Draws the right nodes and every edge there could be."""

    name = "complete"

    def _drawn(self, graph: FlowGraph, _seed: int, /) -> FlowGraph:
        return with_all_edges(graph)


def with_all_edges(graph: FlowGraph) -> FlowGraph:
    """``graph`` with one line, with a head at each end, between every two nodes, and no other edges."""
    pairs = combinations((node.id for node in graph.nodes), 2)
    return graph.replace(edges=tuple(Edge(source=a, target=b, tail="arrow") for a, b in pairs))
