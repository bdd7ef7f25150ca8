"""MetaPost's own SVG, its letters as outlines."""

from __future__ import annotations

from typing import Any

from command_line import Drawn, made_by
from drivers.tikz import said_in_latex
from places import corners, is_oval, label_place, middle, way

HEADER = r"""verbatimtex
\documentclass{article}\usepackage{textcomp}\begin{document}
etex
outputformat := "svg"; outputtemplate := "drawing.svg"; prologues := 3;
ahlength := 7bp;
"""


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    body = [*map(_frame, chart["groups"]), *map(_node, chart["nodes"]), *map(_edge, chart["edges"])]
    source = HEADER + "beginfig(1);\n" + "\n".join(body) + "\nendfig;\nend\n"
    return made_by({"drawing.mp": source}, [["mpost", "-interaction=batchmode", "-tex=latex", "drawing.mp"]])


def _at(point: tuple[float, float]) -> str:
    return f"({point[0] * 0.75:.2f},{-point[1] * 0.75:.2f})"


def _path(element: dict[str, Any]) -> str:
    if is_oval(element):
        size = f"xscaled {element['width'] * 0.75:.2f} yscaled {element['height'] * 0.75:.2f}"
        return f"fullcircle {size} shifted {_at(middle(element))}"
    return " -- ".join(map(_at, corners(element))) + " -- cycle"


def _node(node: dict[str, Any]) -> str:
    return f"draw {_path(node)}; {_label(node['text'], middle(node))}"


def _frame(group: dict[str, Any]) -> str:
    x, _ = middle(group)
    return f"draw {_path(group)} dashed evenly; {_label(group['text'], (x, group['y'] + 12))}"


def _edge(edge: dict[str, Any]) -> str:
    kind = {(True, True): "drawdblarrow", (True, False): "drawarrow", (False, True): "drawarrow"}
    command = kind.get((bool(edge["head"]), bool(edge["tail"])), "draw")
    points = way(edge) if edge["head"] or not edge["tail"] else way(edge)[::-1]
    line = f"{command} {' -- '.join(map(_at, points))}{' dashed evenly' if edge['dotted'] else ''};"
    return line + (" " + _label(edge["label"], label_place(edge)) if edge["label"] else "")


def _label(text: str, place: tuple[float, float]) -> str:
    if not text:
        return ""
    table = rf"\footnotesize\begin{{tabular}}{{c}}{said_in_latex(text)}\end{{tabular}}"
    return f"label(btex {table} etex, {_at(place)});"
