"""Arrowheads: blobs of ink that are wider than any line.

They are taken out before lines are thinned, since thinning turns them into forks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.graph import Head
from diagramloop.parse.budget import in_chunks
from diagramloop.parse.lines.line_ink import EMPTY, NODE, LineInk, Mask
from diagramloop.parse.lines.settings.heads import HeadSettings

FARTHEST = 128  # working pixels from the ground up to which distances count: no line is twice as wide
BAND = 1_000_000  # pixels whose distances are held at once
PARENT = 3  # column of OpenCV's contour hierarchy in which the contour around each is


@dataclass(frozen=True)
class Blob:
    """One arrowhead candidate.

    Attributes:
        contour: its outline in working pixels.
        kind: by its form.
    """

    contour: shapely.MultiPoint
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


def find_arrowheads(ink: LineInk, settings: HeadSettings) -> Arrowheads:
    """Separates blobs from lines by the distance of ink to the ground."""
    filled = _without_holes(ink, settings.hole_text_heights * ink.unit)
    solid = filled | (ink.cover == NODE)  # a head half behind a node is as wide as a whole one
    apart = filled & ~_by_nodes(ink, settings.border_text_heights * ink.unit)
    half_width, common = _half_widths(solid, apart, settings.thin_line_quantile)
    del apart  # like all masks here it has the size of the picture, and those set the peak of what parsing takes
    longest = settings.longest_text_heights * ink.unit
    reach = min(longest / 2, 2 * (settings.core_half_widths * half_width + settings.core_margin_px))
    blobs = _grow(_cores(filled, solid, half_width, settings), filled, round(reach))
    found = tuple(
        _blob(own, window[1].start, window[0].start, settings.disc_share)
        for window, own, side in _components(blobs)
        if side - 1 < longest
    )
    return Arrowheads(found, ink.mask & ~blobs, 2 * common)


def _without_holes(ink: LineInk, largest: float) -> Mask:
    """The ink with enclosed patches of ground filled that are smaller than ``largest``: hollow heads become blobs."""
    contours, nesting = cv2.findContours(ink.mask.view(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    inner = [c for c, parent in zip(contours, _parents(nesting), strict=True) if parent >= 0]
    small = [c for c in inner if max(cv2.boundingRect(c)[2:]) - 2 < largest]  # it runs on the ink around
    holes = cv2.drawContours(np.zeros(ink.mask.shape, np.uint8), small, -1, 1, thickness=cv2.FILLED)
    filled: Mask = ink.mask | (holes > 0) & (ink.cover == EMPTY)
    return filled


def _by_nodes(ink: LineInk, far: float) -> Mask:
    """The surroundings of nodes, where remnants of borders are."""
    reach = 2 * round(far) + 1
    nodes = (ink.cover == NODE).view(np.uint8)
    beside: Mask = cv2.dilate(nodes, np.ones((reach, reach), np.uint8)) > 0
    return beside


def _distances(solid: Mask) -> Iterator[tuple[slice, slice, NDArray[np.float32]]]:
    """Distances from the ground, a band of rows after the other, since all at once take ten bytes of each pixel.

    Yields:
        Rows that are looked at, which of these are the band, and their distances, of which none exceeds ``FARTHEST``.
    """
    for rows in in_chunks(solid.shape[0], solid.shape[1], BAND):
        above = min(FARTHEST, rows.start)
        around = slice(rows.start - above, rows.stop + FARTHEST)
        distance = cv2.distanceTransform(solid[around].view(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
        band = slice(above, above + rows.stop - rows.start)
        yield around, band, np.asarray(cv2.min(distance, float(FARTHEST)), np.float32)


def _half_widths(solid: Mask, where: Mask, thin_quantile: float) -> tuple[float, float]:
    """Half the width of thin and of common lines: a low quantile (some edges may be thick, some texts missed)
    and the median of the distance along the middle of the ink that is looked at, which no neighbour's exceeds."""
    middles = []
    for around, band, distance in _distances(solid):
        inked = np.where(where[around], distance, np.float32(0))
        highest = cv2.dilate(inked, np.ones((3, 3), np.uint8))
        middles.append(distance[band][(where[around] & (distance >= highest))[band]])
    along = np.concatenate(middles)
    thin, common = np.quantile(along, (thin_quantile, 0.5)) if len(along) else (1.0, 1.0)
    return max(1.0, float(thin)), max(1.0, float(common))


