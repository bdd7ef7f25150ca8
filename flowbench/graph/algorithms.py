"""Algorithms on FlowGraphs: reachability, paths, levels, loops.

All follow :meth:`flowbench.graph.Edge.arcs`: a bidirectional or undirected edge goes both ways. Vertices
are the graph's nodes followed by those groups that edges touch, in the graph's order; :class:`Arcs` numbers
them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components, shortest_path

from flowbench.graph._model import FlowGraph

BoolMatrix = npt.NDArray[np.bool_]
IntVector = npt.NDArray[np.int64]
Way = Literal["out", "in"]


@dataclass(frozen=True)
class Arcs:
    """A graph's arcs as arrays.

    Attributes:
        ids: (v,) vertex names; nodes first.
        ends: (m, 2) numbers of each arc's source and target; parallel arcs kept.
    """

    ids: tuple[str, ...]
    ends: IntVector

    @classmethod
    def of(cls, graph: FlowGraph) -> Arcs:
        """The arcs of ``graph``."""
        touched = {end for edge in graph.edges for end in (edge.source, edge.target)}
        ids = (*(n.id for n in graph.nodes), *(g.id for g in graph.groups if g.id in touched))
        number = {name: at for at, name in enumerate(ids)}
        pairs = [(number[source], number[target]) for source, target in graph.arcs()]
        return cls(ids, np.array(pairs, dtype=np.int64).reshape(-1, 2))

    @cached_property
    def number(self) -> dict[str, int]:
        """Vertex names to their numbers."""
        return {name: at for at, name in enumerate(self.ids)}

    @cached_property
    def matrix(self) -> Any:
        """(v, v) sparse adjacency; entries count parallel arcs."""
        ones = np.ones(len(self.ends), dtype=np.int32)
        size = len(self.ids)
        return csr_array((ones, (self.ends[:, 0], self.ends[:, 1])), shape=(size, size))


def reachability(graph: FlowGraph, *, reflexive: bool = False) -> BoolMatrix:
    """Which vertex leads to which, by one arc or more.

    Components are condensed and their rows of 64-bit words are united in reverse topological order, so
    the cost is O(v^2/64 + m v/64).

    Args:
        reflexive: count every vertex as reaching itself, also where no loop leads back.

    Returns:
        (v, v) array, ``[i, j]`` true when a path leads from ``Arcs.of(graph).ids[i]`` to ``ids[j]``.
    """
    arcs = Arcs.of(graph)
    size = len(arcs.ids)
    if size == 0:
        return np.zeros((0, 0), dtype=bool)
    count, label = connected_components(arcs.matrix, directed=True, connection="strong")
    members = np.zeros((count, size), dtype=bool)
    members[label, np.arange(size)] = True
    packed = np.packbits(members, axis=1)
    reach = np.zeros_like(packed)
    between = np.unique(label[arcs.ends], axis=0)
    looped = between[between[:, 0] == between[:, 1], 0]
    reach[looped] = packed[looped]
    for source, targets in _successors_first(between[between[:, 0] != between[:, 1]], count):
        reach[source] |= np.bitwise_or.reduce(reach[targets] | packed[targets], axis=0)
    closure = np.unpackbits(reach, axis=1, count=size).astype(bool)[label]
    if reflexive:
        np.fill_diagonal(closure, True)
    return closure


def _successors_first(arcs: IntVector, count: int) -> Iterator[tuple[int, IntVector]]:
    """Every vertex of an acyclic graph that has successors, with them, after all of them have come."""
    arcs = arcs[np.argsort(arcs[:, 0], kind="stable")]
    bounds = np.searchsorted(arcs[:, 0], np.arange(count + 1))
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for source, target in arcs.tolist():
        predecessors[target].append(source)
    waiting = np.diff(bounds).tolist()
    ready = deque(at for at in range(count) if waiting[at] == 0)
    while ready:
        at = ready.popleft()
        if bounds[at] < bounds[at + 1]:
            yield at, arcs[bounds[at] : bounds[at + 1], 1]
        for before in predecessors[at]:
            waiting[before] -= 1
            if waiting[before] == 0:
                ready.append(before)


def degrees(graph: FlowGraph) -> tuple[dict[str, int], dict[str, int]]:
    """In-degree and out-degree of every vertex, by id."""
    arcs = Arcs.of(graph)
    counts = (np.bincount(arcs.ends[:, side], minlength=len(arcs.ids)).tolist() for side in (1, 0))
    into, out = (dict(zip(arcs.ids, count, strict=True)) for count in counts)
    return into, out


def levels(graph: FlowGraph, start: str, way: Way = "out") -> dict[str, int]:
    """Descendants (``out``) or ancestors (``in``) of ``start`` with their distance in arcs; ``start`` is at 0.

    Raises:
        KeyError: ``start`` is no vertex.
    """
    arcs = Arcs.of(graph)
    matrix = arcs.matrix if way == "out" else arcs.matrix.T.tocsr()
    order, before = breadth_first_order(matrix, arcs.number[start], directed=True)
    level = {int(order[0]): 0}
    for at in order[1:].tolist():
        level[at] = level[int(before[at])] + 1
    return {arcs.ids[at]: depth for at, depth in level.items()}


def path(graph: FlowGraph, source: str, target: str) -> tuple[str, ...] | None:
    """A shortest path as vertex ids, both ends included; None when there is none.

    Among several the one found first in the graph's order. From a vertex to itself it is that vertex.

    Raises:
        KeyError: an end is no vertex.
    """
    arcs = Arcs.of(graph)
    start, at = arcs.number[source], arcs.number[target]
    _, before = breadth_first_order(arcs.matrix, start, directed=True)
    trail = [at]
    while at != start:
        at = int(before[at])
        if at < 0:
            return None
        trail.append(at)
    return tuple(arcs.ids[number] for number in reversed(trail))


def distances(graph: FlowGraph) -> npt.NDArray[np.float64]:
    """(v, v) lengths of shortest paths in arcs, infinite where there is none; rows as in :class:`Arcs`."""
    arcs = Arcs.of(graph)
    if not arcs.ids:
        return np.zeros((0, 0))
    found: npt.NDArray[np.float64] = shortest_path(arcs.matrix, directed=True, unweighted=True)
    return found


def roots(graph: FlowGraph) -> tuple[str, ...]:
    """Nodes that no arc enters; in a graph without any, the first node."""
    into, _ = degrees(graph)
    found = tuple(node.id for node in graph.nodes if into[node.id] == 0)
    return found or tuple(node.id for node in graph.nodes[:1])


def terminals(graph: FlowGraph) -> tuple[str, ...]:
    """Nodes that no arc leaves."""
    _, out = degrees(graph)
    return tuple(node.id for node in graph.nodes if out[node.id] == 0)


def walks(graph: FlowGraph, *, limit: int = 10_000) -> list[tuple[str, ...]]:
    """Paths from the roots to the terminals that visit no vertex twice, in depth-first order.

    Loops are thereby entered at most once. Branches that lead to no terminal without repeating a vertex
    are not walked. At most ``limit`` paths are returned, since their number can be exponential.
    """
    arcs = Arcs.of(graph)
    ends = {arcs.number[name] for name in terminals(graph)}
    onward: list[list[int]] = [[] for _ in arcs.ids]
    for source, target in dict.fromkeys(map(tuple, arcs.ends.tolist())):
        onward[source].append(target)
    leads: list[bool] = reachability(graph, reflexive=True)[:, sorted(ends)].any(axis=1).tolist()
    found = (
        tuple(arcs.ids[at] for at in walk)
        for root in roots(graph)
        for walk in _simple_walks(onward, arcs.number[root], ends, leads)
    )
    return list(islice(found, limit))


MAX_STEPS = 1_000_000
"""Bound on the search for walks, which may try many dead ends between two finds."""


def _simple_walks(onward: list[list[int]], root: int, ends: set[int], leads: list[bool]) -> Iterator[tuple[int, ...]]:
    trail, choices = [root], [iter(onward[root])]
    visited = {root}
    if root in ends:
        yield (root,)
    for _ in range(MAX_STEPS):
        if not choices:
            return
        step = next(choices[-1], None)
        if step is None:
            choices.pop()
            visited.discard(trail.pop())
        elif step not in visited and leads[step]:
            if step in ends:
                yield (*trail, step)
            else:
                trail.append(step)
                visited.add(step)
                choices.append(iter(onward[step]))


def feedback_arcs(graph: FlowGraph) -> tuple[tuple[str, str], ...]:
    """The arcs that lead back: to a vertex still open in a depth-first walk from the roots, in graph order.

    Without them the graph has no loop. Self-loops count; both arcs of a bidirectional edge are looked at.
    """
    arcs = Arcs.of(graph)
    onward: list[list[int]] = [[] for _ in arcs.ids]
    for source, target in arcs.ends.tolist():
        onward[source].append(target)
    starts = [arcs.number[name] for name in dict.fromkeys((*roots(graph), *arcs.ids))]
    state = ["new"] * len(arcs.ids)
    back: list[tuple[int, int]] = []
    for start in starts:
        if state[start] == "new":
            back += _back_arcs(onward, start, state)
    return tuple((arcs.ids[source], arcs.ids[target]) for source, target in back)


def _back_arcs(onward: list[list[int]], start: int, state: list[str]) -> Iterator[tuple[int, int]]:
    state[start] = "open"
    stack = [(start, iter(onward[start]))]
    while stack:
        at, targets = stack[-1]
        target = next(targets, None)
        if target is None:
            state[at] = "done"
            stack.pop()
        elif state[target] == "open":
            yield at, target
        elif state[target] == "new":
            state[target] = "open"
            stack.append((target, iter(onward[target])))
