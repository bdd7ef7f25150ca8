"""Asymptote: paths with its arrowheads and LaTeX's letters, through dvisvgm (options: head)."""

from __future__ import annotations

from typing import Any

from command_line import Drawn, made_by
from drivers.tikz import said_in_latex
from places import corners, is_oval, label_place, middle, way


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    body = [*map(_frame, chart["groups"]), *map(_node, chart["nodes"]), *(_edge(e, options) for e in chart["edges"])]
    source = 'texpreamble("\\usepackage{textcomp}");\nunitsize(0.75bp);\ndefaultpen(fontsize(8pt));\n' + "\n".join(body)
    return made_by({"drawing.asy": source}, [["asy", "-noV", "-f", "svg", "drawing.asy"]])


def _at(point: tuple[float, float]) -> str:
    return f"({point[0]:.2f},{-point[1]:.2f})"


def _path(element: dict[str, Any]) -> str:
    if is_oval(element):
        return f"ellipse({_at(middle(element))},{element['width'] / 2:.2f},{element['height'] / 2:.2f})"
    return "--".join(map(_at, corners(element))) + "--cycle"


def _node(node: dict[str, Any]) -> str:
    return f"filldraw({_path(node)}, paleyellow); {_label(node['text'], middle(node))}"


def _frame(group: dict[str, Any]) -> str:
    return f"draw({_path(group)}, dashed); {_label(group['text'], (middle(group)[0], group['y'] + 12))}"


def _edge(edge: dict[str, Any], options: dict[str, Any]) -> str:
    head = f"({options.get('head', 'DefaultHead')})"
    kind = {(True, True): "Arrows" + head, (True, False): "Arrow" + head, (False, True): "BeginArrow" + head}
    arrow = kind.get((bool(edge["head"]), bool(edge["tail"])), "None")
    line = f"draw({'--'.join(map(_at, way(edge)))}, {'dashed' if edge['dotted'] else 'solid'}, {arrow});"
    return line + (" " + _label(edge["label"], label_place(edge)) if edge["label"] else "")


def _label(text: str, place: tuple[float, float]) -> str:
    if not text:
        return ""
    table = rf"\begin{{tabular}}{{c}}{said_in_latex(text)}\end{{tabular}}".replace('"', "''")
    return f'label("{table}", {_at(place)});'
