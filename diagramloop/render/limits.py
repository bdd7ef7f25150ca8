"""Limits of drawing: beyond them a graph is rejected before any engine sees it."""

from __future__ import annotations

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.graph import FlowGraph

MAX_NODES, MAX_EDGES, MAX_TEXT, MAX_DEPTH = 1_000, 3_000, 2_000, 20


def drawn_texts(graph: FlowGraph) -> list[str]:
    """Every text that stands on the drawing."""
    return [*(n.text for n in graph.nodes), *(g.text for g in graph.groups), *(e.label for e in graph.edges)]


def check_limits(graph: FlowGraph) -> None:
    """Raises RenderError (reason TOO_LARGE) for a graph beyond a limit, (EMPTY) for one without nodes."""
    if not graph.nodes:
        raise RenderError("a graph without nodes", reason=RejectionReason.EMPTY)
    longest = max(map(len, drawn_texts(graph)))
    counts = {
        "nodes and groups": (len(graph.nodes) + len(graph.groups), MAX_NODES),
        "edges": (len(graph.edges), MAX_EDGES),
        "characters in one text": (longest, MAX_TEXT),
        "nested groups": (_depth(graph), MAX_DEPTH),
    }
    for what, (count, most) in counts.items():
        if count > most:
            raise RenderError(f"{count} {what}; at most {most} are drawn", reason=RejectionReason.TOO_LARGE)


def _depth(graph: FlowGraph) -> int:
    """Number of groups around the most deeply nested one, itself included."""
    parents = {group.id: group.parent for group in graph.groups}
    depth, level = 0, set(parents)
    while level:
        depth += 1
        level = {parent for name in level if (parent := parents[name]) is not None}
    return depth
