"""Schemdraw's flow elements, placed, with arrows between them (options: theme)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from command_line import Drawn

UNITS = 1 / 40


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    import schemdraw
    from schemdraw import elements, flow

    schemdraw.use("svg")
    schemdraw.theme(options.get("theme", "default"))
    drawing = schemdraw.Drawing(show=False, fontsize=10, lw=1.2)
    for node in chart["nodes"]:
        w, h = node["width"] * UNITS, node["height"] * UNITS
        kind = {
            "diam": flow.Decision,
            "stadium": flow.Terminal,
            "circle": flow.Ellipse,
            "lean-r": flow.Data,
            "fr-rect": flow.Subroutine,
        }
        shape = kind.get(node["shape"], flow.Box)(w=w, h=h)
        drawing.add(shape.at(_at(node["x"] + node["width"] / 2, node["y"])).anchor("N").label(node["text"]))
    for edge in chart["edges"]:
        points = [edge["points"][0], *edge["points"][1:-1][4::9], edge["points"][-1]]
        wire = [_at(*p) for p in points]
        for i, (start, end) in enumerate(pairwise(wire)):
            heads = "<" * (i == 0 and edge["tail"]) + "-" + ">" * (i == len(wire) - 2 and edge["head"])
            line = elements.Line(arrow=heads) if len(heads) > 1 else elements.Line()
            line = line.linestyle("--") if edge["dotted"] else line
            drawing.add(line.at(start).to(end).label(edge["label"] if i == (len(wire) - 1) // 2 else "", fontsize=9))
    return Drawn(drawing.get_imagedata("svg").decode())


def _at(x: float, y: float) -> tuple[float, float]:
    return x * UNITS, -y * UNITS
