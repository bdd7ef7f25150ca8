"""Inkscape: a drawing of shapes and connectors, saved anew by Inkscape (options: plain, paths)."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from command_line import Drawn, made_by

NS = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)
HEAD = (
    '<marker style="overflow:visible" id="Triangle" refX="0" refY="0" orient="auto-start-reverse" '
    'inkscape:stockid="Triangle arrow" markerWidth="5.32" markerHeight="6.16" viewBox="0 0 5.32 6.16">'
    '<path transform="scale(0.5)" style="fill:context-stroke;fill-rule:evenodd;stroke:context-stroke;stroke-width:1pt" '
    'd="M 5.77,0 -2.88,5 V -5 Z"/></marker>'
)


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    how = ["--export-plain-svg"] * options.get("plain", False) + ["--export-text-to-path"] * options.get("paths", False)
    save = ["inkscape", *how, "--export-filename=drawing.svg", "source.svg"]
    picture = [
        "inkscape",
        "--export-dpi=144",
        "--export-background=white",
        "--export-filename=drawing.png",
        "source.svg",
    ]
    return made_by({"source.svg": _document(chart)}, [save, picture])


def _document(chart: dict[str, Any]) -> str:
    parts = [*map(_frame, chart["groups"]), *map(_node, chart["nodes"]), *map(_edge, chart["edges"])]
    w, h = chart["width"], chart["height"]
    layer = f'<g inkscape:groupmode="layer" inkscape:label="Layer 1" transform="scale(0.2646)">{"".join(parts)}</g>'
    size = f'width="{w * 0.2646:.2f}mm" height="{h * 0.2646:.2f}mm" viewBox="0 0 {w * 0.2646:.2f} {h * 0.2646:.2f}"'
    return f'<?xml version="1.0" encoding="UTF-8"?><svg {NS} {size}><defs>{HEAD}</defs>{layer}</svg>'


def _text(text: str, x: float, y: float, size: float = 14) -> str:
    lines = text.split("\n")
    first = y - (len(lines) - 1) * size * 0.625 + size * 0.35
    spans = "".join(
        f'<tspan sodipodi:role="line" x="{x:.2f}" y="{first + i * size * 1.25:.2f}">{escape(line)}</tspan>'
        for i, line in enumerate(lines)
    )
    style = (
        f"font-size:{size}px;line-height:1.25;font-family:sans-serif;text-anchor:middle;text-align:center;fill:#000000"
    )
    return f'<text xml:space="preserve" style="{style}" x="{x:.2f}" y="{first:.2f}">{spans}</text>'


def _node(node: dict[str, Any]) -> str:
    x, y, w, h = (node[side] for side in ("x", "y", "width", "height"))
    style = 'style="fill:#ffffff;stroke:#000000;stroke-width:1.5"'
    if node["shape"] == "diam":
        outline = f'<path {style} d="m {x},{y + h / 2} {w / 2},{-h / 2} {w / 2},{h / 2} {-w / 2},{h / 2} z"/>'
    elif node["shape"] == "circle":
        outline = f'<ellipse {style} cx="{x + w / 2}" cy="{y + h / 2}" rx="{w / 2}" ry="{h / 2}"/>'
    else:
        radius = {"stadium": h / 2, "rounded": 6}.get(node["shape"], 0)
        outline = f'<rect {style} id="{node["id"]}" x="{x}" y="{y}" width="{w}" height="{h}" ry="{radius}"/>'
    return f"<g>{outline}{_text(node['text'], x + w / 2, y + h / 2)}</g>"


def _frame(group: dict[str, Any]) -> str:
    x, y, w, h = (group[side] for side in ("x", "y", "width", "height"))
    style = 'style="fill:#eeeeee;stroke:#666666;stroke-width:1;stroke-dasharray:4,4"'
    return f'<rect {style} x="{x}" y="{y}" width="{w}" height="{h}"/>{_text(group["text"], x + w / 2, y + 12)}'


def _edge(edge: dict[str, Any]) -> str:
    points = [edge["points"][0], *edge["points"][1:-1][4::9], edge["points"][-1]]
    heads = ";marker-end:url(#Triangle)" * edge["head"] + ";marker-start:url(#Triangle)" * edge["tail"]
    dashes = ";stroke-dasharray:6,3" * edge["dotted"]
    route = " ".join(f"{x},{y}" for x, y in points)
    style = f"fill:none;stroke:#000000;stroke-width:1.5{heads}{dashes}"
    line = f'<path inkscape:connector-type="polyline" style="{style}" d="M {route}"/>'
    (x0, y0), (x1, y1) = points[(len(points) - 1) // 2], points[(len(points) - 1) // 2 + 1]
    return line + (_text(edge["label"], (x0 + x1) / 2 + 14, (y0 + y1) / 2, 12) if edge["label"] else "")
