"""Arrowheads: blobs of ink that are wider than any line.

They are taken out before lines are thinned, since thinning turns them into forks.
"""

from __future__ import annotations

import itertools
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

NEIGHBOURS = 9  # of a pixel, itself among them
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
    distance = cv2.distanceTransform(solid.view(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
    by_nodes = _by_nodes(ink, settings.border_text_heights * ink.unit)
    half_width, common = _half_widths(distance, filled & ~by_nodes, settings.thin_line_quantile)
    reach = 2 * (settings.core_half_widths * half_width + settings.core_margin_px)
    blobs = _grow(_cores(filled, distance, half_width, settings), filled, round(reach))
    longest = settings.longest_text_heights * ink.unit
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


def _half_widths(distance: NDArray[np.float32], where: Mask, thin_quantile: float) -> tuple[float, float]:
    """Half the width of thin and of common lines: a low quantile (some edges may be thick, some texts missed)
    and the median of the distance along the middle of the ink that is looked at."""
    inked = np.flatnonzero(where)  # few: much less work than on all pixels
    if not len(inked):
        return 1.0, 1.0
    middles = [_ridge(distance, where, inked[some]) for some in in_chunks(len(inked), NEIGHBOURS)]
    thin, common = np.quantile(np.concatenate(middles), (thin_quantile, 0.5))
    return max(1.0, float(thin)), max(1.0, float(common))


def _ridge(distance: NDArray[np.float32], where: Mask, inked: NDArray[np.intp]) -> NDArray[np.float32]:
    """The distances of those pixels, numbered row by row, that no neighbour ``where`` there is one exceeds."""
    rows, columns = np.divmod(inked, where.shape[1])
    values, ridge = distance[rows, columns], np.ones(len(rows), bool)
    for down, right in itertools.product((-1, 0, 1), repeat=2):
        there = (rows + down).clip(0, where.shape[0] - 1), (columns + right).clip(0, where.shape[1] - 1)
        ridge &= (values >= distance[there]) | ~where[there]
    return np.asarray(values[ridge])


def _cores(filled: Mask, distance: NDArray[np.float32], half_width: float, settings: HeadSettings) -> Mask:
    """Inner parts of blobs. What is long is a thick line, and may hold blobs wider than itself; there a wedge
    between line and node must not count as width."""
    wide = settings.core_half_widths * half_width
    cores = (distance > wide + settings.core_margin_px) & filled
    for area, own, side in _components(cores, margin=round(settings.thick_line_cores * wide)):
        if side > settings.longest_core_half_widths * distance[area][own].max():
            bare = cv2.distanceTransform(filled[area].astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
            np.minimum(bare, distance[area], out=bare)  # the crop may hold no ground at all
            thick = settings.core_in_thick_line_half_widths * float(np.median(bare[own]))
            cores[area] &= ~own | (bare > thick + settings.core_in_thick_line_margin_px)
    return cores


def _components(mask: Mask, margin: int = 0) -> Iterator[tuple[tuple[slice, slice], Mask, int]]:
    """Of each 8-connected component: the window ``margin`` around it, itself in there, and its longer side.

    By contours, since labelling all pixels of a nearly empty picture costs far more.
    """
    contours, nesting = cv2.findContours(mask.view(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = [c for c, parent in zip(contours, _parents(nesting), strict=True) if parent < 0]
    for contour in sorted(outer, key=lambda c: (c[0, 0, 1], c[0, 0, 0])):
        (first_x, first_y), (x, y, width, height) = contour[0, 0], cv2.boundingRect(contour)
        left, top = max(0, x - margin), max(0, y - margin)
        window = slice(top, y + height + margin), slice(left, x + width + margin)
        _, labels = cv2.connectedComponents(mask[window].view(np.uint8), connectivity=8)
        own = labels == labels[first_y - top, first_x - left]
        del labels  # the largest array of all
        yield window, own, max(width, height)


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
