"""Lengths and viewports of SVG: what an element's own size, unit, view box and transform make of its numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

import numpy as np

from diagramloop.engines.parse.svg_reader._flattening import Points

_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(%|[a-zA-Z]*)\s*")
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "rem": 16.0,
    "ex": 8.0,
}
_FONT_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0}


@dataclass(frozen=True)
class State:
    """The state of an element: its matrix, inherited properties, font size and viewport (user units)."""

    matrix: Points
    style: Mapping[str, str]
    font_size: float
    viewport: tuple[float, float]

    def length(self, value: str, axis: str) -> float:
        """A length in user units; ``SIZE|VALUE`` sets the font size that ``em`` means, the axis what ``%`` is of:
        ``x``, ``y``, ``d`` (the diagonal), ``f`` (the font size), or ``1``.
        """
        own, _, value = value.rpartition("|")
        size = float(own) if own else self.font_size
        if value in _FONT_SIZES:
            return _FONT_SIZES[value]
        match = _LENGTH.match(value)
        if match is None:
            return size if axis == "f" else 0.0
        number, unit = float(match[1]), match[2]
        if unit == "em":
            return number * size
        if unit == "%":
            whole = {"x": self.viewport[0], "y": self.viewport[1], "f": size, "1": 1.0}
            return number / 100 * whole.get(axis, math.hypot(*self.viewport) / math.sqrt(2))
        return number * _UNITS.get(unit, 1.0)


def page(root: Element) -> tuple[Points | None, State]:
    """The page's width and height in CSS pixels, None if the drawing does not say, and what holds on it."""
    start = State(np.eye(3), {"fill": "black"}, 16.0, (0.0, 0.0))
    box = _view_box(root)
    given = [start.length(root.get(name, ""), "x") for name in ("width", "height")]
    if box is None:
        said = all(length > 0 for length in given)
        return np.array(given) if said else None, replace(start, viewport=(given[0], given[1]))
    ratio = box[3] / box[2]
    width = given[0] or (given[1] / ratio if given[1] else box[2])
    height = given[1] or width * ratio
    return np.array([width, height]), fitted(root, replace(start, viewport=(width, height)))


def _view_box(element: Element) -> tuple[float, float, float, float] | None:
    try:
        left, top, width, height = (float(v) for v in element.get("viewBox", "").replace(",", " ").split())
    except ValueError:
        return None
    return (left, top, width, height) if width > 0 and height > 0 else None


def fitted(element: Element, state: State) -> State:
    """Within an element with a view box, which is fitted into ``state.viewport``."""
    box = _view_box(element)
    if box is None:
        return state
    left, top, width, height = box
    sx, sy = state.viewport[0] / width, state.viewport[1] / height
    align = element.get("preserveAspectRatio", "xMidYMid meet")
    if "none" not in align:
        sx = sy = max(sx, sy) if "slice" in align else min(sx, sy)
    room = (state.viewport[0] - width * sx, state.viewport[1] - height * sy)
    before = [_share(align, axis) * space for axis, space in zip("xY", room, strict=True)]
    fit = np.array([[sx, 0, before[0] - left * sx], [0, sy, before[1] - top * sy], [0, 0, 1.0]])
    return replace(state, matrix=state.matrix @ fit, viewport=(width, height))


def _share(align: str, axis: str) -> float:
    """Of the room that is left, what comes before the drawing."""
    return next((share for word, share in (("Min", 0.0), ("Max", 1.0)) if f"{axis}{word}" in align), 0.5)
