"""Algorithms on FlowGraphs: reachability, paths, levels, loops.

All follow :meth:`flowbench.graph.Edge.arcs`: a bidirectional or undirected edge goes both ways. Vertices
are the graph's nodes followed by those groups that edges touch, in the graph's order; :class:`Arcs` numbers
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from itertools import islice
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components, shortest_path

from flowbench.graph._model import FlowGraph

BoolMatrix = npt.NDArray[np.bool_]
BoolVector = npt.NDArray[np.bool_]
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
        return _adjacency(len(self.ids), self.ends)


def _adjacency(size: int, ends: npt.NDArray[np.integer]) -> Any:
    ones = np.ones(len(ends), dtype=np.int32)
    return csr_array((ones, (ends[:, 0], ends[:, 1])), shape=(size, size))


def reachability(graph: FlowGraph, *, reflexive: bool = False) -> BoolMatrix:
    """Which vertex leads to which, by one arc or more.

    Args:
        reflexive: count every vertex as reaching itself, also where no loop leads back.

    Returns:
        (v, v) array, ``[i, j]`` true when a path leads from ``Arcs.of(graph).ids[i]`` to ``ids[j]``.
    """
    arcs = Arcs.of(graph)
    reached = closure(len(arcs.ids), arcs.ends)
    if reflexive:
        np.fill_diagonal(reached, True)
    return reached


def closure(size: int, ends: npt.NDArray[np.integer]) -> BoolMatrix:
    """(size, size) array, ``[i, j]`` true when a path of at least one of the arcs ``ends`` (m, 2) leads from i to j.

    Strong components are condensed, and each one's reach, a long integer with a bit per vertex, is the union
    of its successors': O(m v / 64) word operations.
    """
    if size == 0:
        return np.zeros((0, 0), dtype=bool)
    count, label = connected_components(_adjacency(size, ends), directed=True, connection="strong")
    reach = _condensed_reach(count, label.tolist(), label[ends].tolist())
    width = (size + 7) // 8
    rows = np.frombuffer(b"".join(bits.to_bytes(width, "little") for bits in reach), dtype=np.uint8)
    unpacked = np.unpackbits(rows.reshape(count, width), axis=1, count=size, bitorder="little")
    reached: BoolMatrix = unpacked.view(bool)[label]
    return reached


def _condensed_reach(count: int, label: list[int], arcs: list[list[int]]) -> list[int]:
    """The vertices each component reaches, as bits, from the components of vertices and of arcs' ends."""
    members = [0] * count
    for vertex, component in enumerate(label):
        members[component] |= 1 << vertex
    reach = [0] * count
    successors: dict[int, list[int]] = {component: [] for component in range(count)}
    for source, target in dict.fromkeys(map(tuple, arcs)):
        if source == target:
            reach[source] = members[source]
        else:
            successors[source].append(target)
    for component in TopologicalSorter(successors).static_order():
        for target in successors[component]:
            reach[component] |= reach[target] | members[target]
    return reach


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
    leading = np.any(reachability(graph, reflexive=True)[:, sorted(ends)], axis=1)
    found = (
        tuple(arcs.ids[at] for at in walk)
        for root in roots(graph)
        for walk in _simple_walks(onward, arcs.number[root], ends, leading)
    )
    return list(islice(found, limit))


MAX_STEPS = 1_000_000
"""Bound on the search for walks, which may try many dead ends between two finds."""


def _simple_walks(onward: list[list[int]], root: int, ends: set[int], leading: BoolVector) -> Iterator[tuple[int, ...]]:
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
        elif step not in visited and leading[step]:
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
