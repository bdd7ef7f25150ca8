"""gnuplot: objects, labels and arrows on a plot without axes, by its svg terminal (options: head, terminal)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from command_line import Drawn, made_by
from places import corners, is_oval, label_place, middle, way


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    return made_by({"drawing.gp": _script(chart, options)}, [["gnuplot", "drawing.gp"]])


def _script(chart: dict[str, Any], options: dict[str, Any]) -> str:
    w, h = chart["width"] + 20, chart["height"] + 20
    lines = [
        f'set terminal svg size {w:.0f},{h:.0f} font "Arial,11" noenhanced {options.get("terminal", "")}',
        'set output "drawing.svg"',
        "unset border; unset tics; unset key; set margins 0,0,0,0",
        f"set xrange [-10:{w - 10}]; set yrange [{h - 10}:-10]",
        *(line for group in chart["groups"] for line in _box(group, group["y"] + 12, "dt 2 lc 'gray40'")),
        *(line for node in chart["nodes"] for line in _box(node, middle(node)[1], "lc 'black'")),
        *(line for edge in chart["edges"] for line in _edge(edge, options)),
        "plot NaN notitle",
    ]
    return "\n".join(lines) + "\n"


def _box(element: dict[str, Any], height: float, look: str) -> list[str]:
    x, y = middle(element)
    if is_oval(element):
        shape = f"ellipse center {x},{y} size {element['width']},{element['height']}"
    else:
        ring = corners(element)
        shape = "polygon from " + " to ".join(f"{a},{b}" for a, b in [*ring, ring[0]])
    return [f"set object {shape} fs empty border {look}", f"set label {_said(element['text'])} at {x},{height} center"]


def _edge(edge: dict[str, Any], options: dict[str, Any]) -> list[str]:
    steps = list(pairwise(way(edge)))
    lines = []
    for i, ((x0, y0), (x1, y1)) in enumerate(steps):
        ends = {(True, True): "heads", (True, False): "head", (False, True): "backhead", (False, False): "nohead"}
        heads = ends[bool(edge["head"] and i == len(steps) - 1), bool(edge["tail"] and i == 0)]
        form = f"{heads} {options.get('head', 'filled')}" if heads != "nohead" else heads
        lines.append(f"set arrow from {x0},{y0} to {x1},{y1} {form} {'dt 2' if edge['dotted'] else ''}")
    if edge["label"]:
        x, y = label_place(edge)
        lines.append(f'set label {_said(edge["label"])} at {x + 4},{y} left font "Arial,9"')
    return lines


def _said(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', "'").replace("\n", "\\n") + '"'
