"""Sketched outlines: drawn by hand, or as if, in strokes that overlap, run twice, and do not quite meet or close."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely

from diagramloop.engines.parse.svg_reader._drawing import Outline
from diagramloop.engines.parse.svg_reader._flattening import Points

MAX_STROKES = 3_000  # of one sketched thing
WOBBLE = 0.35  # font sizes by which strokes of one line differ
AROUND = 0.95  # of its own hull's border that a closed outline covers
BORDER = 0.9  # of the strokes that run along that border
UNSURE = 0.5  # of an area's breadth (twice its size by its border) by which the strokes around it may differ as well
LONG = 6  # times that much is a stroke that may differ by up to twice as much
RECENT = 3  # lines that a stroke may run along once more
HATCHES = 6  # strokes side by side that fill an area, at least,
ALONG = 0.9  # of whose length that runs in one direction, with
TURN = 0.97  # for its cosine, and
EVEN = 0.4  # of the area's breadth between neighbours at most, and
BESIDE = 0.5  # of the shorter one's length beside its neighbour, for
MOSTLY = 0.8  # of them: lines that follow one another fill nothing


def tidied(outlines: Sequence[Outline], unit: float) -> list[Outline]:
    """The outlines, with those of one element that is drawn in strokes put together again.

    Strokes that go all around an area are its outline, strokes side by side its filling. A stroke that begins where
    another ends goes on with it; one that runs along what is there is the same line drawn twice.

    Args:
        unit: the drawing's usual font size.
    """
    by_element: dict[int, list[Outline]] = defaultdict(list)
    for outline in outlines:
        by_element[outline.element].append(outline)
    return [tidy for parts in by_element.values() for tidy in _tidy(parts, WOBBLE * unit)]


def _tidy(parts: list[Outline], wobble: float) -> list[Outline]:
    if len(parts) > MAX_STROKES or all(part.closed for part in parts):
        return parts
    strokes = [_stroke(part).simplify(wobble / 4) for part in parts]
    marks = (parts[0].marks[0], parts[-1].marks[1])
    if not any(marks):
        if (hull := _filled(strokes, wobble)) is not None:
            return [replace(parts[0], points=hull, closed=True, filled=True, stroked=False)]
        if (hull := _goes_around(strokes, wobble)) is not None:
            return [replace(parts[0], points=hull, closed=True)]
    if len(parts) == 1 or any(part.closed for part in parts):
        return parts
    lines = _lines(strokes, wobble)
    found = [_drawn(parts[0], line, wobble) for line in lines]
    found[0] = replace(found[0], marks=(marks[0], found[0].marks[1]))
    found[-1] = replace(found[-1], marks=(found[-1].marks[0], marks[1]))
    return found


def _stroke(part: Outline) -> shapely.LineString:
    return shapely.LineString(np.concatenate([part.points, part.points[:1]]) if part.closed else part.points)


def _drawn(part: Outline, line: Points, wobble: float) -> Outline:
    """A line put together of strokes; closed if it ends where it began, and not at once."""
    around = shapely.LineString(line).length > 8 * wobble and np.hypot(*(line[0] - line[-1])) <= 2 * wobble
    return replace(part, points=line[:-1] if around else line, closed=bool(around), marks=(None, None))


def _lines(strokes: Sequence[shapely.LineString], wobble: float) -> list[Points]:
    lines: list[Points] = []
    for stroke in strokes:
        points = shapely.get_coordinates(stroke)
        if any(_runs_along(stroke, line, wobble) for line in lines[-RECENT:]):
            continue
        if lines and np.hypot(*(points[0] - lines[-1][-1])) <= 2 * wobble:
            lines[-1] = np.concatenate([lines[-1], points[1:]])
        else:
            lines.append(points)
    return lines


def _runs_along(stroke: shapely.LineString, line: Points, wobble: float) -> bool:
    dense = shapely.points(shapely.get_coordinates(stroke.segmentize(4 * wobble)))
    slack = wobble * float(np.clip(stroke.length / (LONG * wobble), 1, 2))
    return bool(shapely.distance(shapely.LineString(line), dense).max() <= slack)


def _goes_around(strokes: Sequence[shapely.LineString], wobble: float) -> Points | None:
    """The hull of the strokes, if they keep to its border and cover it."""
    drawn = shapely.MultiLineString(strokes)
    hull = shapely.convex_hull(drawn)
    if hull.geom_type != "Polygon" or hull.buffer(-2 * wobble).is_empty:
        return None
    slack = float(np.clip(UNSURE * hull.area / hull.length, wobble, 2 * wobble))
    if drawn.intersection(hull.exterior.buffer(slack, quad_segs=2)).length < BORDER * drawn.length:
        return None
    covered = hull.exterior.intersection(drawn.buffer(slack, quad_segs=2)).length
    return _ring(hull) if covered >= AROUND * hull.length else None


def _filled(strokes: Sequence[shapely.LineString], wobble: float) -> Points | None:
    """The hull of strokes that run side by side at even distances."""
    if len(strokes) < HATCHES:
        return None
    ends = np.array([(s.coords[0], s.coords[-1]) for s in strokes])
    ways, middles = ends[:, 1] - ends[:, 0], ends.mean(axis=1)
    lengths = np.hypot(*ways.T)
    longest = ways[lengths.argmax()] / max(float(lengths.max()), 1e-9)
    along = np.abs(ways @ longest) >= TURN * lengths
    offsets = middles[along] @ np.array([-longest[1], longest[0]])
    if along.sum() < HATCHES or lengths[along].sum() < ALONG * lengths.sum() or np.ptp(offsets) <= 4 * wobble:
        return None
    order = np.argsort(offsets, kind="stable")
    if np.diff(offsets[order]).max() > EVEN * np.ptp(offsets) or not _side_by_side(ends[along][order] @ longest):
        return None
    return _ring(shapely.convex_hull(shapely.MultiLineString(strokes)))


def _side_by_side(spans: Points) -> bool:
    """Most of the spans, shape (n, 2), overlap with the next."""
    low, high = spans.min(axis=1), spans.max(axis=1)
    shared = np.minimum(high[1:], high[:-1]) - np.maximum(low[1:], low[:-1])
    shorter = np.minimum((high - low)[1:], (high - low)[:-1])
    return bool(np.mean(shared >= BESIDE * shorter) >= MOSTLY)


def _ring(hull: shapely.Polygon) -> Points:
    ring: Points = shapely.get_coordinates(hull.exterior)[:-1]
    return ring
