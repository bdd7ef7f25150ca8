"""Places of shapes: extents, flips and rotations of shapes and of groups around them, as one affine map each."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element

from diagramloop.graph._elements import Point
from diagramloop.graph.safe_xml import children

UNITS_PER_DEGREE = 60_000  # clockwise (ECMA-376, 20.1.10.3)
_EXACT_DECIMALS = 12  # of sines: a quarter turn moves nothing by rounding
_DECIMALS = 4
Frame = tuple[float, float, float, float]
"""Left, top, width, height."""


class Affine(NamedTuple):
    """A map of points: x' = a x + b y + c, y' = d x + e y + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def of(self, x: float, y: float) -> Point:
        """The place that a point goes to."""
        across = self.a * x + self.b * y + self.c
        down = self.d * x + self.e * y + self.f
        return (round(across, _DECIMALS), round(down, _DECIMALS))

    def after(self, first: Affine) -> Affine:
        """The map that does ``first``, then this one."""
        across = (self.a, self.b, self.c)
        down = (self.d, self.e, self.f)
        return Affine(*_row(across, first), *_row(down, first))


def _row(row: tuple[float, float, float], first: Affine) -> tuple[float, float, float]:
    x, y, rest = row
    a, b, c, d, e, f = first
    return (x * a + y * d, x * b + y * e, x * c + y * f + rest)


def turned(xfrm: Element, frame: Frame) -> Affine:
    """The flips and the rotation that an ``xfrm`` says, about the middle of its frame."""
    left, top, width, height = frame
    x, y = left + width / 2, top + height / 2
    across, down = (-1 if xfrm.get(name) in ("1", "true") else 1 for name in ("flipH", "flipV"))
    angle = radians(_number(xfrm.get("rot", "0")) / UNITS_PER_DEGREE)
    cosine, sine = round(cos(angle), _EXACT_DECIMALS), round(sin(angle), _EXACT_DECIMALS)
    to_middle = Affine(1.0, 0.0, -x, 0.0, 1.0, -y)
    turn = Affine(cosine * across, -sine * down, x, sine * across, cosine * down, y)
    return turn.after(to_middle)


def inside(group: Element, to_slide: Affine) -> Affine:
    """The map of places within a group, of which ``group`` is the ``xfrm``, to places on the slide."""
    outer, inner = extent(group, "off", "ext"), extent(group, "chOff", "chExt")
    if outer is None or inner is None:
        return to_slide
    across, down = (outer[side] / inner[side] if inner[side] else 1.0 for side in (2, 3))
    into = Affine(across, 0.0, outer[0] - inner[0] * across, 0.0, down, outer[1] - inner[1] * down)
    return to_slide.after(turned(group, outer)).after(into)


def extent(xfrm: Element, place: str, size: str) -> Frame | None:
    """The corner and the sides that an ``xfrm`` says, in its own units; None where it says none that can be."""
    corner, sides = next(iter(children(xfrm, place)), None), next(iter(children(xfrm, size)), None)
    if corner is None or sides is None:
        return None
    try:
        values = (corner.get("x", ""), corner.get("y", ""), sides.get("cx", ""), sides.get("cy", ""))
        x, y, width, height = (float(int(value)) for value in values)
    except ValueError:
        return None
    return None if max(map(abs, (x, y, width, height))) > 1e12 else (x, y, width, height)


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    value = int(digits[:12]) if digits.isdecimal() else 0
    return -value if text.startswith("-") else value