def _cores(filled: Mask, solid: Mask, half_width: float, settings: HeadSettings) -> Mask:
    """Inner parts of blobs. What is long is a thick line, and may hold blobs wider than itself; there a wedge
    between line and node must not count as width."""
    wide, slender = settings.core_half_widths * half_width, settings.longest_core_half_widths
    cores = filled.copy()
    for around, band, distance in _distances(solid):
        cores[around][band] &= distance[band] > wide + settings.core_margin_px
    for area, own, side in _components(cores, margin=round(settings.thick_line_cores * wide)):
        depths = _depths(solid, area, own, reach=round(side / slender) + 1)
        if side > slender * depths.max():
            np.minimum(_depths(filled, area, own), depths, out=depths)  # the crop may hold no ground at all
            thick = settings.core_in_thick_line_half_widths * float(np.median(depths))
            cores[area][own] = depths > thick + settings.core_in_thick_line_margin_px
    return cores


def _depths(solid: Mask, window: tuple[slice, slice], own: Mask, reach: int = 0) -> NDArray[np.float32]:
    """Distances of a component's pixels, row by row, from the ground that lies within ``reach`` of its window."""
    corner = [max(0, side.start - reach) for side in window]
    around = solid[corner[0] : window[0].stop + reach, corner[1] : window[1].stop + reach]
    above, left = (side.start - at for side, at in zip(window, corner, strict=True))
    depths, known = np.empty(np.count_nonzero(own), np.float32), 0
    for rows, band, distance in _distances(around):
        first, last = (max(0, rows.start + end - above) for end in (band.start, band.stop))
        there, begin = own[first:last], above + first - rows.start
        found = distance[begin : begin + len(there), left : left + own.shape[1]][there]
        depths[known : known + len(found)] = found
        known += len(found)
    return depths


def _components(mask: Mask, margin: int = 0) -> Iterator[tuple[tuple[slice, slice], Mask, int]]:
    """Of each 8-connected component: the window ``margin`` around it, itself in there, and its longer side.

    By contours, since labelling all pixels of a nearly empty picture costs far more, and of a full one far more memory.
    """
    contours, nesting = cv2.findContours(mask.view(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    rings: dict[int, list[NDArray[np.int32]]] = {}  # each outer contour, and the holes in it
    for number, parent in sorted(enumerate(_parents(nesting)), key=lambda pair: pair[1]):  # outer ones come first
        rings.setdefault(number if parent < 0 else parent, []).append(np.asarray(contours[number]))
    for ring in sorted(rings.values(), key=lambda ring: (ring[0][0, 0, 1], ring[0][0, 0, 0])):
        x, y, width, height = cv2.boundingRect(ring[0])
        left, top = max(0, x - margin), max(0, y - margin)
        window = slice(top, y + height + margin), slice(left, x + width + margin)
        own = np.zeros(mask[window].shape, np.uint8)
        cv2.drawContours(own, ring, -1, 1, thickness=cv2.FILLED, offset=(-left, -top))
        yield window, own.view(bool), max(width, height)


def _parents(nesting: NDArray[np.int32] | None) -> list[int]:
    """From OpenCV's contour hierarchy: the contour around each, -1 for outer ones."""
    return [] if nesting is None else nesting[0, :, PARENT].tolist()


def _grow(cores: Mask, filled: Mask, radius: int) -> Mask:
    """Blobs whole again: the corners of a triangle lie twice its inner radius from its middle."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    grown: Mask = (cv2.dilate(cores.view(np.uint8), disc) > 0) & filled
    return grown


def _blob(own: Mask, x: int, y: int, disc_share: float) -> Blob:
    """Of a component's pixels in a window with its corner at ``x``, ``y``; a disc if it fills more than this of one."""
    contour = max(cv2.findContours(own.view(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)[:, 0]
    _, radius = cv2.minEnclosingCircle(contour)
    round_share = own.sum() / (np.pi * max(radius, 1.0) ** 2)
    return Blob(
        shapely.MultiPoint(contour + np.array([x + 0.5, y + 0.5])), "circle" if round_share > disc_share else "arrow"
    )
