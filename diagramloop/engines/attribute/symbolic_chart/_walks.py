"""Walks over successors, as parents by vertex in the order of discovery. Each visits a vertex once, so loops end."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Onward = Callable[[str], Iterable[str]]  # a vertex to those next to it, in the chart's order
Parents = dict[str, str | None]  # in order of discovery; None for where the walk began


def breadth_first(onward: Onward, starts: Iterable[str], levels: int | None = None) -> Parents:
    """The vertices within ``levels`` arcs of any of ``starts`` (all if None), nearest first."""
    parents: Parents = dict.fromkeys(starts)
    frontier = list(parents)
    while frontier and levels != 0:
        reached: list[str] = []
        for vertex in frontier:
            for target in onward(vertex):
                if target not in parents:
                    parents[target] = vertex
                    reached.append(target)
        frontier = reached
        levels = None if levels is None else levels - 1
    return parents


def depth_first(onward: Onward, starts: Iterable[str]) -> Parents:
    """The vertices reached from ``starts`` in preorder: each branch to its end before the next one."""
    parents: Parents = {}
    for start in starts:
        if start in parents:
            continue
        parents[start] = None
        branch = [(start, iter(onward(start)))]
        while branch:
            vertex, targets = branch[-1]
            for target in targets:
                if target not in parents:
                    parents[target] = vertex
                    branch.append((target, iter(onward(target))))
                    break
            else:
                branch.pop()
    return parents


def trail(parents: Parents, end: str) -> list[str]:
    """The way that a walk took to ``end``, both ends included; empty if it did not come there."""
    way: list[str] = []
    vertex: str | None = end if end in parents else None
    while vertex is not None:
        way.append(vertex)
        vertex = parents[vertex]
    return way[::-1]
