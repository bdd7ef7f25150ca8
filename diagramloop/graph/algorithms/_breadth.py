"""Breadth first: levels, shortest paths, distances."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
import scipy

from diagramloop.graph._model import FlowGraph
from diagramloop.graph.algorithms._arcs import Arcs

Way = Literal["out", "in"]


def levels(graph: FlowGraph, start: str, way: Way = "out") -> dict[str, int]:
    """Descendants (``out``) or ancestors (``in``) of ``start`` with their distance in arcs; ``start`` is at 0.

    Raises:
        KeyError: ``start`` is no vertex.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> levels(tea, 'a')
        {'a': 0, 'b': 1, 'c': 2}
    """
    arcs = Arcs.of(graph)
    matrix = arcs.matrix if way == "out" else arcs.matrix.T.tocsr()
    order, before = scipy.sparse.csgraph.breadth_first_order(matrix, arcs.number[start], directed=True)
    level = {int(order[0]): 0}
    for at in order[1:].tolist():
        level[at] = level[int(before[at])] + 1
    return {arcs.ids[at]: depth for at, depth in level.items()}


def path(graph: FlowGraph, source: str, target: str) -> tuple[str, ...] | None:
    """A shortest path as vertex ids, both ends included; None when there is none.

    Among several the one found first in the graph's order. From a vertex to itself it is that vertex.

    Raises:
        KeyError: an end is no vertex.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> path(tea, 'a', 'c')
        ('a', 'b', 'c')
        >>> path(tea, 'c', 'a') is None
        True
    """
    arcs = Arcs.of(graph)
    start, at = arcs.number[source], arcs.number[target]
    _, before = scipy.sparse.csgraph.breadth_first_order(arcs.matrix, start, directed=True)
    trail = [at]
    while at != start:
        at = int(before[at])
        if at < 0:
            return None
        trail.append(at)
    return tuple(arcs.ids[number] for number in reversed(trail))


def distances(graph: FlowGraph) -> npt.NDArray[np.float64]:
    """(v, v) lengths of shortest paths in arcs, infinite where there is none; rows as in :class:`Arcs`.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> distances(tea).tolist()
        [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [inf, inf, 0.0]]
    """
    arcs = Arcs.of(graph)
    if not arcs.ids:
        return np.zeros((0, 0))
    found: npt.NDArray[np.float64] = scipy.sparse.csgraph.shortest_path(arcs.matrix, directed=True, unweighted=True)
    return found
