"""Depth of groups within groups."""

from __future__ import annotations

from diagramloop.graph._limits import MAX_DEPTH, check_count
from diagramloop.graph._model import FlowGraph


def group_depth(graph: FlowGraph) -> int:
    """Depth of nested groups: 0 without groups, 1 when none lies in another."""
    return max(group_depths(graph).values(), default=0)


def group_depths(graph: FlowGraph) -> dict[str, int]:
    """Depth of each group: 1 of those that lie in no other."""
    depth: dict[str | None, int] = {None: 0}
    for group in graph.groups:
        trail: list[str] = []
        outer: str | None = group.id
        while outer is not None and outer not in depth:
            trail.append(outer)
            outer = graph.group_by_id[outer].parent
        for name in reversed(trail):
            depth[name] = depth[outer] + 1
            outer = name
    return {name: level for name, level in depth.items() if name is not None}


def check_nesting(graph: FlowGraph) -> FlowGraph:
    """The graph itself, unless its groups are nested deeper than any reader or writer takes.

    Raises:
        FormatError: TOO_LARGE.
    """
    check_count("nested groups", group_depth(graph), MAX_DEPTH)
    return graph
