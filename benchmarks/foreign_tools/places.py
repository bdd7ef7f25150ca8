"""Places of what drivers with given places draw: outlines, lines and heads, in pixels, y downwards."""

from __future__ import annotations

import math
from typing import Any

Point = tuple[float, float]

KEPT = 9  # of a route's points, one of so many between its ends
SLANT = 0.18  # of the width by which a parallelogram leans, and a hexagon narrows


def middle(element: dict[str, Any]) -> Point:
    """Of a node's or group's box."""
    return element["x"] + element["width"] / 2, element["y"] + element["height"] / 2


def corners(element: dict[str, Any]) -> list[Point]:
    """Of what is drawn for a node or group: a rectangle but for diamonds, parallelograms and hexagons."""
    x, y, w, h = (element[side] for side in ("x", "y", "width", "height"))
    lean, half = SLANT * w, y + h / 2
    return {
        "diam": [(x, half), (x + w / 2, y), (x + w, half), (x + w / 2, y + h)],
        "lean-r": [(x + lean, y), (x + w, y), (x + w - lean, y + h), (x, y + h)],
        "hex": [
            (x, y + h / 2),
            (x + lean, y),
            (x + w - lean, y),
            (x + w, y + h / 2),
            (x + w - lean, y + h),
            (x + lean, y + h),
        ],
    }.get(element.get("shape", ""), [(x, y), (x + w, y), (x + w, y + h), (x, y + h)])


def is_oval(element: dict[str, Any]) -> bool:
    """It is drawn as an ellipse within its box."""
    return element.get("shape") in ("circle", "stadium")


def way(edge: dict[str, Any]) -> list[Point]:
    """The line of an edge in a few straight stretches."""
    points = edge["points"]
    return [(x, y) for x, y in (points[0], *points[1:-1][4::KEPT], points[-1])]


def label_place(edge: dict[str, Any]) -> Point:
    """Beside the middle of an edge's middle stretch."""
    points = way(edge)
    (x0, y0), (x1, y1) = points[(len(points) - 2) // 2 : (len(points) - 2) // 2 + 2]
    return (x0 + x1) / 2, (y0 + y1) / 2


def headed(edge: dict[str, Any]) -> list[list[Point]]:
    """The line, towards each of its ends that has a head."""
    return [way(edge)] * edge["head"] + [way(edge)[::-1]] * edge["tail"]


def triangle(points: list[Point], length: float = 9.0, half: float = 4.0) -> list[Point]:
    """A head at the end of a line: its tip, and its two other corners."""
    (x0, y0), (x1, y1) = points[-2:]
    span = math.hypot(x1 - x0, y1 - y0) or 1.0
    ux, uy = (x1 - x0) / span, (y1 - y0) / span
    return [
        (x1, y1),
        (x1 - length * ux - half * uy, y1 - length * uy + half * ux),
        (x1 - length * ux + half * uy, y1 - length * uy - half * ux),
    ]
