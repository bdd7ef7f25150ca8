"""Boxes and outlines of symbols and courses of arrows, from the strokes they were drawn with."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.polygon import orient

from diagramloop.data.sources._inkml import Stroke, Symbol
from diagramloop.graph import Box, Point


def box(points: Stroke) -> Box:
    """The bounding box."""
    (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return x0, y0, x1, y1


def outline(points: Stroke) -> tuple[Point, ...] | None:
    """The convex hull, clockwise where y points down; None of points on one line."""
    hull = shapely.MultiPoint(points).convex_hull
    if not isinstance(hull, shapely.Polygon):
        return None
    return tuple((float(x), float(y)) for x, y in orient(hull).exterior.coords[:-1])


def course(arrow: Symbol) -> Stroke:
    """From where an arrow leaves to where it arrives: the strokes of its shaft, each after the one it is nearest to."""
    strokes = arrow.shaft or arrow.strokes
    ends = np.array([(stroke[0], stroke[-1]) for stroke in strokes])
    way = [arrow.leaves[None] if arrow.leaves is not None else _farthest(ends, arrow.arrives)]
    for _ in strokes:
        chosen, reverse = divmod(int(np.linalg.norm(ends - way[-1][-1], axis=2).argmin()), 2)
        way.append(strokes[chosen][::-1] if reverse else strokes[chosen])
        ends[chosen] = np.inf
    return np.concatenate(way if arrow.arrives is None else [*way, arrow.arrives[None]])


def simplified(way: Stroke, tolerance: float) -> tuple[Point, ...]:
    """The course with fewer points, none farther off than ``tolerance``; at least two."""
    line = shapely.LineString(np.concatenate([way, way[-1:]])).simplify(tolerance, preserve_topology=False)
    return tuple((float(x), float(y)) for x, y in line.coords)


def _farthest(ends: Stroke, arrives: Stroke | None) -> Stroke:
    """The end that is farthest from where an arrow arrives; where nobody says where that is, the first as drawn."""
    every = ends.reshape(-1, 2)
    place = 0 if arrives is None else int(np.linalg.norm(every - arrives, axis=1).argmax())
    return every[place][None].copy()
