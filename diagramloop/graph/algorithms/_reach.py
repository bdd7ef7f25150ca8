"""Which vertex leads to which."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from diagramloop.graph._model import FlowGraph
from diagramloop.graph.algorithms._arcs import Arcs, BoolMatrix, IntVector, Successors, successors
from diagramloop.graph.algorithms._depth import finished

_NONE = -1


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
    onward = successors(size, ends)
    components, label = _components(onward, successors(size, ends[:, ::-1]))
    reach = _condensed_reach(components, label, onward)
    width = (size + 7) // 8
    rows = np.frombuffer(b"".join(bits.to_bytes(width, "little") for bits in reach), dtype=np.uint8)
    unpacked = np.unpackbits(rows.reshape(len(reach), width), axis=1, count=size, bitorder="little")
    reached: BoolMatrix = unpacked.view(bool)[label]
    return reached


def strong_components(size: int, ends: npt.NDArray[np.integer]) -> IntVector:
    """(size,) number of each vertex's strong component, by the arcs ``ends`` (m, 2).

    Two vertices have the same where each leads to the other. What a component leads to has a higher number.
    """
    _, label = _components(successors(size, ends), successors(size, ends[:, ::-1]))
    return np.array(label, dtype=np.int64)


def _components(onward: Successors, backward: Successors) -> tuple[list[list[int]], list[int]]:
    """Strong components, each before all that it leads to, and the number of each vertex's (Kosaraju's algorithm)."""
    label = [_NONE] * len(onward)
    components: list[list[int]] = []
    for start in reversed(finished(range(len(onward)), onward.__getitem__)):
        if label[start] != _NONE:
            continue
        label[start] = len(components)
        members = [start]
        for vertex in members:
            for source in backward[vertex]:
                if label[source] == _NONE:
                    label[source] = len(components)
                    members.append(source)
        components.append(members)
    return components, label


def _condensed_reach(components: list[list[int]], label: list[int], onward: Successors) -> list[int]:
    """The vertices each component reaches, as bits."""
    members = [sum(1 << vertex for vertex in component) for component in components]
    reach = [0] * len(components)
    for number in reversed(range(len(components))):
        targets = {label[target] for vertex in components[number] for target in onward[vertex]}
        for target in targets:
            reach[number] |= members[target]
            if target != number:
                reach[number] |= reach[target]
    return reach
