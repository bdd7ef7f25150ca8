"""Outlines of regions: the closed curve around one, the border drawn along it, how far curves lie apart."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.budget import in_chunks
from diagramloop.engines.parse.levels import Mask

Points = NDArray[np.float64]  # shape (n, 2): x, y in pixels

_MITRE_LIMIT = 3.0  # times the width by which corners are kept sharp


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Thresholds for the border along an outline, seen from the inside outwards.
_PLACE_COUNT = 96  # along an outline at which its border is looked at
_STEP_PX = 0.5
_LEAST_DIFFERENCE_RATIO = 0.12  # of the colours on both sides, that a line differs from their mixtures
_LEAST_LINED_SHARE = 0.65  # of the places, at which a line is seen beside a region that has a border
_LEAST_RIDGE_RATIO = 0.3  # of the strongest line's difference, that each of a double border has
_SOFT_EDGE_PX = 2.75  # that a clean edge between two colours takes at most; or that follows, if it is more
_SOFT_EDGE_STROKES = 1.4


def outer_contour(mask: Mask, corner: tuple[int, int] = (0, 0)) -> Points:
    """The outline of the largest part of ``mask`` with its holes filled, shifted by ``corner``, shape (n, 2).

    Points lie half a pixel right and down of the mask's pixels: in the middle of the 2 x 2 windows that
    a flat region is made of.
    """
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    longest = max(contours, key=cv2.contourArea)
    return longest[:, 0, :].astype(np.float64) + np.asarray(corner, dtype=np.float64) + 0.5


def area(points: Points) -> float:
    """Area inside in square pixels."""
    return float(cv2.contourArea(points.astype(np.float32)))


def perimeter(points: Points) -> float:
    """Length of a closed outline in pixels."""
    return float(np.hypot(*(np.roll(points, -1, axis=0) - points).T).sum())


def solidity(points: Points) -> float:
    """Share of its convex hull that an outline fills; 1 for convex ones."""
    hull = cv2.contourArea(cv2.convexHull(points.astype(np.float32)))
    return area(points) / hull if hull else 0.0


def resample(points: Points, count: int) -> Points:
    """``count`` points at equal distances along a closed outline."""
    closed = np.vstack([points, points[:1]])
    steps = np.hypot(*np.diff(closed, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0.0, along[-1], count, endpoint=False)
    return np.column_stack([np.interp(at, along, closed[:, k]) for k in (0, 1)])


def outward_normals(points: Points) -> Points:
    """Unit normals that point away from the inside of a closed outline, shape (n, 2)."""
    tangent = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    normal = np.column_stack([tangent[:, 1], -tangent[:, 0]])
    x, y = points.T
    turns_right = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) > 0
    length = np.maximum(np.hypot(*normal.T), 1e-9)[:, None]
    return (normal if turns_right else -normal) / length


def distances(points: Points, polygon: Points) -> NDArray[np.float64]:
    """Distance of each point from the line of a closed ``polygon``, shape (n,)."""
    sides = np.concatenate([polygon[1:], polygon[:1]]) - polygon
    chunks = in_chunks(len(points), len(sides))
    return np.sqrt(np.concatenate([distances_to_sides(points[some], polygon, sides).min(axis=1) for some in chunks]))


def distances_to_sides(points: Points, starts: Points, sides: Points) -> Points:
    """Squared distance of each of n points from each of m sides, given where they start and how they run; (n, m)."""
    (x, y), (along_x, along_y) = starts.T, sides.T
    squared = np.maximum(along_x**2 + along_y**2, 1e-12)
    away_x, away_y = points[:, :1] - x, points[:, 1:] - y
    share = away_x * along_x
    share += away_y * along_y
    share /= squared
    np.minimum(np.maximum(share, 0.0, out=share), 1.0, out=share)  # as np.clip does, which is slow with small tables
    away_x -= share * along_x
    away_y -= share * along_y
    away_x *= away_x
    away_y *= away_y
    away_x += away_y
    return np.asarray(away_x)


def widened(polygon: Points, by: float) -> Points:
    """The polygon with each side moved outwards by ``by`` pixels and corners kept sharp."""
    moved = shapely.Polygon(polygon).buffer(by, join_style="mitre", mitre_limit=_MITRE_LIMIT)
    parts = [part for part in shapely.get_parts(moved) if not part.is_empty]
    if not parts:
        return polygon
    largest = max(parts, key=lambda part: part.area)
    return np.asarray(shapely.orient_polygons(largest).exterior.coords)[:-1]


@dataclass(frozen=True)
class Border:
    """The colours along an outline, seen from the inside outwards.

    Attributes:
        inside, outside: colours on both sides, RGB, shape (3,).
        width: of the line between them in pixels; 0 when the two colours meet directly.
        middle: distance of the line's (or the meeting's) middle from the outline in pixels.
        double: whether a second line runs along the first; ``width`` and ``middle`` are then the outer one's.
    """

    inside: NDArray[np.float64]
    outside: NDArray[np.float64]
    width: float
    middle: float
    double: bool = False

    @property
    def end(self) -> float:
        """Distance of its outer edge from the outline in pixels."""
        return self.middle + self.width / 2


def border(picture: RGB, outline: Points, reach: float, tolerance: float, stroke: float) -> Border:
    """Measure the border of the region within ``outline``, looking ``reach`` pixels outwards.

    The median over all places along the outline leaves out the few where an edge or text is attached;
    a line that most places do not have, such as the text that cuts a region in two, is no border. A line
    in a mixture of the colours beside it shows only by being as wide as lines are (``stroke`` pixels).
    """
    places = resample(outline, _PLACE_COUNT)
    steps = np.arange(-1.0, reach + _STEP_PX, _STEP_PX)
    probes = places[:, None, :] + steps[None, :, None] * outward_normals(places)[:, None, :]
    profiles = _colours(picture, probes)
    profile = np.median(profiles, axis=0)
    inside, outside = profile[0], profile[-1]
    apart = _apart(profile)
    least = max(tolerance, _LEAST_DIFFERENCE_RATIO * float(_difference(inside, outside)))
    if apart.max() <= least or _lined_share(profiles, least) < _LEAST_LINED_SHARE:
        return _meeting(profile, steps, stroke)
    ridges = _ridges(apart, max(tolerance, _LEAST_RIDGE_RATIO * float(apart.max())))[:2]
    width, middle = _width_and_middle(apart, steps, ridges[-1])
    return Border(inside, outside, width, middle, double=len(ridges) > 1)


def _lined_share(profiles: NDArray[np.float64], least: float) -> float:
    """Share of the places, of each the colours from the inside outwards, at which a line is seen."""
    return float((_apart(profiles).max(axis=1) > least).mean())


def _ridges(apart: NDArray[np.float64], least: float) -> list[slice]:
    """The runs of values above ``least``."""
    steps = np.diff(np.concatenate([[False], apart > least, [False]]).astype(int))
    return [slice(int(a), int(b)) for a, b in zip(np.flatnonzero(steps > 0), np.flatnonzero(steps < 0), strict=True)]


def _width_and_middle(apart: NDArray[np.float64], steps: NDArray[np.float64], ridge: slice) -> tuple[float, float]:
    weight = apart[ridge] / apart[ridge].max()
    return float(weight.sum() * (steps[1] - steps[0])), float((weight * steps[ridge]).sum() / weight.sum())


def _apart(profile: NDArray[np.float64]) -> NDArray[np.float64]:
    """Difference of each colour, (..., k, 3), from the nearest mixture of the first and the last, (..., k).

    Where two colours meet, the pixels between them are such mixtures; a line's are not.
    """
    first, last = profile[..., :1, :], profile[..., -1:, :]
    along = last - first
    share = _summed((profile - first) * along) / np.maximum(_summed(along**2), 1.0)
    return _difference(profile, first + np.clip(share, 0.0, 1.0)[..., None] * along)


def _summed(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the channels, one by one, which is faster than along an axis of three."""
    return np.asarray(colours[..., 0] + colours[..., 1] + colours[..., 2])


