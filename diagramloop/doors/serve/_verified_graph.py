"""A graph under verification as its page draws it: every element with its place and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from diagramloop.doors.serve._charts import node_shown
from diagramloop.doors.serve._edit_log import EditSession, Entry
from diagramloop.graph import Box, Edge, Group, Node, Point
from diagramloop.report import isolated
from diagramloop.scores.verification import Verification


def shown(session: EditSession) -> dict[str, Any]:
    """The graph as it stands, what may be done next, and the log."""
    verification, parsed = session.verification, session.verification.parsed
    assert parsed.size is not None
    width, height = parsed.size
    elements: dict[str, Node | Group] = {node.id: node for node in verification.all_nodes}
    elements.update(parsed.group_by_id)
    groups = [{"id": group.id, "text": group.text, "box": group.box} for group in parsed.groups]
    graph = {
        "width": width,
        "height": height,
        "estimated_edge_f1": parsed.estimated_edge_f1,
        "estimated_f1": parsed.estimated_f1,
        "groups": groups,
        "nodes": [_node(verification, node) for node in verification.all_nodes],
        "edges": [_edge(verification, edge, elements) for edge in verification.all_edges],
    }
    counts = {kind: [of_kind.precision, of_kind.recall, of_kind.f1] for kind, of_kind in verification.counts.items()}
    log = [_told(entry) for entry in session.entries if entry.edit.action != "open"]
    state = {
        "can_undo": session.can_undo,
        "can_redo": session.can_redo,
        "finished": session.finished,
        "seconds": session.seconds,
    }
    return graph | state | {"counts": counts, "log": log, "seen": len(session.entries)}


def _node(verification: Verification, node: Node) -> dict[str, Any]:
    shown = {**node_shown(node), "confidence": node.confidence, "text_confidence": node.text_confidence}
    return {**shown, "added": node.id in verification.added_nodes, "included": verification.has_node(node.id)}


def _edge(verification: Verification, edge: Edge, elements: Mapping[str, Node | Group]) -> dict[str, Any]:
    source, target = elements[edge.source], elements[edge.target]
    label = f" [{isolated(edge.label)}]" if edge.label else ""
    text = f"{_name(source)} → {_name(target)}{label}"
    heads = [edge.tail != "none", edge.head != "none"]
    standing = {
        "added": edge.id in verification.added_edges,
        "included": verification.has_edge(edge.id),
        "by_itself": edge.id in verification.excluded_edges,
    }
    return {
        "id": edge.id,
        "source": edge.source,
        "target": edge.target,
        "text": text,
        "label": edge.label,
        "points": edge.path or _straight(source.box, target.box),
        "heads": heads,
        "confidence": edge.confidence,
        "text_confidence": edge.label_confidence,
        **standing,
    }


def _name(element: Node | Group) -> str:
    return isolated(" ".join(element.text.split()) or element.id)


def _straight(source: Box | None, target: Box | None) -> tuple[Point, ...]:
    """A line from the border of one box to that of another; none without both boxes, or between boxes of one centre."""
    if source is None or target is None:
        return ()
    centres = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in (source, target)]
    (xs, ys), (xt, yt) = centres
    if (xs, ys) == (xt, yt):
        return ()
    return _border(source, xt - xs, yt - ys), _border(target, xs - xt, ys - yt)


def _border(box: Box, dx: float, dy: float) -> Point:
    """Point where the ray from the centre of ``box`` along (dx, dy) leaves it, at most at the ray's end."""
    x0, y0, x1, y1 = box
    reach = min((x1 - x0) / 2 / abs(dx) if dx else inf, (y1 - y0) / 2 / abs(dy) if dy else inf, 1.0)
    return (x0 + x1) / 2 + reach * dx, (y0 + y1) / 2 + reach * dy


def _told(entry: Entry) -> dict[str, Any]:
    """One line of the log."""
    edit = entry.edit.model_dump()
    action = edit.pop("action")
    what = ", ".join(f"{name} {_listed(value)}" for name, value in edit.items() if value)
    return {"at": entry.at, "text": f"{action.replace('_', ' ')} {what}".strip()}


def _listed(value: Any) -> str:
    return ", ".join(str(part) for part in value) if isinstance(value, list | tuple) else str(value)
