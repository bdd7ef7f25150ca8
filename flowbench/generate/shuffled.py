"""Control: the gold graph's nodes with wrong edges. A score that does not notice looks at nodes alone."""

from __future__ import annotations

import random
from itertools import permutations

from flowbench.generate._drawing import DrawnControl
from flowbench.graph import Edge, FlowGraph
from flowbench.graph.algorithms import Arcs, reachability


class Shuffled(DrawnControl):
    """Draws the right nodes and as many edges, none of them right."""

    name = "shuffled"

    def _drawn(self, graph: FlowGraph, seed: int, /) -> FlowGraph:
        return with_wrong_edges(graph, seed)


def with_wrong_edges(graph: FlowGraph, seed: int) -> FlowGraph:
    """``graph`` with each edge between other nodes, such that no arc of it is an arc of ``graph``.

    Nor does one lead along a path of ``graph``, which path-aware metrics would find right, while there are such
    pairs: there are none within a circle. The source is kept where that leaves a choice. No two edges join the same
    ordered pair, and none is a loop. An edge for which nothing wrong is left (in a complete graph, say) is left out.
    """
    choice = random.Random(seed)  # noqa: S311 - reproducible, no secret
    arcs, along = Arcs.of(graph), reachability(graph)
    taken = set(graph.arcs())
    free = [(u.id, v.id) for u, v in permutations(graph.nodes, 2)]
    beside = {(u, v) for u, v in free if not along[arcs.number[u], arcs.number[v]]}
    edges: list[Edge] = []
    for edge in graph.edges:
        moved = {pair: edge.model_copy(update={"source": pair[0], "target": pair[1]}) for pair in free}
        wrong = {pair: candidate for pair, candidate in moved.items() if taken.isdisjoint(candidate.arcs())}
        apart = [pair for pair, candidate in wrong.items() if beside.issuperset(candidate.arcs())]
        kept = [pair for pair in apart if pair[0] == edge.source]
        if candidates := kept or apart or list(wrong):
            edges.append(wrong[choice.choice(candidates)])
            taken.update(edges[-1].arcs())
    return graph.replace(edges=tuple(edges))
