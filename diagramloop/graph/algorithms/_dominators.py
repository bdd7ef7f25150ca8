"""Which vertex every way to another one passes last."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from diagramloop.graph.algorithms._depth import finished


def immediate_dominators(onward: Mapping[str, Collection[str]], start: str) -> dict[str, str]:
    """The last vertex that every path from ``start`` to a vertex passes before it, for each that a path leads to.

    By the iteration of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001.

    Args:
        onward: the successors of each vertex; none of one that is not listed.

    Example:
        >>> immediate_dominators({"a": ["b", "c"], "b": ["d"], "c": ["d"]}, "a")
        {'c': 'a', 'b': 'a', 'd': 'a'}
    """
    done = finished([start], lambda vertex: onward.get(vertex, ()))
    rank = {vertex: place for place, vertex in enumerate(done)}
    sources: dict[str, list[str]] = {vertex: [] for vertex in done}
    for vertex in done:
        for target in onward.get(vertex, ()):
            sources[target].append(vertex)
    dominator = {start: start}
    changed = True
    while changed:
        changed = False
        for vertex in reversed(done[:-1]):  # the last one is the start
            nearest: str | None = None
            for source in sources[vertex]:
                if source in dominator:
                    nearest = _common(source, nearest, dominator, rank) if nearest is not None else source
            if nearest is not None and dominator.get(vertex) != nearest:
                dominator[vertex] = nearest
                changed = True
    del dominator[start]
    return dominator


def _common(vertex: str, other: str, dominator: Mapping[str, str], rank: Mapping[str, int]) -> str:
    """The last vertex that dominates both, or is one of them."""
    while vertex != other:
        if rank[vertex] < rank[other]:
            vertex = dominator[vertex]
        else:
            other = dominator[other]
    return vertex
