"""TikZ, its vectors by way of dvisvgm, pdftocairo or Inkscape (options: by)."""

from __future__ import annotations

from typing import Any

from command_line import Drawn, made_by

SHAPES = {
    "diam": "diamond, aspect=2.6, inner sep=1pt",
    "circle": "ellipse",
    "stadium": "rounded rectangle",
    "lean-r": "trapezium, trapezium left angle=75, trapezium right angle=105",
    "cyl": "cylinder, shape border rotate=90, aspect=0.2",
    "rounded": "rounded corners",
}
ESCAPED = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"$<$", ">": r"$>$",
    "≥": r"$\geq$", "≤": r"$\leq$", "°": r"$^\circ$", "µ": r"$\mu$", "→": r"$\to$", "×": r"$\times$",
}  # fmt: skip
OUTPUT = {
    "dvisvgm": [["latex", "-interaction=batchmode", "drawing.tex"], ["dvisvgm", "--font-format=woff", "drawing.dvi"]],
    "pdftocairo": [["pdftocairo", "-svg", "drawing.pdf", "drawing.svg"]],
    "inkscape": [["inkscape", "--pdf-poppler", "--export-filename=drawing.svg", "drawing.pdf"]],
    "mutool": [
        ["mutool", "draw", "-q", "-F", "svg", "-o", "drawing.svg", "drawing.pdf"],
        ["mv", "drawing1.svg", "drawing.svg"],
    ],
    "inkscape-text": [["inkscape", "--export-plain-svg", "--export-filename=drawing.svg", "drawing.pdf"]],
}
CENTIMETRES = 1 / 52


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    pdf = [
        ["pdflatex", "-interaction=batchmode", "drawing.tex"],
        ["pdftocairo", "-png", "-r", "130", "-singlefile", "drawing.pdf", "drawing"],
    ]
    return made_by({"drawing.tex": _document(chart, options)}, [*pdf, *OUTPUT[options["by"]]])


def _document(chart: dict[str, Any], options: dict[str, Any]) -> str:
    fit = [_frame(g) for g in chart["groups"]]
    body = "\n".join([*fit, *map(_node, chart["nodes"]), *(_edge(e, options) for e in chart["edges"])])
    return rf"""\documentclass[border=8pt]{{standalone}}
\usepackage{{textcomp}}\usepackage{{tikz}}
\usetikzlibrary{{shapes,arrows.meta}}
\begin{{document}}\begin{{tikzpicture}}[y=-1cm, every node/.style={{align=center}}, {options.get("style", "")}]
{body}
\end{{tikzpicture}}\end{{document}}
"""


def _at(x: float, y: float) -> str:
    return f"({x * CENTIMETRES:.3f},{y * CENTIMETRES:.3f})"


def _node(node: dict[str, Any]) -> str:
    shape = SHAPES.get(node["shape"], "rectangle")
    middle = _at(node["x"] + node["width"] / 2, node["y"] + node["height"] / 2)
    return rf"\node[draw, {shape}] ({node['id']}) at {middle} {{{said_in_latex(node['text'])}}};"


def _frame(group: dict[str, Any]) -> str:
    far = _at(group["x"] + group["width"], group["y"] + group["height"])
    title = _at(group["x"] + group["width"] / 2, group["y"] + 16)
    box = rf"\draw[dashed, fill=gray!8] {_at(group['x'], group['y'])} rectangle {far};"
    return box + rf" \node at {title} {{\bfseries {said_in_latex(group['text'])}}};"


def _edge(edge: dict[str, Any], options: dict[str, Any]) -> str:
    arrow = f"{'{Latex}' if edge['tail'] else ''}-{'{Latex}' if edge['head'] else ''}"
    label = (
        rf"node[midway, {options.get('label', 'fill=white')}, inner sep=1pt] {{\small {said_in_latex(edge['label'])}}}"
    )
    steps = [f"({edge['source']})", *(_at(*p) for p in edge["points"][1:-1][4::9]), f"({edge['target']})"]
    if edge["label"]:
        steps[len(steps) // 2] += f" {label}"
    return rf"\draw[{arrow}{', dashed' if edge['dotted'] else ''}] {' -- '.join(steps)};"


def said_in_latex(text: str) -> str:
    """A text of several lines for a table or node that is centred."""
    return r" \\ ".join("".join(ESCAPED.get(c, c) for c in line) for line in text.split("\n"))
