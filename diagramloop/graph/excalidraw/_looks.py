"""Excalidraw's words for shapes, lines and ends, and ours."""

from __future__ import annotations

from diagramloop.graph._elements import Head, Line

INK = "#1e1e1e"
"""Colour that Excalidraw draws with unless told otherwise."""
NOTHING = "transparent"
THIN_PX, THICK_PX = 2, 4
ROUND = {"type": 3}

SHAPES = {"diam": "diamond", "circle": "ellipse", "ellipse": "ellipse", "dbl-circ": "ellipse", "text": "text"}
"""Of our shapes those that it has; all others are rectangles."""
ROUNDED = frozenset({"rounded", "stadium", "state", "delay"})

HEADS: dict[Head, str | None] = {"arrow": "triangle", "none": None, "circle": "circle", "cross": "bar"}
_HEAD_OF: dict[str | None, Head] = {
    None: "none",
    "bar": "cross",
    "circle": "circle",
    "dot": "circle",
    "circle_outline": "circle",
}


def head_of(mark: str | None) -> Head:
    """Our word for the mark at an arrow's end."""
    return _HEAD_OF.get(mark, "arrow")


def line_of(style: str, width: float, colour: str) -> Line:
    """Our word for how a line is drawn."""
    if colour == NOTHING:
        return "invisible"
    if style in ("dotted", "dashed"):
        return "dotted"
    return "thick" if width >= THICK_PX else "solid"
