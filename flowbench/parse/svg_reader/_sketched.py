"""Sketched outlines: drawn by hand, or as if, in strokes that overlap, run twice, and do not quite close."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import shapely

from flowbench.parse.svg_reader._drawing import Outline

MAX_STROKES = 200  # of one sketched thing
WOBBLE = 0.35  # font sizes by which strokes of one line differ
AROUND = 0.95  # of its own hull's border that a closed outline covers


def tidied(outlines: Sequence[Outline], unit: float) -> list[Outline]:
    """The outlines, strokes that go all around an area as one closed outline, lines drawn twice once.

    Args:
        unit: the drawing's usual font size.
    """
    by_element: dict[int, list[Outline]] = defaultdict(list)
    for outline in outlines:
        by_element[outline.element].append(outline)
    return [tidy for parts in by_element.values() for tidy in _tidy(parts, WOBBLE * unit)]


def _tidy(parts: list[Outline], wobble: float) -> Iterable[Outline]:
    if len(parts) > MAX_STROKES or any(part.closed or any(part.marks) for part in parts):
        return parts
    ring = _goes_around(parts, wobble)
    return _once(parts, wobble) if ring is None else [ring]


def _goes_around(parts: Sequence[Outline], wobble: float) -> Outline | None:
    """The hull of the strokes, if they stay at its border and cover it."""
    strokes = shapely.MultiLineString([shapely.LineString(part.points) for part in parts]).simplify(wobble / 4)
    hull = shapely.convex_hull(strokes)
    if hull.geom_type != "Polygon" or hull.buffer(-2 * wobble).is_empty:
        return None
    at_border = hull.exterior.buffer(wobble, quad_segs=2).covers(strokes)
    covered = hull.exterior.intersection(strokes.buffer(wobble, quad_segs=2)).length
    if not at_border or covered < AROUND * hull.length:
        return None
    return replace(parts[0], points=shapely.get_coordinates(hull.exterior)[:-1], closed=True)


def _once(parts: Sequence[Outline], wobble: float) -> list[Outline]:
    kept: list[Outline] = []
    for part in parts:
        line = shapely.LineString(part.points)
        if not any(shapely.hausdorff_distance(line, shapely.LineString(other.points)) <= wobble for other in kept):
            kept.append(part)
    return kept
