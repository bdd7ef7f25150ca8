"""Dia: flowchart shapes, and lines whose ends are connected to them (options: line, "Line" or "ZigZagLine")."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from command_line import Drawn, made_by

SHAPES = {"diam": "Flowchart - Diamond", "circle": "Flowchart - Ellipse", "lean-r": "Flowchart - Parallelogram"}
CENTIMETRES = 1 / 30
TRIANGLE = 3


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    commands = [["dia", "-e", f"drawing.{kind}", "-t", kind, "-n", "drawing.dia"] for kind in ("svg", "png")]
    return made_by({"drawing.dia": _document(chart, options)}, commands)


def _document(chart: dict[str, Any], options: dict[str, Any]) -> str:
    numbers = {n["id"]: f"O{i}" for i, n in enumerate(chart["nodes"])}
    objects = [*map(_frame, chart["groups"]), *(_node(n, numbers[n["id"]]) for n in chart["nodes"])]
    for i, edge in enumerate(chart["edges"]):
        objects.append(_edge(edge, numbers, f"L{i}", options.get("line", "Line")))
    return (
        '<?xml version="1.0" encoding="UTF-8"?><dia:diagram xmlns:dia="http://www.lysator.liu.se/~alla/dia/">'
        f'<dia:layer name="Background" visible="true">{"".join(objects)}</dia:layer></dia:diagram>'
    )


def _attribute(name: str, value: str) -> str:
    return f'<dia:attribute name="{name}">{value}</dia:attribute>'


def _point(x: float, y: float) -> str:
    return f'<dia:point val="{x * CENTIMETRES:.3f},{y * CENTIMETRES:.3f}"/>'


def _text(text: str, x: float, y: float, height: float = 0.5) -> str:
    first = y - (text.count("\n")) * height / CENTIMETRES / 2
    inner = (
        _attribute("string", f"<dia:string>#{escape(text)}#</dia:string>")
        + _attribute("font", '<dia:font family="sans" style="0" name="Helvetica"/>')
        + _attribute("height", f'<dia:real val="{height}"/>')
        + _attribute("pos", _point(x, first))
        + _attribute("color", '<dia:color val="#000000"/>')
        + _attribute("alignment", '<dia:enum val="1"/>')
    )
    return f'<dia:composite type="text">{inner}</dia:composite>'


def _node(node: dict[str, Any], number: str) -> str:
    x, y, w, h = (node[side] for side in ("x", "y", "width", "height"))
    rounded = {"stadium": h / 2 * CENTIMETRES, "rounded": 0.3}.get(node["shape"], 0)
    inner = (
        _attribute("elem_corner", _point(x, y))
        + _attribute("elem_width", f'<dia:real val="{w * CENTIMETRES:.3f}"/>')
        + _attribute("elem_height", f'<dia:real val="{h * CENTIMETRES:.3f}"/>')
        + _attribute("corner_radius", f'<dia:real val="{rounded:.3f}"/>')
        + _attribute("padding", '<dia:real val="0.05"/>')
        + _attribute("text", _text(node["text"], x + w / 2, y + h / 2))
    )
    kind = SHAPES.get(node["shape"], "Flowchart - Box")
    return f'<dia:object type="{kind}" version="0" id="{number}">{inner}</dia:object>'


def _frame(group: dict[str, Any]) -> str:
    x, y, w, h = (group[side] for side in ("x", "y", "width", "height"))
    inner = (
        _attribute("elem_corner", _point(x, y))
        + _attribute("elem_width", f'<dia:real val="{w * CENTIMETRES:.3f}"/>')
        + _attribute("elem_height", f'<dia:real val="{h * CENTIMETRES:.3f}"/>')
        + _attribute("line_style", '<dia:enum val="1"/>')
    )
    frame = f'<dia:object type="Standard - Box" version="0" id="F{group["id"]}">{inner}</dia:object>'
    return frame + _words(group["text"], x + w / 2, y + 18, f"T{group['id']}")


def _words(text: str, x: float, y: float, number: str) -> str:
    inner = _attribute("obj_pos", _point(x, y)) + _attribute("text", _text(text, x, y, 0.45))
    return f'<dia:object type="Standard - Text" version="1" id="{number}">{inner}</dia:object>'


def _edge(edge: dict[str, Any], numbers: dict[str, str], number: str, kind: str) -> str:
    points = [edge["points"][0], *edge["points"][1:-1][4::9], edge["points"][-1]]
    arrows = _attribute("end_arrow", f'<dia:enum val="{TRIANGLE}"/>') * edge["head"]
    arrows += _attribute("start_arrow", f'<dia:enum val="{TRIANGLE}"/>') * edge["tail"]
    arrows += _attribute("line_style", '<dia:enum val="1"/>') * edge["dotted"]
    kind = "PolyLine" if kind == "Line" and len(points) > 2 else kind
    ends = {"Line": "conn_endpoints", "PolyLine": "poly_points", "ZigZagLine": "orth_points"}[kind]
    if kind == "ZigZagLine":
        (x0, y0), (x1, y1) = points[0], points[-1]
        points = [[x0, y0], [x0, (y0 + y1) / 2], [x1, (y0 + y1) / 2], [x1, y1]]
        arrows += _attribute("orth_orient", "".join(f'<dia:enum val="{i % 2 ^ 1}"/>' for i in range(3)))
        arrows += _attribute("autorouting", '<dia:boolean val="true"/>')
    route = _attribute(ends, "".join(_point(*p) for p in points))
    line = f'<dia:object type="Standard - {kind}" version="1" id="{number}">{route}{arrows}'
    last = len(points) - 1
    joined = "".join(
        f'<dia:connection handle="{handle}" to="{numbers[end]}" connection="16"/>'
        for handle, end in ((0, edge["source"]), (last if kind == "PolyLine" else 1, edge["target"]))
    )
    (x0, y0), (x1, y1) = points[last // 2], points[last // 2 + 1]
    said = _words(edge["label"], (x0 + x1) / 2 + 16, (y0 + y1) / 2, f"W{number}") if edge["label"] else ""
    return f"{line}<dia:connections>{joined}</dia:connections></dia:object>{said}"
