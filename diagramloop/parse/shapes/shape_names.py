"""Names outlines by Mermaid's shapes: each shape is drawn to the outline's size, and the nearest one wins.

A shape is a function of the width, the height and one length of its own (a slant, a corner radius, the
depth of a notch or a lid), which is tried at a few values read off the outline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from diagramloop.parse.shapes.outlines import Points, area, distances, distances_to_sides, resample

Drawing = Callable[[float, float, float], Points]  # width, height, own length -> polygon in (0, 0, w, h)

_PLACES = 120  # points at which an outline is compared
_SPARSE, _SOME = 12, 4  # each such point is compared first: with drawings, with what is bitten
_QUARTER = np.linspace(0.0, np.pi / 2, 9)
_HALF = np.linspace(0.0, np.pi, 25)


def _polygon(*corners: tuple[float, float]) -> Points:
    return np.array(corners, dtype=np.float64)


def _rect(w: float, h: float, _: float) -> Points:
    return _polygon((0, 0), (w, 0), (w, h), (0, h))


def _rounded(w: float, h: float, s: float) -> Points:
    s = min(s, w / 2, h / 2)
    centres = ((w - s, s, -np.pi / 2), (w - s, h - s, 0.0), (s, h - s, np.pi / 2), (s, s, np.pi))
    return np.concatenate([_arc(x, y, s, s, start + _QUARTER) for x, y, start in centres])


def _stadium(w: float, h: float, _: float) -> Points:
    return _rounded(w, h, min(w, h) / 2)


def _ellipse(w: float, h: float, _: float) -> Points:
    return _arc(w / 2, h / 2, w / 2, h / 2, np.linspace(0.0, 2 * np.pi, 48, endpoint=False))


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
    return np.vstack([_polygon((0, 0)), _arc(w - h / 2, h / 2, h / 2, h / 2, _HALF - np.pi / 2), _polygon((0, h))])


def _cylinder(w: float, h: float, s: float) -> Points:
    return np.vstack([_arc(w / 2, s, w / 2, s, _HALF + np.pi), _arc(w / 2, h - s, w / 2, s, _HALF)])


def _lying_cylinder(w: float, h: float, s: float) -> Points:
    lids = (_arc(w - s, h / 2, s, h / 2, _HALF - np.pi / 2), _arc(s, h / 2, s, h / 2, _HALF + np.pi / 2))
    return np.vstack(lids)


def _document(w: float, h: float, s: float) -> Points:
    x = np.linspace(w, 0.0, 25)
    return np.vstack([_polygon((0, 0), (w, 0)), np.column_stack([x, h - s + s * np.sin(2 * np.pi * x / w)])])


def _tape(w: float, h: float, s: float) -> Points:
    x = np.linspace(w, 0.0, 25)
    wave = s * np.sin(2 * np.pi * x / w)
    return np.vstack([np.column_stack([x, s + wave])[::-1], np.column_stack([x, h - s + wave])])


def _arc(x: float, y: float, a: float, b: float, angles: Points) -> Points:
    return np.column_stack([x + a * np.cos(angles), y + b * np.sin(angles)])


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
_FIXED = ("rect", "diam", "stadium", "ellipse", "tri", "flip-tri", "delay")  # no length of their own
_BITTEN = ("stadium", "ellipse", "diam")  # restored besides rectangles
_FOLLOWED, _LEFT = 0.8, 0.7  # least shares of a bitten shape's border and area that are there
_RADII = (0.05, 0.1, 0.2)  # of corners, in shorter sides
_ROUND = 1.15  # widest ratio of the sides of a circle


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
    places = resample(outline, _PLACES) - corner
    plain = _nearest(places, ((name, SHAPE_DRAWINGS[name](w, h, 0.0)) for name in _FIXED))
    best = plain
    if plain.deviation > 0.3 * blur:
        lengths = _own_lengths(outline - corner, w, h)
        drawings = (
            (name, draw(w, h, s)) for name, draw in SHAPE_DRAWINGS.items() if name not in _FIXED for s in lengths
        )
        special = _nearest(places, drawings)
        best = special if special.deviation < plain.deviation - 0.2 * blur else plain
    name = "circle" if best.name in ("ellipse", "stadium") and max(w, h) <= _ROUND * min(w, h) else best.name
    return Fit(name, best.polygon + corner, best.deviation)


def restored(outline: Points, blur: float) -> Fit | None:
    """The rectangle, ellipse or diamond of which something at its border (an icon, a fold, a head that reaches into it)
    has bitten a part, if the outline follows most of it; the deviation is that of the rest."""
    corner = outline.min(axis=0)
    w, h = (float(v) for v in np.maximum(outline.max(axis=0) - corner, 1.0))
    drawings = [("rect", _rect(w, h, 0.0)), *(("rounded", _rounded(w, h, each * min(w, h))) for each in _RADII)]
    drawings += [(name, SHAPE_DRAWINGS[name](w, h, 0.0)) for name in _BITTEN]
    best, share, own = None, _FOLLOWED, area(outline)
    for name, drawn in drawings:
        places = resample(drawn + corner, _PLACES)
        if own < _LEFT * area(drawn) or not _follows(places[::_SOME], outline, blur, (1 - share) * _PLACES):
            continue
        away = distances(places, outline)
        kept = away <= blur + 1.0
        if kept.mean() > share:
            share = float(kept.mean())
            best = Fit(name, drawn + corner, float(np.mean(away[kept] ** 8) ** 0.125))
    return best


def _follows(places: Points, outline: Points, blur: float, missing: float) -> bool:
    """Whether fewer than ``missing`` of some places are away from an outline."""
    return bool((distances(places, outline) > blur + 1.0).sum() < missing)


def _own_lengths(outline: Points, w: float, h: float) -> tuple[float, ...]:
    """Candidates for the length that shapes have of their own: how far the sides fall short of the corners,
    and the radius that would round the corners as much."""
    x, y = outline.T
    edge = 0.01 * min(w, h) + 1.0
    top, bottom, left, right = x[y <= edge], x[y >= h - edge], y[x <= edge], y[x >= w - edge]
    gaps = [top.min(), w - top.max(), bottom.min(), w - bottom.max()]
    gaps += [left.min(), h - left.max(), right.min(), h - right.max()]
    gaps.append(x[np.abs(y - h / 2) <= edge].min())  # a notch in the left side
    likely = sorted(float(gap) for gap in gaps if gap > 2 * edge)
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)])
    missing = np.hypot(*np.moveaxis(outline[:, None] - corners, 2, 0)).min(axis=0)
    radius = float(np.median(missing)) / (np.sqrt(2) - 1)
    return (radius, 0.15 * h, *likely[:: max(1, len(likely) // 3)], *(1.3 * v for v in likely[len(likely) // 2 :][:1]))


def _nearest(places: Points, drawings: Iterable[tuple[str, Points]]) -> Fit:
    """The drawing with the least deviation, the first of equal ones.

    A few places give a lower bound of it; those with the least are looked at first, by which most drawings are out.
    """
    drawn_all = list(drawings)
    bounds = _bounds(places[::_SPARSE], [drawn for _, drawn in drawn_all], len(places))
    best, first = np.inf, 0
    for number in np.argsort(bounds, kind="stable").tolist():
        if bounds[number] > best:
            break
        deviation = _deviation(places, drawn_all[number][1], len(places))
        best, first = min((best, first), (deviation, number))
    return Fit(*drawn_all[first], best)


def _bounds(places: Points, drawings: list[Points], count: int) -> Points:
    """Of each drawing what :func:`_deviation` is, of all at once; shape (drawings,)."""
    sizes = np.array([len(drawn) for drawn in drawings])
    first = np.cumsum(sizes) - sizes
    following = np.arange(1, sizes.sum() + 1)
    following[first + sizes - 1] = first  # they are closed
    corners = np.concatenate(drawings)
    away = distances_to_sides(places, corners, corners[following] - corners)
    nearest = np.sqrt(np.minimum.reduceat(away, first, axis=1))
    return np.asarray((np.sum(np.ascontiguousarray(nearest.T) ** 8, axis=1) / count) ** 0.125)


def _deviation(places: Points, drawn: Points, count: int) -> float:
    """8-norm of the distances from ``drawn`` over ``count`` places, zero at those not given."""
    return float((np.sum(distances(places, drawn) ** 8) / count) ** 0.125)
