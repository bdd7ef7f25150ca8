"""How Graphviz spells what a graph draws: shapes, lines and the marks at an edge's ends."""

from __future__ import annotations

from collections.abc import Mapping

from flowbench.graph._model import Head, Line

SHAPES: dict[str, dict[str, str]] = {
    "rect": {"shape": "box"},
    "rounded": {"shape": "box", "style": "rounded"},
    "stadium": {"shape": "ellipse"},
    "fr-rect": {"shape": "box", "peripheries": "2"},
    "cyl": {"shape": "cylinder"},
    "circle": {"shape": "circle"},
    "dbl-circ": {"shape": "doublecircle"},
    "diam": {"shape": "diamond"},
    "hex": {"shape": "hexagon"},
    "lean-r": {"shape": "parallelogram"},
    "lean-l": {"shape": "polygon", "sides": "4", "skew": "-0.6"},
    "trap-b": {"shape": "trapezium"},
    "trap-t": {"shape": "invtrapezium"},
    "odd": {"shape": "cds"},
    "doc": {"shape": "note"},
    "tri": {"shape": "triangle"},
    "flip-tri": {"shape": "invtriangle"},
    "notch-pent": {"shape": "house"},
    "f-circ": {"shape": "point"},
    "st-rect": {"shape": "box3d"},
    "text": {"shape": "plaintext"},
}
"""The attributes that draw each of Mermaid's shapes; the others have no like in Graphviz."""

_LIKE = {
    "rectangle": "rect", "square": "rect", "rect": "rect", "tab": "rect", "folder": "rect", "record": "rect",
    "Mrecord": "rounded", "oval": "stadium", "egg": "stadium", "Mdiamond": "diam", "Mcircle": "circle",
    "component": "fr-rect", "Msquare": "rect", "none": "text", "plain": "text", "underline": "text",
    "septagon": "hex", "octagon": "hex", "doubleoctagon": "hex", "tripleoctagon": "hex", "pentagon": "hex",
    "invhouse": "flip-tri", "larrow": "odd", "rarrow": "odd", "lpromoter": "odd", "rpromoter": "odd",
    "signature": "doc", "star": "bang",
}  # fmt: skip
_BY_SHAPE = {attributes["shape"]: name for name, attributes in SHAPES.items() if len(attributes) == 1} | _LIKE

HEADS: dict[Head, str] = {"arrow": "normal", "none": "none", "circle": "dot", "cross": "tee"}
_HEAD_OF: dict[str, Head] = {"none": "none", "dot": "circle", "odot": "circle", "tee": "cross"}
LINES: dict[Line, dict[str, str]] = {
    "solid": {},
    "dotted": {"style": "dotted"},
    "thick": {"penwidth": "3.5"},
    "invisible": {"style": "invis"},
}
THICK = 2.0  # a pen at least this wide draws a thick line


def shape_of(attributes: Mapping[str, str]) -> str:
    """Mermaid's name of the shape that a node's attributes draw; what is unknown is a rectangle."""
    shape, style = attributes.get("shape", "ellipse"), attributes.get("style", "")
    if shape == "polygon" and attributes.get("sides", "4") == "4":
        skew = _number(attributes.get("skew", "0"))
        return "rect" if skew == 0 else ("lean-r" if skew > 0 else "lean-l")
    name = _BY_SHAPE.get(shape, "rect")
    if name == "rect" and attributes.get("peripheries") == "2":
        return "fr-rect"
    return "rounded" if name == "rect" and "rounded" in style else name


def line_of(attributes: Mapping[str, str]) -> Line:
    """The line that an edge's attributes draw."""
    styles = attributes.get("style", "").replace(" ", "").split(",")
    if "invis" in styles:
        return "invisible"
    if "dotted" in styles or "dashed" in styles:
        return "dotted"
    return "thick" if "bold" in styles or _number(attributes.get("penwidth", "1")) >= THICK else "solid"


def marks_of(attributes: Mapping[str, str], directed: bool) -> tuple[Head, Head]:
    """The marks at an edge's (target, source) ends."""
    direction = attributes.get("dir", "forward" if directed else "none")
    head = _mark(attributes.get("arrowhead", "normal")) if direction in ("forward", "both") else "none"
    tail = _mark(attributes.get("arrowtail", "normal")) if direction in ("back", "both") else "none"
    return head, tail


def _mark(name: str) -> Head:
    return _HEAD_OF.get(name, "arrow")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
