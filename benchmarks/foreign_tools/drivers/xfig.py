"""Xfig's file format, by fig2dev (options: arrow, its type and style)."""

from __future__ import annotations

from typing import Any

from command_line import Drawn, made_by
from places import corners, is_oval, label_place, middle, way

UNITS = 1200 / 96
HEADER = "#FIG 3.2\nPortrait\nCenter\nMetric\nA4\n100.00\nSingle\n-2\n1200 2\n"
LINE = 17  # px


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    body = [line for group in chart["groups"] for line in [_shape(group, 60), *_said(group, group["y"] + 14)]]
    body += [line for node in chart["nodes"] for line in [_shape(node, 50), *_said(node, middle(node)[1])]]
    body += [line for edge in chart["edges"] for line in _edge(edge, options)]
    command = ["fig2dev", "-L", "svg", "drawing.fig", "drawing.svg"]
    return made_by({"drawing.fig": HEADER + "\n".join(body) + "\n"}, [command])


def _at(x: float, y: float) -> str:
    return f"{round((x + 40) * UNITS)} {round((y + 40) * UNITS)}"


def _shape(element: dict[str, Any], depth: int) -> str:
    if is_oval(element):
        (x, y), radii = middle(element), f"{round(element['width'] / 2 * UNITS)} {round(element['height'] / 2 * UNITS)}"
        far = _at(x + element["width"] / 2, y)
        return f"1 1 0 1 0 7 {depth} -1 20 0.000 1 0.0000 {_at(x, y)} {radii} {_at(x, y)} {far}"
    ring = corners(element)
    points = " ".join(_at(*p) for p in [*ring, ring[0]])
    style = 1 if depth == 60 else 0
    return f"2 3 {style} 1 0 7 {depth} -1 20 4.000 0 0 -1 0 0 {len(ring) + 1}\n\t{points}"


def _said(element: dict[str, Any], height: float, key: str = "text") -> list[str]:
    lines = element[key].split("\n") if element[key] else []
    x = middle(element)[0]
    return [_text(line, x, height + LINE * (i - (len(lines) - 1) / 2), 11) for i, line in enumerate(lines)]


def _text(line: str, x: float, y: float, size: int) -> str:
    # With other letters fig2dev writes a file that is no UTF-8.
    escaped = "".join(c if ord(c) < 128 else "?" for c in line.replace("\\", "\\\\"))
    return f"4 1 0 40 -1 16 {size} 0.0000 4 150 {len(line) * 90} {_at(x, y + 5)} {escaped}\\001"


def _edge(edge: dict[str, Any], options: dict[str, Any]) -> list[str]:
    points = way(edge)
    kind, style = options.get("arrow", "1 1"), 1 if edge["dotted"] else 0
    arrow = f"\t{kind} 1.00 75.00 120.00"
    heads = f"{int(edge['head'])} {int(edge['tail'])} {len(points)}"
    lines = [f"2 1 {style} 1 0 7 45 -1 -1 4.000 0 0 -1 {heads}", *[arrow] * (edge["head"] + edge["tail"])]
    lines.append("\t" + " ".join(_at(*p) for p in points))
    x, y = label_place(edge)
    return lines + [_text(line, x, y + LINE * i, 9) for i, line in enumerate(edge["label"].split("\n")) if line]
