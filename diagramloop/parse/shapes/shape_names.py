"""Names outlines by Mermaid's shapes: each shape is drawn to the outline's size, and the nearest one wins.

The length that a shape has of its own (a slant, a corner radius, the depth of a notch or a lid) is tried at a few
values read off the outline.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS
from diagramloop.parse.shapes.outlines import Points, area, distances, distances_to_sides, resample
from diagramloop.parse.shapes.settings import NamingSettings

_NORM = 8  # of distances: a far place counts most
_FIXED = ("rect", "diam", "stadium", "ellipse", "tri", "flip-tri", "delay")  # no length of their own
_BITTEN = ("stadium", "ellipse", "diam")  # restored besides rectangles
_ROUNDING = 1e-6  # pixels by which calculated distances may be wrong
_REMEMBERED = 1_000  # comparisons: of outlines that are named again for another blur, or of which a picture has many


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


def name_outline(outline: Points, blur: float, settings: NamingSettings) -> Fit:
    """The shape that comes nearest to a closed ``outline``; ``blur``: width in pixels of what a drawn line blurs.

    Shapes without a length of their own win over those that need one unless they are clearly farther.
    """
    corner = outline.min(axis=0)
    w, h = (float(v) for v in np.maximum(outline.max(axis=0) - corner, 1.0))
    places = resample(outline, settings.place_count) - corner
    best = plain = _nearest(places.tobytes(), w, h, (), settings)
    if plain.deviation > settings.exact_blurs * blur:
        special = _nearest(places.tobytes(), w, h, _own_lengths(outline - corner, w, h, settings), settings)
        best = special if special.deviation < plain.deviation - settings.nearer_blurs * blur else plain
    level = max(w, h) <= settings.circle_ratio * min(w, h)
    name = "circle" if best.name in ("ellipse", "stadium") and level else best.name
    return Fit(name, best.polygon + corner, best.deviation)


def restored(outline: Points, blur: float, settings: NamingSettings) -> Fit | None:
    """The rectangle, ellipse or diamond of which something at its border (an icon, a fold, a head that reaches into it)
    has bitten a part, if the outline follows most of it; the deviation is that of the rest."""
    corner = outline.min(axis=0)
    w, h = (float(v) for v in np.maximum(outline.max(axis=0) - corner, 1.0))
    drawings = [("rect", SHAPE_DRAWINGS["rect"](w, h, 0.0))]
    drawings += [
        ("rounded", SHAPE_DRAWINGS["rounded"](w, h, radius * min(w, h))) for radius in settings.corner_radius_sides
    ]
    drawings += [(name, SHAPE_DRAWINGS[name](w, h, 0.0)) for name in _BITTEN]
    best, share, own = None, settings.least_followed_share, area(outline)
    reach, tree = blur + settings.restored_blur_px, cKDTree(outline)
    for name, drawn in drawings:
        places = resample(drawn + corner, settings.place_count)
        some, missing = places[:: settings.bitten_sparse_places], (1 - share) * len(places)
        if own < settings.least_left_share * area(drawn) or _beyond(some, outline, tree, reach).sum() >= missing:
            continue
        away = distances(places, outline)
        kept = away <= reach
        if kept.mean() > share:
            share = float(kept.mean())
            best = Fit(name, drawn + corner, float(np.mean(away[kept] ** _NORM) ** (1 / _NORM)))
    return best


def _beyond(places: Points, outline: Points, corners: cKDTree, reach: float) -> NDArray[np.bool_]:
    """Which places lie farther than ``reach`` from a closed outline, shape (n,).

    The nearest of its ``corners`` tells that of most: its sides are nearer by no more than half their length.
    """
    nearest, side = corners.query(places)[0], np.hypot(*(np.roll(outline, -1, axis=0) - outline).T).max()
    beyond = nearest > reach
    doubtful = beyond & (nearest <= reach + side / 2 + _ROUNDING)
    beyond[doubtful] = distances(places[doubtful], outline) > reach if doubtful.any() else False
    return np.asarray(beyond)


def _own_lengths(outline: Points, w: float, h: float, settings: NamingSettings) -> tuple[float, ...]:
    """Candidates for the length that shapes have of their own: how far the sides fall short of the corners,
    and the radius that would round the corners as much."""
    x, y = outline.T
    edge = settings.edge_share * min(w, h) + settings.edge_px
    top, bottom, left, right = x[y <= edge], x[y >= h - edge], y[x <= edge], y[x >= w - edge]
    gaps = [top.min(), w - top.max(), bottom.min(), w - bottom.max()]
    gaps += [left.min(), h - left.max(), right.min(), h - right.max()]
    gaps.append(x[np.abs(y - h / 2) <= edge].min())  # a notch in the left side
    likely = sorted(float(gap) for gap in gaps if gap > 2 * edge)
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)])
    missing = np.hypot(*np.moveaxis(outline[:, None] - corners, 2, 0)).min(axis=0)
    radius = float(np.median(missing)) / (np.sqrt(2) - 1)
    some = likely[:: max(1, len(likely) // settings.length_count)]
    longer = [settings.longer_ratio * length for length in likely[len(likely) // 2 :][:1]]
    return tuple(dict.fromkeys((radius, settings.own_length_heights * h, *some, *longer)))


@lru_cache(_REMEMBERED)
def _nearest(outline: bytes, w: float, h: float, lengths: tuple[float, ...], settings: NamingSettings) -> Fit:
    """The drawing with the least deviation, the first of equal ones, at the origin.

    A few places give a lower bound of it, more places a higher one; what is out by those is compared no further.

    Args:
        outline: bytes of places along it, float64 of shape (n, 2), in a box of ``w`` x ``h`` pixels at the origin.
        lengths: that shapes may have of their own; without any, those are compared that have none.
    """
    places = np.frombuffer(outline).reshape(-1, 2)
    names = [name for name in SHAPE_DRAWINGS if name not in _FIXED] if lengths else _FIXED
    drawings = [(name, SHAPE_DRAWINGS[name](w, h, length)) for name in names for length in lengths or (0.0,)]
    bounds = _bounds(places[:: settings.sparse_places], [drawn for _, drawn in drawings], len(places))
    first = int(bounds.argmin())
    best = _deviation(places, drawings[first][1], len(places))
    left = np.flatnonzero(bounds <= best)
    bounds = _bounds(places[:: settings.denser_places], [drawings[number][1] for number in left], len(places))
    for place in np.argsort(bounds, kind="stable").tolist():
        if bounds[place] > best:
            break
        number = int(left[place])
        deviation = _deviation(places, drawings[number][1], len(places))
        best, first = min((best, first), (deviation, number))
    return Fit(*drawings[first], best)


def _bounds(places: Points, drawings: list[Points], count: int) -> Points:
    """Of each drawing what :func:`_deviation` is, of all at once; shape (drawings,)."""
    sizes = np.array([len(drawn) for drawn in drawings])
    first = np.cumsum(sizes) - sizes
    following = np.arange(1, sizes.sum() + 1)
    following[first + sizes - 1] = first  # they are closed
    corners = np.concatenate(drawings)
    away = distances_to_sides(places, corners, corners[following] - corners)
    nearest = np.sqrt(np.minimum.reduceat(away, first, axis=1))
    return np.asarray((np.sum(np.ascontiguousarray(nearest.T) ** _NORM, axis=1) / count) ** (1 / _NORM))


def _deviation(places: Points, drawn: Points, count: int) -> float:
    """8-norm of the distances from ``drawn`` over ``count`` places, zero at those not given."""
    return float((np.sum(distances(places, drawn) ** _NORM) / count) ** (1 / _NORM))
