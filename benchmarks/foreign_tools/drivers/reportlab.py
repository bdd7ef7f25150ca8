"""ReportLab's graphics, by its SVG renderer."""

from __future__ import annotations

from typing import Any

from command_line import Drawn
from places import corners, headed, is_oval, label_place, middle, triangle, way

LINE = 13


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    from reportlab.graphics import renderSVG
    from reportlab.graphics.shapes import Drawing

    page = Drawing(chart["width"] + 20, chart["height"] + 20)
    for group in chart["groups"]:
        page.add(_shape(group, chart["height"], "lightgrey"))
        _say(page, group["text"], (middle(group)[0], group["y"] + 12), chart["height"])
    for edge in chart["edges"]:
        _line(page, edge, chart["height"])
    for node in chart["nodes"]:
        page.add(_shape(node, chart["height"], "white"))
        _say(page, node["text"], middle(node), chart["height"])
    return Drawn(renderSVG.drawToString(page))


def _flat(points: list[tuple[float, float]], height: float) -> list[float]:
    return [value for x, y in points for value in (x + 10, height - y + 10)]


def _shape(element: dict[str, Any], height: float, fill: str) -> Any:
    from reportlab.graphics.shapes import Ellipse, Polygon, Rect
    from reportlab.lib import colors

    look = {"fillColor": getattr(colors, fill), "strokeColor": colors.black}
    if is_oval(element):
        x, y = _flat([middle(element)], height)
        return Ellipse(x, y, element["width"] / 2, element["height"] / 2, **look)
    ring = _flat(corners(element), height)
    if element.get("shape") in ("diam", "lean-r", "hex"):
        return Polygon(ring, **look)
    return Rect(ring[6], ring[7], element["width"], element["height"], rx=4, ry=4, **look)


def _line(page: Any, edge: dict[str, Any], height: float) -> None:
    from reportlab.graphics.shapes import Polygon, PolyLine
    from reportlab.lib import colors

    dashes = {"strokeDashArray": [4, 3]} if edge["dotted"] else {}
    page.add(PolyLine(_flat(way(edge), height), strokeColor=colors.black, **dashes))
    for points in headed(edge):
        page.add(Polygon(_flat(triangle(points), height), fillColor=colors.black, strokeColor=None))
    _say(page, edge["label"], label_place(edge), height, 9)


def _say(page: Any, text: str, place: tuple[float, float], height: float, size: float = 11) -> None:
    from reportlab.graphics.shapes import String

    lines = text.split("\n") if text else []
    x, y = _flat([place], height)
    for i, line in enumerate(lines):
        top = y - 4 - LINE * (i - (len(lines) - 1) / 2)
        page.add(String(x, top, line, fontSize=size, textAnchor="middle"))
