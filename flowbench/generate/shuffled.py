"""Control: the gold graph's nodes with wrong edges. A score that does not notice looks at nodes alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from flowbench.generate._drawing import drawing
from flowbench.generate._generator import GeneratedImage, Gold, Rejected, one_by_one
from flowbench.graph import Edge, FlowGraph


class Shuffled:
    """Draws the right nodes and as many edges, none of them right."""

    name = "shuffled"

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`flowbench.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        return drawing(self.name, gold.prompt, with_wrong_edges(gold.graph, seed), seed)


def with_wrong_edges(graph: FlowGraph, seed: int) -> FlowGraph:
    """``graph`` with each edge led to another node, such that no arc of it is an arc of ``graph``.

    No two edges join the same ordered pair, and none is a loop. An edge for which no wrong target is left
    (in a complete graph, say) is left out.
    """
    choice = random.Random(seed)  # noqa: S311 - reproducible, no secret
    taken = set(graph.arcs())
    edges: list[Edge] = []
    for edge in graph.edges:
        moved = [edge.model_copy(update={"target": node.id}) for node in graph.nodes if node.id != edge.source]
        wrong = [candidate for candidate in moved if taken.isdisjoint(candidate.arcs())]
        if wrong:
            edges.append(choice.choice(wrong))
            taken.update(edges[-1].arcs())
    return graph.replace(edges=tuple(edges))
