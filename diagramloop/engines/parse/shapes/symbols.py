"""Symbols: small shapes that are full of ink (events, gateways with a marker, icons, steep gradients, double rings).

What is drawn inside of such a shape leaves no region of flat colour in it, but the shape as a whole differs from the
ground around it. So everything that is no ground is opened by a disc, and by a diamond that leaves the tips of
diamonds alone: lines and letters go, compact shapes stay.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.levels import Mask
from diagramloop.engines.parse.shapes.candidates import Candidate, boxes_of, overlap
from diagramloop.engines.parse.shapes.flat_regions import FlatRegions
from diagramloop.engines.parse.shapes.outlines import Border, Points, outward_normals, resample, solidity, widened
from diagramloop.engines.parse.shapes.plates import PLATE_PALE_LEVELS
from diagramloop.engines.parse.shapes.shape_names import Fit, name_outline
from diagramloop.engines.parse.shapes.surroundings import REGION_PLACE_COUNT, Surroundings

_NAMES = ("circle", "diam", "rect", "rounded", "tag-doc", "doc", "cyl", "hex")
_CHAMFER = 3  # side of the mask by which OpenCV measures distances
_CHAMFER_MARGIN, _MARGIN_PX = 1.1, 3  # radii that its error may take, and pixels of rounding
CORNERS = np.array([(0, 1), (2, 1), (2, 3), (0, 3)])  # of a box, by the numbers of its coordinates

Window = tuple[slice, slice]  # rows, columns


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Which of several readings of a place is kept.
READING_SAME_PLACE_SHARE = 0.5  # overlap of two shapes in one place; and of a node's area that is an arrow's

# Small shapes that are full of ink.
SYMBOL_LONGEST_TEXT_HEIGHTS = 7.5  # larger flat regions are ground
_LEAST_SIDE_TEXT_HEIGHTS = 2.4
_OPENING_TEXT_HEIGHTS = 1.5  # of the widest line or letter that goes
_LEAST_SOLIDITY_SHARE = 0.9
_MOST_SIDE_RATIO = 2.0
_DEVIATION_SIDES = 0.12  # shorter ones, that an outline may leave the shape it is named by
_BLUR_TEXT_HEIGHTS = 0.35  # of what opening changes
_FAINTEST_LEVELS = 26  # beyond the flatness, of the faintest border of a symbol
_LEAST_DRAWN_SHARE = 0.75  # of a symbol's outline
_LEAST_SQUARE_SHARE = 0.88  # of its box that is no ground, where it is a rectangle: of a disc's 0.79
_BORDER_STROKES = 2.0  # from the outline to a place surely inside of the border; and _BORDER_PX beside them
_BORDER_PX = 1.0
_EDGE_PX = 3.0  # beyond a stroke, within which an outline's line is looked for


class Compact(NamedTuple):
    """Masks of the picture's shape: ``solid``, 255 where no region of the ground is, and what opening by discs and by
    diamonds leaves of it, 1 or 0."""

    solid: Mask
    opened: tuple[Mask, Mask]


def symbols(around: Surroundings) -> list[Candidate]:
    """Small shapes full of ink, one of each place; they may be candidates as regions as well."""
    found = list[Candidate]()
    compact = compact_areas(around.regions, around.unit)
    outlines = symbol_outlines(compact, around.unit)
    squares = np.array([*_squares(compact)] if outlines else [], np.float64).reshape(-1, 4)
    for outline, fit in outlines:
        candidate = _symbol(around, outline, fit)
        if candidate is None or overlap(candidate.box, boxes_of(found)).any():
            continue
        same = squares[overlap(candidate.box, squares) > READING_SAME_PLACE_SHARE]
        if all(_edge(around, square[CORNERS]).width > 0 for square in same):  # else it is a plate
            found.append(candidate)
    return found


def _symbol(around: Surroundings, outline: Points, fit: Fit) -> Candidate | None:
    """Its polygon runs along the middle of its border, which lies just inside of the outline; what has none, a
    label's plate, is no symbol."""
    stroke, edge = around.environment.stroke, _edge(around, fit.polygon)
    pale = edge.width == 0 and np.abs(edge.inside - edge.outside).max() <= PLATE_PALE_LEVELS
    if pale or _drawn(around, outline) < _LEAST_DRAWN_SHARE:
        return None
    middle = widened(fit.polygon, -(stroke + 1) / 2)
    own = Border(edge.inside, edge.outside, edge.width or stroke, 0.0)
    return Candidate((), middle, replace(fit, polygon=middle), own, edge.inside, 1.0, room=(np.inf, np.inf))


def _edge(around: Surroundings, polygon: Points) -> Border:
    """The border just inside of an outline."""
    inwards = _BORDER_STROKES * around.environment.stroke + _BORDER_PX
    return around.filled_border(widened(polygon, -inwards))


