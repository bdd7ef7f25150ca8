"""Typst: placed shapes and texts, its letters as symbols."""

from __future__ import annotations

import json
from typing import Any

from command_line import Drawn
from places import corners, headed, is_oval, label_place, triangle, way


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    import typst

    w, h = ((chart[side] + 20) * 0.75 for side in ("width", "height"))
    page = f"#set page(width: {w:.1f}pt, height: {h:.1f}pt, margin: 7.5pt)\n#set text(size: 8pt)\n"
    body = [_shape(g, "luma(240)", "top") for g in chart["groups"]]
    body += [_shape(n, "white", "horizon") for n in chart["nodes"]]
    body += [_edge(e) for e in chart["edges"]]
    return Drawn(typst.compile((page + "\n".join(body)).encode(), format="svg").decode("utf-8"))


def _at(point: tuple[float, float]) -> str:
    return f"({point[0] * 0.75:.2f}pt, {point[1] * 0.75:.2f}pt)"


def _said(text: str) -> str:
    return " + linebreak() + ".join(f"[#{json.dumps(line, ensure_ascii=False)}]" for line in text.split("\n"))


def _shape(element: dict[str, Any], fill: str, at: str) -> str:
    x, y, w, h = (f"{element[side] * 0.75:.2f}pt" for side in ("x", "y", "width", "height"))
    if is_oval(element):
        shape = f"#place(dx: {x}, dy: {y}, ellipse(width: {w}, height: {h}, fill: {fill}, stroke: 0.8pt))"
    elif element.get("shape") == "rounded":
        shape = f"#place(dx: {x}, dy: {y}, rect(width: {w}, height: {h}, radius: 4pt, fill: {fill}, stroke: 0.8pt))"
    else:
        shape = f"#place(polygon(fill: {fill}, stroke: 0.8pt, {', '.join(map(_at, corners(element)))}))"
    words = f"align(center + {at}, {_said(element['text'])})"
    return shape + f"\n#place(dx: {x}, dy: {y}, box(width: {w}, height: {h}, inset: 3pt, {words}))"


def _edge(edge: dict[str, Any]) -> str:
    first, *others = way(edge)
    steps = ", ".join([f"curve.move({_at(first)})", *(f"curve.line({_at(p)})" for p in others)])
    dash = "dashed" if edge["dotted"] else "solid"
    line = f'#place(curve(stroke: (thickness: 0.8pt, dash: "{dash}"), {steps}))'
    for points in headed(edge):
        line += f"\n#place(polygon(fill: black, {', '.join(map(_at, triangle(points)))}))"
    if edge["label"]:
        x, y = label_place(edge)
        place = f"dx: {x * 0.75 - 50:.2f}pt, dy: {y * 0.75 - 5:.2f}pt"
        words = f"box(fill: white, inset: 1pt, {_said(edge['label'])})"
        line += f"\n#place({place}, box(width: 100pt, align(center, {words})))"
    return line
