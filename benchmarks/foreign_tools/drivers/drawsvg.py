"""drawsvg: shapes, markers and texts as its users write them."""

from __future__ import annotations

from typing import Any

from command_line import Drawn
from places import corners, is_oval, label_place, middle, way


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    import drawsvg

    page = drawsvg.Drawing(chart["width"] + 20, chart["height"] + 20, origin=(-10, -10))
    head = drawsvg.Marker(-0.1, -0.51, 0.9, 0.5, scale=8, orient="auto")
    head.append(drawsvg.Lines(-0.1, 0.5, -0.1, -0.5, 0.9, 0, fill="black", close=True))
    tail = drawsvg.Marker(-0.9, -0.51, 0.1, 0.5, scale=8, orient="auto")
    tail.append(drawsvg.Lines(0.1, 0.5, 0.1, -0.5, -0.9, 0, fill="black", close=True))
    for group in chart["groups"]:
        _shape(page, group, "#f4f4f4", group["y"] + 12)
    for edge in chart["edges"]:
        marks = {"marker_end": head} if edge["head"] else {}
        marks |= {"marker_start": tail} if edge["tail"] else {}
        dashes = {"stroke_dasharray": "4 3"} if edge["dotted"] else {}
        flat = [value for point in way(edge) for value in point]
        page.append(drawsvg.Lines(*flat, fill="none", stroke="black", **marks, **dashes))
        if edge["label"]:
            page.append(drawsvg.Text(edge["label"].split("\n"), 11, *label_place(edge), center=True))
    for node in chart["nodes"]:
        _shape(page, node, "#eef", middle(node)[1])
    return Drawn(page.as_svg())


def _shape(page: Any, element: dict[str, Any], fill: str, height: float) -> None:
    import drawsvg

    x, y = middle(element)
    look = {"fill": fill, "stroke": "black"}
    if is_oval(element):
        page.append(drawsvg.Ellipse(x, y, element["width"] / 2, element["height"] / 2, **look))
    else:
        page.append(drawsvg.Lines(*(value for point in corners(element) for value in point), close=True, **look))
    if element["text"]:
        page.append(drawsvg.Text(element["text"].split("\n"), 13, x, height, center=True, font_family="Arial"))
