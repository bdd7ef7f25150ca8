"""Control: the gold graph's nodes, each joined to each. A score that it wins rewards edges for being many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from flowbench.generate._drawing import drawing
from flowbench.generate._generator import GeneratedImage, Gold, Rejected, one_by_one
from flowbench.graph import Edge, FlowGraph


class Complete:
    """Draws the right nodes and every edge there could be."""

    name = "complete"

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`flowbench.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        return drawing(self.name, gold.prompt, with_all_edges(gold.graph), seed)


def with_all_edges(graph: FlowGraph) -> FlowGraph:
    """``graph`` with one line, with a head at each end, between every two nodes, and no other edges."""
    pairs = combinations((node.id for node in graph.nodes), 2)
    return graph.replace(edges=tuple(Edge(source=a, target=b, tail="arrow") for a, b in pairs))
