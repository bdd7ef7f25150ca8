"""R's base graphics, by its svg device."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from command_line import Drawn, made_by
from places import corners, is_oval, label_place, middle, way

OVAL = "t <- seq(0, 2 * pi, length.out = 60)"


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    w, h = chart["width"] + 20, chart["height"] + 20
    lines = [
        f'svg("drawing.svg", width = {w / 96}, height = {h / 96}, pointsize = 9)',
        'par(mar = c(0, 0, 0, 0), xaxs = "i", yaxs = "i"); plot.new()',
        f"plot.window(xlim = c(-10, {w - 10}), ylim = c({h - 10}, -10)); {OVAL}",
        *(_shape(group, group["y"] + 12, 2) for group in chart["groups"]),
        *(_shape(node, middle(node)[1], 1) for node in chart["nodes"]),
        *map(_edge, chart["edges"]),
        "invisible(dev.off())",
    ]
    return made_by({"drawing.R": "\n".join(lines) + "\n"}, [["Rscript", "drawing.R"]])


def _shape(element: dict[str, Any], height: float, line: int) -> str:
    x, y = middle(element)
    if is_oval(element):
        ring = f"{x} + {element['width'] / 2} * cos(t), {y} + {element['height'] / 2} * sin(t)"
    else:
        ring = ", ".join(f"c({', '.join(f'{p[axis]:.1f}' for p in corners(element))})" for axis in (0, 1))
    return f"polygon({ring}, lty = {line}); text({x}, {height}, {_said(element['text'])})"


def _edge(edge: dict[str, Any]) -> str:
    steps = list(pairwise(way(edge)))
    lines = []
    for i, ((x0, y0), (x1, y1)) in enumerate(steps):
        code = 2 * (edge["head"] and i == len(steps) - 1) + (edge["tail"] and i == 0)
        look = f"length = 0.08, code = {int(code)}, lty = {2 if edge['dotted'] else 1}"
        lines.append(f"arrows({x0:.1f}, {y0:.1f}, {x1:.1f}, {y1:.1f}, {look})")
    x, y = label_place(edge)
    words = f"text({x}, {y}, {_said(edge['label'])}, cex = 0.85, pos = 4)" if edge["label"] else ""
    return "; ".join([*lines, words])


def _said(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', "'").replace("\n", "\\n") + '"'
