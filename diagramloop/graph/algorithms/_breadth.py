"""Breadth first: levels, shortest paths, distances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from diagramloop.graph._model import FlowGraph
from diagramloop.graph.algorithms._arcs import Arcs, Successors

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
    onward = arcs.successors if way == "out" else arcs.predecessors
    level: dict[int, int] = {}
    for vertex, before in _breadth_first(onward, arcs.number[start]).items():
        level[vertex] = 0 if before is None else level[before] + 1
    return {arcs.ids[vertex]: depth for vertex, depth in level.items()}


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
    before = _breadth_first(arcs.successors, arcs.number[source])
    vertex: int | None = arcs.number[target]
    if vertex not in before:
        return None
    trail: list[str] = []
    while vertex is not None:
        trail.append(arcs.ids[vertex])
        vertex = before[vertex]
    return tuple(reversed(trail))


def distances(graph: FlowGraph) -> npt.NDArray[np.float64]:
    """(v, v) lengths of shortest paths in arcs, infinite where there is none; rows as in :class:`Arcs`.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> distances(tea).tolist()
        [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [inf, inf, 0.0]]
    """
    arcs = Arcs.of(graph)
    return distances_from(arcs.successors, range(len(arcs.ids)))


def distances_from(onward: Successors, starts: Sequence[int]) -> npt.NDArray[np.float64]:
    """(k, v) lengths of shortest paths in arcs from each of k ``starts``, infinite where there is none.

    Args:
        onward: the successors of each of the v vertices.
    """
    lengths = np.full((len(starts), len(onward)), np.inf)
    for row, start in zip(lengths, starts, strict=True):
        row[start] = 0.0
        for vertex, before in _breadth_first(onward, start).items():
            if before is not None:
                row[vertex] = row[before] + 1.0
    return lengths


def _breadth_first(onward: Successors, start: int) -> dict[int, int | None]:
    """The vertices as they are reached, each with the one that it is reached from; None for ``start``."""
    before: dict[int, int | None] = {start: None}
    reached = [start]
    for vertex in reached:
        for target in onward[vertex]:
            if target not in before:
                before[target] = vertex
                reached.append(target)
    return before