def _squares(compact: Compact) -> Iterator[tuple[int, int, int, int]]:
    """Boxes that are full up to their corners, which opening has made round."""
    for mask in compact.opened:
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            x, y, width, height = cv2.boundingRect(contour)
            filled = np.count_nonzero(compact.solid[y : y + height, x : x + width])
            if filled >= _LEAST_SQUARE_SHARE * width * height:
                yield x, y, x + width, y + height


def _drawn(around: Surroundings, outline: Points) -> float:
    """Share of an outline along which something contrasts more than a plate does."""
    places, height, width = resample(outline, REGION_PLACE_COUNT), *around.contrast.shape
    steps = np.arange(-1.0, around.environment.stroke + _EDGE_PX)
    x, y = np.rint(np.moveaxis(places[:, None] - steps[:, None] * outward_normals(places)[:, None], 2, 0)).astype(int)
    strongest = around.contrast[y.clip(0, height - 1), x.clip(0, width - 1)].max(axis=1)
    return float((strongest > around.environment.flatness + _FAINTEST_LEVELS).mean())


def compact_areas(regions: FlatRegions, unit: float) -> Compact:
    """Those of a picture of these flat regions; ``unit``: text height in pixels."""
    solid, radius = _solid(regions, SYMBOL_LONGEST_TEXT_HEIGHTS * unit), _OPENING_TEXT_HEIGHTS * unit / 2
    return Compact(solid, (opening(solid, radius, cv2.DIST_L2), opening(solid, radius, cv2.DIST_L1)))


def symbol_outlines(compact: Compact, unit: float) -> list[tuple[Points, Fit]]:
    """Outlines, around their borders, and shapes of the symbols of a picture, best fit first; of those in one place
    the first counts.

    Args:
        compact: its compact areas.
        unit: text height in pixels.

    Raises:
        PictureError: more than a diagram has (TOO_LARGE).
    """
    likely = (symbol for mask in compact.opened for symbol in _compact(mask, unit))
    found = list(itertools.islice(likely, BUDGET.symbols + 1))
    BUDGET.check("symbols", len(found))
    return sorted(found, key=lambda symbol: symbol[1].deviation)


def _solid(regions: FlatRegions, largest: float) -> Mask:
    """Area where no region of the ground is, 255 or 0."""
    extent = (regions.boxes[:, 2:] - regions.boxes[:, :2]).max(axis=1)
    solid = np.where(extent > largest, np.uint8(0), np.uint8(255))
    solid[0] = 255
    return np.asarray(solid[regions.labels])


def opening(solid: Mask, radius: float, metric: int) -> Mask:
    """The union of all discs, or in the L1 metric diamonds, of a radius that fit into a mask, 1 or 0.

    Distances are dear, so they are measured only around places at which the square inside of these fits.
    """
    square = 2 * int(radius / 2) + 1
    likely = cv2.erode(solid, np.ones((square, square), np.uint8))
    opened = np.zeros_like(solid)
    for inner, outer in _windows(likely, int(_CHAMFER_MARGIN * radius) + _MARGIN_PX):
        core = np.zeros_like(solid[outer])
        within = tuple(slice(i.start - o.start, i.stop - o.start) for i, o in zip(inner, outer, strict=True))
        core[within] = (cv2.distanceTransform(solid[outer], metric, _CHAMFER)[within] > radius) & (likely[inner] > 0)
        if core.any():
            opened[outer] |= (cv2.distanceTransform(1 - core, metric, _CHAMFER) <= radius).view(np.uint8)
    return opened


def _windows(likely: Mask, margin: int) -> Iterator[tuple[Window, Window]]:
    """Windows around what is not 0, each as it is and with a margin as far as the picture goes; one of the whole
    picture where they would overlap too often."""
    height, width = likely.shape
    contours, _ = cv2.findContours(likely, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [cv2.boundingRect(contour) for contour in contours]
    if sum((w + 2 * margin) * (h + 2 * margin) for _, _, w, h in boxes) > likely.size:
        boxes = [(0, 0, width, height)]
    for x, y, w, h in boxes:
        inner = (slice(y, y + h), slice(x, x + w))
        outer = (slice(max(0, y - margin), y + h + margin), slice(max(0, x - margin), x + w + margin))
        yield inner, outer


def _compact(opened: Mask, unit: float) -> Iterator[tuple[Points, Fit]]:
    least, most = _LEAST_SIDE_TEXT_HEIGHTS * unit, SYMBOL_LONGEST_TEXT_HEIGHTS * unit
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        short, long = sorted(cv2.boundingRect(contour)[2:])
        if short < least or long > min(most, _MOST_SIDE_RATIO * short):
            continue
        outline = contour[:, 0, :].astype(np.float64) + 0.5
        if solidity(outline) < _LEAST_SOLIDITY_SHARE:
            continue
        fit = name_outline(outline, _BLUR_TEXT_HEIGHTS * unit)
        if fit.name in _NAMES and fit.deviation <= _DEVIATION_SIDES * short:
            yield outline, fit
