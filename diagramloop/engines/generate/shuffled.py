"""Control: the gold graph's nodes with wrong edges. A score that does not notice looks at nodes alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.generate._drawing import DrawnControl
from diagramloop.graph import Edge, FlowGraph
from diagramloop.graph.algorithms import Arcs, BoolMatrix, reachability


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
    number = {node.id: index for index, node in enumerate(graph.nodes)}
    vertices = [Arcs.of(graph).number[id] for id in number]
    along = reachability(graph)[np.ix_(vertices, vertices)]
    taken = np.zeros_like(along)
    _take(taken, number, graph.arcs())
    edges: list[Edge] = []
    for edge in graph.edges:
        candidates = _wrong_places(edge, number.get(edge.source), taken, along)
        if candidates.size:
            source, target = divmod(int(choice.choice(candidates)), len(number))
            ends = {"source": graph.nodes[source].id, "target": graph.nodes[target].id}
            edges.append(edge.model_copy(update=ends))
            _take(taken, number, edges[-1].arcs())
    return graph.replace(edges=tuple(edges))


def _wrong_places(edge: Edge, source: int | None, taken: BoolMatrix, along: BoolMatrix) -> NDArray[np.intp]:
    """Flat indices of the pairs that the edge may stand between: of its own source, on no path, or just not taken."""
    wrong = _ends(edge, ~taken)
    apart = wrong & _ends(edge, ~along)
    kept = np.zeros_like(apart)
    if source is not None:
        kept[source] = apart[source]
    best = next((places for places in (kept, apart, wrong) if places.any()), wrong)
    return np.flatnonzero(best)


def _ends(edge: Edge, may: BoolMatrix) -> BoolMatrix:
    """Between which two nodes the edge may stand, (source, target), if its arcs may be where ``may`` says."""
    arcs = edge.model_copy(update={"source": "u", "target": "v"}).arcs()
    where = [may if arc == ("u", "v") else may.T for arc in arcs]
    return np.logical_and.reduce([~np.eye(len(may), dtype=bool), *where])


def _take(taken: BoolMatrix, number: Mapping[str, int], arcs: Iterable[tuple[str, str]]) -> None:
    for source, target in arcs:
        if source in number and target in number:
            taken[number[source], number[target]] = True
