"""Drawings given as boxes at places and arrows between their sides, as SVG and as graphs.

The framework figures of the shipped papers are drawn so, each from its ``layout.json``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind

SCALE = 2
FONT = "Liberation Sans, Arial, sans-serif"


def drawn_layout(layout: dict[str, Any]) -> str:
    """The SVG of a layout: frames, then arrows, then boxes, and on top what is written at the arrows."""
    boxes = _boxes(layout)
    parts = [_frame(group) for group in layout.get("groups", [])]
    parts += [_arrow(edge, boxes) for edge in layout["edges"]]
    parts += [_module(node) for node in layout["nodes"]]
    parts += [_label(edge, boxes) for edge in layout["edges"] if edge.get("label")]
    width, height = layout["size"]
    return svg(width, height, parts)


def graph_of(layout: dict[str, Any]) -> FlowGraph:
    """Return the graph that a layout shows, boxes in the pixels of its picture."""
    boxes = _boxes(layout)

    def place(id: str) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = (v * SCALE for v in boxes[id])
        return x0, y0, x1, y1

    nodes = [
        Node(id=n["id"], text=n["text"], kind=NodeKind.MODULE, group=n.get("group"), box=place(n["id"]))
        for n in layout["nodes"]
    ]
    groups = [
        Group(id=g["id"], text=g["text"], parent=g.get("parent"), box=place(g["id"])) for g in layout.get("groups", [])
    ]
    edges = [
        Edge(
            source=e["from"],
            target=e["to"],
            label=e.get("label", ""),
            line="dotted" if e.get("dashed") else "solid",
            tail="arrow" if e.get("both") else "none",
        )
        for e in layout["edges"]
    ]
    width, height = layout["size"]
    return FlowGraph(
        nodes=tuple(nodes),
        groups=tuple(groups),
        edges=tuple(edges),
        size=(width * SCALE, height * SCALE),
        direction="LR",
    )


def _boxes(layout: dict[str, Any]) -> dict[str, Any]:
    return {item["id"]: _box(item) for item in [*layout["nodes"], *layout.get("groups", [])]}


def _box(item: dict[str, Any]) -> tuple[float, float, float, float]:
    (x, y), (w, h) = item["at"], item["size"]
    return x, y, x + w, y + h


def svg(width: int, height: int, parts: list[str]) -> str:
    """A white page with these parts on it."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    marker = (
        '<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto-start-reverse">'
        '<path d="M0,0 L9,4 L0,8 z" fill="#333"/></marker></defs>'
    )
    return "".join([head, marker, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"])


def _frame(group: dict[str, Any]) -> str:
    x0, y0, x1, y1 = _box(group)
    dash = ' stroke-dasharray="6 4"' if group.get("dashed") else ""
    colour = group.get("stroke", "#777")
    rect = f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" rx="8" fill="{group.get("fill", "none")}" '
    title = text_at((x0 + x1) / 2, y0 + 16, group["text"], 13, bold=True)
    return f'{rect} stroke="{colour}" stroke-width="1.4"{dash}/>{title}'


def _module(node: dict[str, Any]) -> str:
    x0, y0, x1, y1 = _box(node)
    shape, fill = node.get("shape", "rect"), node.get("fill", "#ffffff")
    paint = f'fill="{fill}" stroke="#333" stroke-width="1.4"'
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    outlines = {
        "rect": f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" {paint}/>',
        "round": f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" rx="10" {paint}/>',
        "ellipse": f'<ellipse cx="{cx}" cy="{cy}" rx="{(x1 - x0) / 2}" ry="{(y1 - y0) / 2}" {paint}/>',
        "diam": f'<polygon points="{cx},{y0} {x1},{cy} {cx},{y1} {x0},{cy}" {paint}/>',
        "trap": f'<polygon points="{x0},{y0} {x1},{y0 + 6} {x1},{y1 - 6} {x0},{y1}" {paint}/>',
        "cyl": f'<path d="M{x0},{y0 + 8} a{(x1 - x0) / 2},8 0 0 1 {x1 - x0},0 V{y1 - 8} '
        f'a{(x1 - x0) / 2},8 0 0 1 {x0 - x1},0 z" {paint}/>'
        f'<path d="M{x0},{y0 + 8} a{(x1 - x0) / 2},8 0 0 0 {x1 - x0},0" fill="none" stroke="#333" stroke-width="1.4"/>',
    }
    return outlines[shape] + text_at(cx, cy + (5 if shape == "cyl" else 0), node["text"], node.get("type", 13))


def text_at(x: float, y: float, text: str, size: float, *, bold: bool = False, halo: bool = False) -> str:
    """Lines of text around a point."""
    lines = text.split("\n")
    first = y - (len(lines) - 1) * size * 0.6 + size * 0.35
    weight = ' font-weight="bold"' if bold else ""
    behind = ' paint-order="stroke" stroke="white" stroke-width="4"' if halo else ""
    return "".join(
        f'<text x="{x}" y="{first + i * size * 1.2:.1f}" font-family="{FONT}" font-size="{size}" text-anchor="middle" '
        f'fill="#111"{weight}{behind}>{escape(line)}</text>'
        for i, line in enumerate(lines)
    )


def _route(edge: dict[str, Any], boxes: dict[str, Any]) -> list[tuple[float, float]]:
    """From the middle of one side to the middle of another, straight, by given points or with one elbow."""
    leave, enter = edge.get("sides", "rl")
    start, end = _side(boxes[edge["from"]], leave), _side(boxes[edge["to"]], enter)
    if "via" in edge:
        return [start, *map(tuple, edge["via"]), end]
    if abs(start[0] - end[0]) < 1 or abs(start[1] - end[1]) < 1:
        return [start, end]
    if leave in "lr" and enter in "lr":
        middle = (start[0] + end[0]) / 2
        return [start, (middle, start[1]), (middle, end[1]), end]
    if leave in "tb" and enter in "tb":
        middle = (start[1] + end[1]) / 2
        return [start, (start[0], middle), (end[0], middle), end]
    return [start, (end[0], start[1]) if leave in "lr" else (start[0], end[1]), end]


def _side(box: tuple[float, float, float, float], which: str) -> tuple[float, float]:
    x0, y0, x1, y1 = box
    return {"l": (x0, (y0 + y1) / 2), "r": (x1, (y0 + y1) / 2), "t": ((x0 + x1) / 2, y0), "b": ((x0 + x1) / 2, y1)}[
        which
    ]


def _arrow(edge: dict[str, Any], boxes: dict[str, Any]) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _route(edge, boxes))
    dash = ' stroke-dasharray="5 4"' if edge.get("dashed") else ""
    tail = ' marker-start="url(#head)"' if edge.get("both") else ""
    paint = f'fill="none" stroke="#333" stroke-width="{edge.get("width", 1.5)}"'
    return f'<polyline points="{points}" {paint}{dash} marker-end="url(#head)"{tail}/>'


def _label(edge: dict[str, Any], boxes: dict[str, Any]) -> str:
    points = _route(edge, boxes)
    longest = max(pairwise(points), key=lambda p: abs(p[0][0] - p[1][0]) + abs(p[0][1] - p[1][1]))
    x, y = edge.get("label_at", [(longest[0][0] + longest[1][0]) / 2, (longest[0][1] + longest[1][1]) / 2 - 9])
    return text_at(x, y, edge["label"], 11, halo=True)
