"""Which vertex leads to which."""

from __future__ import annotations

from graphlib import TopologicalSorter

import numpy as np
import numpy.typing as npt
import scipy

from diagramloop.graph._model import FlowGraph
from diagramloop.graph.algorithms._arcs import Arcs, BoolMatrix, adjacency


def reachability(graph: FlowGraph, *, reflexive: bool = False) -> BoolMatrix:
    """Which vertex leads to which, by one arc or more.

    Args:
        reflexive: count every vertex as reaching itself, also where no loop leads back.

    Returns:
        (v, v) array, ``[i, j]`` true when a path leads from ``Arcs.of(graph).ids[i]`` to ``ids[j]``.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> reachability(tea)[2].tolist()  # nothing is reached from c
        [False, False, False]
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
    count, label = scipy.sparse.csgraph.connected_components(adjacency(size, ends), directed=True, connection="strong")
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
