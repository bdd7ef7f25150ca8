"""Outlines within outlines: the smallest one around each thing holds it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Shape

Outlines = NDArray[np.object_]  # shapely polygons, shape (n,)


def outlines_of(shapes: Sequence[Shape]) -> Outlines:
    """The outlines of shapes as valid polygons."""
    return np.array([shapely.make_valid(shapely.Polygon(shape.polygon)) for shape in shapes], dtype=object)


def owners(points: NDArray[np.float64], outlines: Outlines) -> list[int]:
    """Index of the smallest outline around each point, or -1."""
    held, holder = shapely.STRtree(outlines).query(shapely.points(points), predicate="within")
    return _smallest(held, holder, outlines, len(points))


def parents(outlines: Outlines, groups: Sequence[int]) -> list[int]:
    """For each outline the smallest group that holds its centre and is larger, or -1.

    Args:
        groups: indices of the outlines that are groups.
    """
    frames, areas = np.array(groups, dtype=np.intp), shapely.area(outlines)
    held, frame = shapely.STRtree(outlines[frames]).query(shapely.centroid(outlines), predicate="within")
    larger = areas[frames[frame]] > areas[held]
    return _smallest(held[larger], frames[frame[larger]], outlines, len(outlines))


def _smallest(held: NDArray[np.intp], holder: NDArray[np.intp], outlines: Outlines, count: int) -> list[int]:
    """Of the pairs the smallest outline that holds each of ``count`` things, or -1; of equal ones the first."""
    order = np.lexsort((holder, shapely.area(outlines)[holder], held))[::-1]
    smallest = np.full(count, -1)
    smallest[held[order]] = holder[order]  # the last one stays
    return [int(i) for i in smallest]
