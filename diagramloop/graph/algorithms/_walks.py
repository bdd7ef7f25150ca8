"""Ways through a graph: where they begin and end, and all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from diagramloop.graph._model import FlowGraph
from diagramloop.graph.algorithms._arcs import Arcs, BoolVector, degrees
from diagramloop.graph.algorithms._reach import reachability


def roots(graph: FlowGraph) -> tuple[str, ...]:
    """Nodes that no arc enters; in a graph without any, the first node.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> roots(tea)
        ('a',)
    """
    into, _ = degrees(graph)
    sources = tuple(node.id for node in graph.nodes if into[node.id] == 0)
    return sources or tuple(node.id for node in graph.nodes[:1])


def terminals(graph: FlowGraph) -> tuple[str, ...]:
    """Nodes that no arc leaves.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> terminals(tea)
        ('c',)
    """
    _, out = degrees(graph)
    return tuple(node.id for node in graph.nodes if out[node.id] == 0)


def walks(graph: FlowGraph, *, limit: int = 10_000) -> list[tuple[str, ...]]:
    """Paths from the roots to the terminals that visit no vertex twice, in depth-first order.

    Loops are thereby entered at most once. Branches that lead to no terminal without repeating a vertex
    are not walked. At most ``limit`` paths are returned, since their number can be exponential.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> walks(tea)
        [('a', 'b', 'c')]
    """
    arcs = Arcs.of(graph)
    ends = {arcs.number[name] for name in terminals(graph)}
    onward: list[list[int]] = [[] for _ in arcs.ids]
    for source, target in dict.fromkeys(map(tuple, arcs.ends.tolist())):
        onward[source].append(target)
    leading = np.any(reachability(graph, reflexive=True)[:, sorted(ends)], axis=1)
    walked = (
        tuple(arcs.ids[vertex] for vertex in walk)
        for root in roots(graph)
        for walk in _simple_walks(onward, arcs.number[root], ends, leading)
    )
    return list(islice(walked, limit))


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
