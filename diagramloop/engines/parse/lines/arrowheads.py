"""Arrowheads: blobs of ink that are wider than any line.

They are taken out before lines are thinned, since thinning turns them into forks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import in_chunks
from diagramloop.engines.parse.lines.line_ink import EMPTY, NODE, LineInk, Mask
from diagramloop.engines.parse.lines.strokes import Points
from diagramloop.graph import Head

FARTHEST = 128  # working pixels from the ground up to which distances count: no line is twice as wide
BAND = 2_000_000  # pixels whose distances are held at once
PARENT = 3  # column of OpenCV's contour hierarchy in which the contour around each is

Distances = NDArray[np.float32]
Rings = list[NDArray[np.int32]]  # the contours of a component, the one around it first; each of shape (n, 1, 2): x, y


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Heads that are blobs of ink, wider than any line.
_CORE_HALF_WIDTHS = 1.5  # of lines, and a margin: what has this distance to the ground is a blob
_CORE_MARGIN_PX = 1.0  # a margin beside these
_THIN_LINE_QUANTILE = 0.25  # of the half widths along lines: some may be thick, some texts missed
_LONGEST_CORE_HALF_WIDTHS = 5.0  # its own: what is longer is a thick line
_CORE_IN_THICK_LINE_HALF_WIDTHS = 1.2  # of the thick line, than which heads are not much wider
_CORE_IN_THICK_LINE_MARGIN_PX = 0.75  # a margin beside these
_BORDER_TEXT_HEIGHTS = 0.25  # around nodes, where remnants of borders are
_LONGEST_TEXT_HEIGHTS = 3.0  # longer blobs are shadows or thick lines
_HOLE_TEXT_HEIGHTS = 1.2  # smaller holes within ink are the insides of hollow heads
_DISC_SHARE = 0.82  # of its enclosing circle that a disc fills; a triangle fills 0.41


@dataclass(frozen=True)
class Blob:
    """One arrowhead candidate.

    Attributes:
        contour: points of its outline in working pixels, shape (n, 2).
        kind: by its form.
    """

    contour: Points
    kind: Head


@dataclass(frozen=True)
class Arrowheads:
    """All blobs of a picture.

    Attributes:
        lines: the ink without the blobs.
        width: width of lines in working pixels.
    """

    blobs: tuple[Blob, ...]
    lines: Mask
    width: float


def find_arrowheads(ink: LineInk) -> Arrowheads:
    """Separates blobs from lines by the distance of ink to the ground."""
    filled = _without_holes(ink, _HOLE_TEXT_HEIGHTS * ink.unit)
    solid = filled | (ink.cover == NODE)  # a head half behind a node is as wide as a whole one
    near_nodes = _by_nodes(ink, _BORDER_TEXT_HEIGHTS * ink.unit)
    apart = np.greater(filled, near_nodes, out=near_nodes)
    middles, depths = _measured(solid, apart, filled)
    del apart, near_nodes  # masks of the picture's size set the peak of what parsing takes
    half_width, common = _half_widths(middles)
    longest = _LONGEST_TEXT_HEIGHTS * ink.unit
    reach = min(longest / 2, 2 * (_CORE_HALF_WIDTHS * half_width + _CORE_MARGIN_PX))
    cores = _cores(filled, depths, solid, half_width)
    del solid
    blobs = _grow(cores, filled, round(reach))
    found = tuple(
        _blob(own, window[1].start, window[0].start) for window, own, side in _components(blobs) if side - 1 < longest
    )
    return Arrowheads(found, ink.mask & ~blobs, 2 * common)


def _without_holes(ink: LineInk, largest: float) -> Mask:
    """The ink with enclosed patches of ground filled that are smaller than ``largest``: hollow heads become blobs."""
    contours, nesting = cv2.findContours(ink.mask.view(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    inner = [c for c, parent in zip(contours, _parents(nesting), strict=True) if parent >= 0]
    small = [c for c in inner if max(cv2.boundingRect(c)[2:]) - 2 < largest]  # it runs on the ink around
    filled = np.asarray(cv2.drawContours(np.zeros(ink.mask.shape, np.uint8), small, -1, 1, cv2.FILLED)).view(bool)
    filled &= ink.cover == EMPTY
    filled |= ink.mask
    return filled


def _by_nodes(ink: LineInk, far: float) -> Mask:
    """The surroundings of nodes, where remnants of borders are."""
    reach = 2 * round(far) + 1
    nodes = (ink.cover == NODE).view(np.uint8)
    return np.asarray(cv2.dilate(nodes, np.ones((reach, reach), np.uint8), dst=nodes)).view(bool)


def _distances(solid: Mask, bands: Iterable[slice] | None = None) -> Iterator[tuple[slice, slice, Distances]]:
    """Distances from the ground, a band of rows after the other, since all at once take ten bytes of each pixel.

    Args:
        bands: of rows, of those that :func:`_bands` gives; all of these when None.

    Yields:
        Rows that are looked at, which of these are the band, and their distances, of which none exceeds ``FARTHEST``.
    """
    for rows in _bands(solid) if bands is None else bands:
        above = min(FARTHEST, rows.start)
        around = slice(rows.start - above, rows.stop + FARTHEST)
        distance = cv2.distanceTransform(solid[around].view(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
        band = slice(above, above + rows.stop - rows.start)
        yield around, band, np.asarray(cv2.min(distance, float(FARTHEST)), np.float32)


def _bands(mask: Mask) -> Iterator[slice]:
    return in_chunks(mask.shape[0], mask.shape[1], BAND)


def _measured(solid: Mask, apart: Mask, filled: Mask) -> tuple[Distances, Distances]:
    """Distances from the ground of the middle of the ink ``apart``, which no neighbour's exceeds, and of ``filled``;
    both in the order of pixels."""
    middles, depths = [], []
    for around, band, distance in _distances(solid):
        there = apart[around].view(np.uint8)
        inked = cv2.copyTo(distance, there)
        highest = cv2.compare(inked, cv2.dilate(inked, np.ones((3, 3), np.uint8)), cv2.CMP_GE)
        middles.append(distance[band][(highest & there)[band].view(bool)])
        depths.append(distance[band][filled[around][band]])
    return np.concatenate(middles), np.concatenate(depths)


def _half_widths(middles: Distances) -> tuple[float, float]:
    """Half the width of thin and of common lines, from the distances along their middles: a low quantile (some edges
    may be thick, some texts missed) and the median."""
    thin, common = np.quantile(middles, (_THIN_LINE_QUANTILE, 0.5)) if len(middles) else (1.0, 1.0)
    return max(1.0, float(thin)), max(1.0, float(common))


def _cores(filled: Mask, deep: Distances, solid: Mask, half_width: float) -> Mask:
    """Inner parts of blobs. What is long is a thick line, and may hold blobs wider than itself; there a wedge
    between line and node must not count as width."""
    wide = _CORE_HALF_WIDTHS * half_width + _CORE_MARGIN_PX
    cores = filled.copy()
    cores[filled] = deep > wide
    long = [rings for rings in _rings(cores) if _side(rings) > _LONGEST_CORE_HALF_WIDTHS * wide]
    deepest = [max(float(depths.max()) for _, depths in parts) for parts in _depths(solid, long)]
    thick_lines = [
        rings for rings, depth in zip(long, deepest, strict=True) if _side(rings) > _LONGEST_CORE_HALF_WIDTHS * depth
    ]
    for rings, parts in zip(thick_lines, _depths(filled, thick_lines), strict=True):
        usual = float(np.median(np.concatenate([depths for _, depths in parts])))
        thick = _CORE_IN_THICK_LINE_HALF_WIDTHS * usual
        for rows, depths in parts:
            window, own = _filled(rings, rows)
            cores[window][own] = depths > thick + _CORE_IN_THICK_LINE_MARGIN_PX
    return cores


def _depths(solid: Mask, components: list[Rings]) -> list[list[tuple[slice, Distances]]]:
    """Of each component, band by band: rows, and the distances of its pixels in these from the ground."""
    parts: list[list[tuple[slice, Distances]]] = [[] for _ in components]
    spans = [_span(rings) for rings in components]
    held = (rows for rows in _bands(solid) if any(top < rows.stop and rows.start < end for top, end in spans))
    for around, band, distance in _distances(solid, held):
        rows = slice(around.start + band.start, around.start + band.stop)
        for rings, own_parts in zip(components, parts, strict=True):
            (own_rows, columns), own = _filled(rings, rows)
            if own.any():
                there = slice(own_rows.start - around.start, own_rows.stop - around.start)
                own_parts.append((rows, distance[there, columns][own]))
    return parts


def _components(mask: Mask) -> Iterator[tuple[tuple[slice, slice], Mask, int]]:
    """Of each 8-connected component: the window around it, itself in there, and its longer side."""
    for rings in _rings(mask):
        yield *_filled(rings, slice(0, len(mask))), _side(rings)


def _filled(rings: Rings, rows: slice) -> tuple[tuple[slice, slice], Mask]:
    """The window around what of a component lies in these rows, and that in there."""
    x, y, width, height = cv2.boundingRect(rings[0])
    top, bottom = max(y, rows.start), min(y + height, rows.stop)
    own = np.zeros((max(0, bottom - top), width), np.uint8)
    if own.size:
        cv2.drawContours(own, rings, -1, 1, thickness=cv2.FILLED, offset=(-x, -top))
    return (slice(top, bottom), slice(x, x + width)), own.view(bool)


def _span(rings: Rings) -> tuple[int, int]:
    """The first of a component's rows, and the one after its last."""
    _, top, _, height = cv2.boundingRect(rings[0])
    return top, top + height


