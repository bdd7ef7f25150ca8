"""Names outlines by Mermaid's shapes: each shape is drawn to the outline's size, and the nearest one wins.

The length that a shape has of its own (a slant, a corner radius, the depth of a notch or a lid) is tried at a few
values read off the outline.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.parse.shapes.outlines import Points, area, distances, distances_to_sides, resample
from diagramloop.engines.parse.shapes.shape_drawings import ShapeDrawings
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS

_SQUARINGS = 3
_NORM = 2**_SQUARINGS  # of distances: a far place counts most
_FIXED = ("rect", "diam", "stadium", "ellipse", "tri", "flip-tri", "delay")  # no length of their own
_WITHOUT_LENGTHS = ShapeDrawings(_FIXED)
_WITH_LENGTHS = ShapeDrawings([name for name in SHAPE_DRAWINGS if name not in _FIXED])
_BITTEN = ("stadium", "ellipse", "diam")  # restored besides rectangles
_ROUNDING = 1e-6  # pixels by which calculated distances may be wrong
_REMEMBERED = 1_000  # comparisons: of outlines that are named again for another blur, or of which a picture has many


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The shape that comes nearest to an outline; blur is the width that a drawn line blurs.
_PLACE_COUNT = 120  # at which an outline is compared
_SPARSE_PLACES = 12  # each such place is compared first
_DENSER_PLACES = 4  # then each such one
_BITTEN_SPARSE_PLACES = 4  # or each such one with a bitten shape
_EXACT_BLURS = 0.3  # of deviation, beyond which shapes with a length of their own are tried
_NEARER_BLURS = 0.2  # that such a shape must come nearer than one without
_EDGE_SHARE = 0.01  # of the shorter side, from the box's, within which an outline touches it; and _EDGE_PX beside it
_EDGE_PX = 1.0
_OWN_LENGTH_HEIGHTS = 0.15  # of a shape's height: a length that is tried in any case
_LONGER_RATIO = 1.3  # times a likely length that is tried as well: a lid's depth shows but in part
_LENGTH_COUNT = 3  # of the likely lengths that are tried, at least, if there are so many
_CIRCLE_RATIO = 1.15  # of the sides of a circle at most
_RESTORED_BLUR_PX = 1.0  # beyond the blur, within which an outline follows a bitten shape
_LEAST_FOLLOWED_SHARE = 0.8  # of a bitten shape's border that is there
_LEAST_LEFT_SHARE = 0.7  # of its area
_CORNER_RADIUS_SIDES = (0.05, 0.1, 0.2)  # of bitten shapes, in shorter sides


@dataclass(frozen=True)
class Fit:
    """The best drawing of an outline.

    Attributes:
        name: Mermaid's short shape name.
        polygon: the drawing, in the outline's place.
        deviation: how far the outline lies from it, in pixels (8-norm over points along the outline).
    """

    name: str
    polygon: Points
    deviation: float


def name_outline(outline: Points, blur: float) -> Fit:
    """The shape that comes nearest to a closed ``outline``; ``blur``: width in pixels of what a drawn line blurs.

    Shapes without a length of their own win over those that need one unless they are clearly farther.
    """
    corner = outline.min(axis=0)
    w, h = (float(v) for v in np.maximum(outline.max(axis=0) - corner, 1.0))
    places = resample(outline, _PLACE_COUNT) - corner
    along = places.tobytes()
    best = plain = _nearest(along, w, h, ())
    if plain.deviation > _EXACT_BLURS * blur:
        special = _nearest(along, w, h, _own_lengths(outline - corner, w, h))
        best = special if special.deviation < plain.deviation - _NEARER_BLURS * blur else plain
    level = max(w, h) <= _CIRCLE_RATIO * min(w, h)
    name = "circle" if best.name in ("ellipse", "stadium") and level else best.name
    return Fit(name, best.polygon + corner, best.deviation)


def restored(outline: Points, blur: float) -> Fit | None:
    """The rectangle, ellipse or diamond of which something at its border (an icon, a fold, a head that reaches into it)
    has bitten a part, if the outline follows most of it; the deviation is that of the rest."""
    corner = outline.min(axis=0)
    w, h = (float(v) for v in np.maximum(outline.max(axis=0) - corner, 1.0))
    drawings = [("rect", SHAPE_DRAWINGS["rect"](w, h, 0.0))]
    drawings += [("rounded", SHAPE_DRAWINGS["rounded"](w, h, radius * min(w, h))) for radius in _CORNER_RADIUS_SIDES]
    drawings += [(name, SHAPE_DRAWINGS[name](w, h, 0.0)) for name in _BITTEN]
    best, share, own = None, _LEAST_FOLLOWED_SHARE, area(outline)
    reach, tree = blur + _RESTORED_BLUR_PX, scipy.spatial.cKDTree(outline)
    for name, drawn in drawings:
        if own < _LEAST_LEFT_SHARE * area(drawn):
            continue
        places = resample(drawn + corner, _PLACE_COUNT)
        some, missing = places[::_BITTEN_SPARSE_PLACES], (1 - share) * len(places)
        if _beyond(some, outline, tree, reach).sum() >= missing:
            continue
        away = distances(places, outline)
        kept = away <= reach
        if kept.mean() > share:
            share = float(kept.mean())
            best = Fit(name, drawn + corner, float(np.mean(away[kept] ** _NORM) ** (1 / _NORM)))
    return best


def _beyond(places: Points, outline: Points, corners: scipy.spatial.cKDTree, reach: float) -> NDArray[np.bool_]:
    """Which places lie farther than ``reach`` from a closed outline, shape (n,).

    The nearest of its ``corners`` tells that of most: its sides are nearer by no more than half their length.
    """
    nearest, side = corners.query(places)[0], np.hypot(*(np.roll(outline, -1, axis=0) - outline).T).max()
    beyond = nearest > reach
    doubtful = beyond & (nearest <= reach + side / 2 + _ROUNDING)
    beyond[doubtful] = distances(places[doubtful], outline) > reach if doubtful.any() else False
    return np.asarray(beyond)


def _own_lengths(outline: Points, w: float, h: float) -> tuple[float, ...]:
    """Candidates for the length that shapes have of their own: how far the sides fall short of the corners,
    and the radius that would round the corners as much."""
    x, y = outline.T
    edge = _EDGE_SHARE * min(w, h) + _EDGE_PX
    top, bottom, left, right = x[y <= edge], x[y >= h - edge], y[x <= edge], y[x >= w - edge]
    gaps = [top.min(), w - top.max(), bottom.min(), w - bottom.max()]
    gaps += [left.min(), h - left.max(), right.min(), h - right.max()]
    gaps.append(x[np.abs(y - h / 2) <= edge].min())  # a notch in the left side
    likely = sorted(float(gap) for gap in gaps if gap > 2 * edge)
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)])
    missing = np.hypot(*np.moveaxis(outline[:, None] - corners, 2, 0)).min(axis=0)
    radius = float(np.median(missing)) / (np.sqrt(2) - 1)
    some = likely[:: max(1, len(likely) // _LENGTH_COUNT)]
    longer = [_LONGER_RATIO * length for length in likely[len(likely) // 2 :][:1]]
    return tuple(dict.fromkeys((radius, _OWN_LENGTH_HEIGHTS * h, *some, *longer)))


@lru_cache(_REMEMBERED)
def _nearest(outline: bytes, w: float, h: float, lengths: tuple[float, ...]) -> Fit:
    """The drawing with the least deviation, the first of equal ones, at the origin.

    A few places give a lower bound of it, more places a higher one; what is out by those is compared no further.

    Args:
        outline: bytes of places along it, float64 of shape (n, 2), in a box of ``w`` x ``h`` pixels at the origin.
        lengths: that shapes may have of their own; without any, those are compared that have none.
    """
    places = np.frombuffer(outline).reshape(-1, 2)
    shapes, lengths = (_WITH_LENGTHS, lengths) if lengths else (_WITHOUT_LENGTHS, (0.0,))
    drawings = [(name, length) for name in shapes.names for length in lengths]
    polygons = shapes.polygons(w, h, lengths)
    bounds = _bounds(places, _SPARSE_PLACES, polygons)
    first = int(bounds.argmin())
    best, drawn = _compared(places, w, h, *drawings[first])
    left = np.flatnonzero(bounds <= best)
    bounds = _bounds(places, _DENSER_PLACES, [polygons[number] for number in left])
    for place in np.argsort(bounds, kind="stable").tolist():
        if bounds[place] > best:
            break
        number = int(left[place])
        deviation, polygon = _compared(places, w, h, *drawings[number])
        if (deviation, number) < (best, first):
            best, first, drawn = deviation, number, polygon
    return Fit(drawings[first][0], drawn, best)


def _compared(places: Points, w: float, h: float, name: str, length: float) -> tuple[float, Points]:
    """The deviation from a shape's drawing, and the drawing."""
    drawn = SHAPE_DRAWINGS[name](w, h, length)
    return float((np.sum(distances(places, drawn) ** _NORM) / len(places)) ** (1 / _NORM)), drawn


def _bounds(places: Points, every: int, drawings: list[Points]) -> Points:
    """Lower bounds of the deviations, judged by every so manieth place; shape (drawings,).

    A place between two of those is nearer to a drawing than one of them by no more than the way between the two.
    """
    known = np.arange(0, len(places), every)
    nearby = ((np.arange(len(places)) + every // 2) // every) % len(known)
    ways = np.hypot(*(places - places[known[nearby]]).T)
    away = np.maximum(_nearest_sides(places[known], drawings)[nearby] - ways[:, None], 0.0)
    for _ in range(_SQUARINGS):
        away *= away
    return np.asarray(away.mean(axis=0) ** (1 / _NORM) - _ROUNDING)


def _nearest_sides(places: Points, drawings: list[Points]) -> Points:
    """Distance of each place from each drawing, shape (places, drawings)."""
    sizes = np.array([len(drawn) for drawn in drawings])
    first = np.cumsum(sizes) - sizes
    following = np.arange(1, sizes.sum() + 1)
    following[first + sizes - 1] = first  # they are closed
    corners = np.concatenate(drawings)
    away = distances_to_sides(places, corners, corners[following] - corners)
    return np.asarray(np.sqrt(np.minimum.reduceat(away, first, axis=1)))
