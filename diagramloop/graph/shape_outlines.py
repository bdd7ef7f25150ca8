"""Outlines of Mermaid's shapes, as polygons: what a drawing follows, and what a reader compares with.

A shape is a function of the width, the height and one length of its own (a slant, a corner radius, the
depth of a notch or a lid).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # shape (n, 2)
Drawing = Callable[[float, float, float], Points]  # width, height, own length -> polygon in (0, 0, w, h)

_QUARTER = np.linspace(0.0, np.pi / 2, 9)
_HALF = np.linspace(0.0, np.pi, 25)


def _on_circle(angles: Points) -> Points:
    """Points of the circle of radius 1 around the origin."""
    return np.column_stack([np.cos(angles), np.sin(angles)])


_WHOLE = _on_circle(np.linspace(0.0, 2 * np.pi, 48, endpoint=False))
_QUARTERS = tuple(_on_circle(start + _QUARTER) for start in (-np.pi / 2, 0.0, np.pi / 2, np.pi))
_RIGHT, _LOWER, _LEFT, _UPPER = (
    _on_circle(angles) for angles in (_HALF - np.pi / 2, _HALF, _HALF + np.pi / 2, _HALF + np.pi)
)


def _polygon(*corners: tuple[float, float]) -> Points:
    return np.array(corners, dtype=np.float64)


def _rect(w: float, h: float, _: float) -> Points:
    return _polygon((0, 0), (w, 0), (w, h), (0, h))


def _rounded(w: float, h: float, s: float) -> Points:
    s = min(s, w / 2, h / 2)
    centres = ((w - s, s), (w - s, h - s), (s, h - s), (s, s))
    return np.concatenate([_arc(x, y, s, s, part) for (x, y), part in zip(centres, _QUARTERS, strict=True)])


def _stadium(w: float, h: float, _: float) -> Points:
    return _rounded(w, h, min(w, h) / 2)


def _ellipse(w: float, h: float, _: float) -> Points:
    return _arc(w / 2, h / 2, w / 2, h / 2, _WHOLE)


def _diamond(w: float, h: float, _: float) -> Points:
    return _polygon((w / 2, 0), (w, h / 2), (w / 2, h), (0, h / 2))


def _hexagon(w: float, h: float, s: float) -> Points:
    return _polygon((s, 0), (w - s, 0), (w, h / 2), (w - s, h), (s, h), (0, h / 2))


def _lean_right(w: float, h: float, s: float) -> Points:
    return _polygon((s, 0), (w, 0), (w - s, h), (0, h))


def _lean_left(w: float, h: float, s: float) -> Points:
    return _polygon((0, 0), (w - s, 0), (w, h), (s, h))


def _wide_bottom(w: float, h: float, s: float) -> Points:
    return _polygon((s, 0), (w - s, 0), (w, h), (0, h))


def _wide_top(w: float, h: float, s: float) -> Points:
    return _polygon((0, 0), (w, 0), (w - s, h), (s, h))


def _odd(w: float, h: float, s: float) -> Points:
    return _polygon((0, 0), (w, 0), (w, h), (0, h), (s, h / 2))


def _triangle(w: float, h: float, _: float) -> Points:
    return _polygon((w / 2, 0), (w, h), (0, h))


def _flipped_triangle(w: float, h: float, _: float) -> Points:
    return _polygon((0, 0), (w, 0), (w / 2, h))


def _card(w: float, h: float, s: float) -> Points:
    return _polygon((s, 0), (w, 0), (w, h), (0, h), (0, s))


def _dog_eared(w: float, h: float, s: float) -> Points:
    return _polygon((0, 0), (w - s, 0), (w, s), (w, h), (0, h))


def _sloped(w: float, h: float, s: float) -> Points:
    return _polygon((0, s), (w, 0), (w, h), (0, h))


def _notched_pentagon(w: float, h: float, s: float) -> Points:
    return _polygon((s, 0), (w - s, 0), (w, s), (w, h), (0, h), (0, s))


def _delay(w: float, h: float, _: float) -> Points:
    return np.vstack([_polygon((0, 0)), _arc(w - h / 2, h / 2, h / 2, h / 2, _RIGHT), _polygon((0, h))])


def _cylinder(w: float, h: float, s: float) -> Points:
    return np.vstack([_arc(w / 2, s, w / 2, s, _UPPER), _arc(w / 2, h - s, w / 2, s, _LOWER)])


def _lying_cylinder(w: float, h: float, s: float) -> Points:
    lids = (_arc(w - s, h / 2, s, h / 2, _RIGHT), _arc(s, h / 2, s, h / 2, _LEFT))
    return np.vstack(lids)


def _document(w: float, h: float, s: float) -> Points:
    x = np.linspace(w, 0.0, 25)
    wave = h - s + s * np.sin(2 * np.pi * x / w)
    return np.vstack([_polygon((0, 0), (w, 0)), np.column_stack([x, wave])])


def _tape(w: float, h: float, s: float) -> Points:
    x = np.linspace(w, 0.0, 25)
    wave = s * np.sin(2 * np.pi * x / w)
    return np.vstack([np.column_stack([x, s + wave])[::-1], np.column_stack([x, h - s + wave])])


def _arc(x: float, y: float, a: float, b: float, circle: Points) -> Points:
    return np.array((x, y)) + np.array((a, b)) * circle


SHAPE_DRAWINGS: dict[str, Drawing] = {
    "rect": _rect,
    "diam": _diamond,
    "stadium": _stadium,
    "ellipse": _ellipse,
    "lean-r": _lean_right,
    "lean-l": _lean_left,
    "trap-b": _wide_bottom,
    "trap-t": _wide_top,
    "hex": _hexagon,
    "rounded": _rounded,
    "cyl": _cylinder,
    "h-cyl": _lying_cylinder,
    "odd": _odd,
    "tri": _triangle,
    "flip-tri": _flipped_triangle,
    "notch-rect": _card,
    "notch-pent": _notched_pentagon,
    "tag-doc": _dog_eared,
    "sl-rect": _sloped,
    "delay": _delay,
    "doc": _document,
    "flag": _tape,
}