def _colours(picture: RGB, probes: Points) -> NDArray[np.float64]:
    """Colours at (n, k, 2) places, shape (n, k, 3), linear between pixels."""
    low = np.maximum(np.floor(probes.reshape(-1, 2).min(axis=0)).astype(int) - 1, 0)
    high = np.ceil(probes.reshape(-1, 2).max(axis=0)).astype(int) + 2
    window = np.ascontiguousarray(picture[low[1] : max(high[1], low[1] + 1), low[0] : max(high[0], low[0] + 1)])
    x, y = np.moveaxis((probes - low).astype(np.float32), 2, 0)
    return np.asarray(cv2.remap(window, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32)


def _difference(colours: NDArray[np.float64], colour: NDArray[np.float64]) -> NDArray[np.float64]:
    red, green, blue = np.moveaxis(np.abs(colours - colour), -1, 0)
    return np.asarray(np.maximum(np.maximum(red, green), blue))


def _meeting(profile: NDArray[np.float64], steps: NDArray[np.float64], stroke: float) -> Border:
    """The border where the colours between inside and outside are mixtures: none if that is but a soft edge."""
    inside, outside = profile[0], profile[-1]
    from_inside, from_outside = _difference(profile, inside), _difference(profile, outside)
    least = _LEAST_DIFFERENCE_RATIO * float(_difference(inside, outside))
    between = np.minimum(from_inside, from_outside) > least
    ramp = float(between.sum()) * _STEP_PX
    if ramp >= max(_SOFT_EDGE_PX, _SOFT_EDGE_STROKES * stroke):
        return Border(inside, outside, ramp - 1.0, float(steps[between].mean()))
    crossed = from_inside > from_outside
    return Border(inside, outside, 0.0, float(steps[crossed.argmax()]) if crossed.any() else 0.0)