def _side(rings: Rings) -> int:
    """The longer one of a component's window."""
    return int(max(cv2.boundingRect(rings[0])[2:]))


def _rings(mask: Mask) -> list[Rings]:
    """The contour around each 8-connected component, and those of its holes, from the top to the bottom.

    Labelling all pixels of a nearly empty picture costs far more, and of a full one far more memory.
    """
    contours, nesting = cv2.findContours(mask.view(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    rings: dict[int, Rings] = {}
    for number, parent in sorted(enumerate(_parents(nesting)), key=lambda pair: pair[1]):  # outer ones come first
        rings.setdefault(number if parent < 0 else parent, []).append(np.asarray(contours[number]))
    return sorted(rings.values(), key=lambda ring: (ring[0][0, 0, 1], ring[0][0, 0, 0]))


def _parents(nesting: NDArray[np.int32] | None) -> list[int]:
    """From OpenCV's contour hierarchy: the contour around each, -1 for outer ones."""
    return [] if nesting is None else nesting[0, :, PARENT].tolist()


def _grow(cores: Mask, filled: Mask, radius: int) -> Mask:
    """Blobs whole again, in the place of ``cores``: the corners of a triangle lie twice its inner radius from its
    middle."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    grown: Mask = np.asarray(cv2.dilate(cores.view(np.uint8), disc, dst=cores.view(np.uint8))).view(bool)
    grown &= filled
    return grown


def _blob(own: Mask, x: int, y: int) -> Blob:
    """Of a component's pixels in a window with its corner at ``x``, ``y``; a disc if it fills one."""
    contour = max(cv2.findContours(own.view(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)[:, 0]
    _, radius = cv2.minEnclosingCircle(contour)
    round_share = own.sum() / (np.pi * max(radius, 1.0) ** 2)
    return Blob(contour + np.array([x + 0.5, y + 0.5]), "circle" if round_share > _DISC_SHARE else "arrow")
