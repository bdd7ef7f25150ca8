"""Basic shapes and paths as polylines in their own coordinates."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from svgelements import Close, Matrix, Move, Path, PathSegment
from svgelements import Line as StraightLine

Points = NDArray[np.float64]  # shape (n, 2)
Length = Callable[[str, str], float]  # (value, axis x, y or d) -> user units

MAX_POINTS = 3_000  # of one continuous line
CURVE_STEPS = 16  # samples of a curved segment
ELLIPSE_STEPS = 48
_NUMBER = re.compile(r"[+-]?(?>\d++\.?+\d*+|\.\d++)(?>[eE][+-]?\d++)?")
_CURVE = np.arange(1, CURVE_STEPS + 1) / CURVE_STEPS


@dataclass(frozen=True)
class Subpath:
    """One continuous line; ``closed`` if it ends where it began."""

    points: Points
    closed: bool


def subpaths(tag: str, attributes: Mapping[str, str], length: Length) -> list[Subpath]:
    """Return the paths of one element, in its own coordinates; nothing if it is no shape or has no extent.

    Args:
        length: reads a length, with its unit.
    """
    return [_bounded(part) for part in _drawn(tag, attributes, length) if len(part.points) >= 2]


def _bounded(part: Subpath) -> Subpath:
    """Replace thousands of points by their extent: that many make a picture."""
    if len(part.points) <= MAX_POINTS:
        return part
    hull = shapely.convex_hull(shapely.MultiPoint(part.points))
    return Subpath(shapely.get_coordinates(hull)[:-1], closed=True) if hull.geom_type == "Polygon" else part


def _drawn(tag: str, attributes: Mapping[str, str], length: Length) -> Sequence[Subpath]:
    if tag == "path":
        return _path(attributes.get("d", ""))
    if tag in ("polyline", "polygon"):
        numbers = [float(number) for number in _NUMBER.findall(attributes.get("points", ""))]
        points = np.array(numbers[: len(numbers) // 2 * 2]).reshape(-1, 2)
        return [_subpath(points, tag == "polygon")] if len(points) >= 2 else []
    x, y, width, height = (
        length(attributes.get(n, "0"), a) for n, a in zip(("x", "y", "width", "height"), "xyxy", strict=True)
    )
    if tag in ("rect", "image") and width > 0 and height > 0:
        return [Subpath(np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)]), closed=True)]
    if tag == "line":
        ends = [length(attributes.get(n, "0"), n[0]) for n in ("x1", "y1", "x2", "y2")]
        return [_subpath(np.array(ends).reshape(2, 2), closed=False)]
    if tag in ("circle", "ellipse"):
        rx, ry = (length(attributes.get("r" if tag == "circle" else f"r{a}", "0"), a) for a in "xy")
        centre = np.array([length(attributes.get("cx", "0"), "x"), length(attributes.get("cy", "0"), "y")])
        return [Subpath(centre + _unit_circle() * (rx, ry), closed=True)] if rx > 0 and ry > 0 else []
    return []


def area_within(points: Points) -> shapely.Polygon:
    """Return the area in a closed outline; one that crosses itself encloses all that it goes around."""
    polygon = shapely.Polygon(points) if len(points) > 2 else shapely.Polygon()
    if polygon.is_valid:
        return polygon
    hull = shapely.convex_hull(shapely.MultiPoint(points))
    return hull if hull.geom_type == "Polygon" else shapely.Polygon()


def affine(transform: str) -> Points:
    """A ``transform`` attribute as a matrix of shape (3, 3); one that cannot be read changes nothing."""
    try:
        m = Matrix(transform)
        matrix = np.array([[m.a, m.c, m.e], [m.b, m.d, m.f], [0.0, 0.0, 1.0]], dtype=float)
    except (ValueError, TypeError, IndexError, AttributeError):
        return np.eye(3)
    return matrix if np.isfinite(matrix).all() else np.eye(3)


def _unit_circle() -> Points:
    angles = np.arange(ELLIPSE_STEPS) * (2 * math.pi / ELLIPSE_STEPS)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


@lru_cache(maxsize=1_000)
def _path(d: str) -> tuple[Subpath, ...]:
    try:
        segments = list(Path(d))
    except (ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError):
        return ()
    found: list[Subpath] = []
    run: list[PathSegment] = []
    for segment in [*segments, Move()]:
        if isinstance(segment, Move) and run:
            found += _run(run)
            run = []
        run.append(segment)
    return tuple(found)


def _run(segments: list[PathSegment]) -> list[Subpath]:
    pieces = [
        np.array([(s.end.x, s.end.y)]) if isinstance(s, (Move, StraightLine, Close)) else np.asarray(s.npoint(_CURVE))
        for s in segments
        if s.end is not None
    ]
    points = np.concatenate(pieces) if pieces else np.zeros((0, 2))
    drawn = len(points) >= 2 and np.isfinite(points).all()
    return [_subpath(points, any(isinstance(s, Close) for s in segments))] if drawn else []


def _subpath(points: Points, closed: bool) -> Subpath:
    """Repeated points once; a line that returns to its beginning is closed."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    points = points[np.concatenate([[True], steps > 1e-9])]
    returns = len(points) > 3 and np.hypot(*(points[0] - points[-1])) < 0.01 * steps.sum()
    return Subpath(points[:-1] if returns else points, closed=bool(closed or returns))
