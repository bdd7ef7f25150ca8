"""Arrowheads: blobs of ink that are wider than any line.

They are taken out before lines are thinned, since thinning turns them into forks.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from flowbench.graph import Head
from flowbench.parse.line_ink import EMPTY, NODE, LineInk, Mask

WIDER = 1.5  # times the half width of lines, and a pixel: what has this distance to the ground is a blob
WIDER_THAN_THICK = 1.2  # the same for thick lines, than which heads are not much wider
BORDERS = 0.25  # text heights around nodes
THIN = 0.25  # quantile
SLENDER = 5.0  # times its half width: what is longer is a thick line
HOLLOW = 1.0  # text heights: smaller holes within ink are the insides of hollow heads
ROUND = 0.82  # share of its enclosing circle that a disc fills; a triangle fills 0.41


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
        labels: index of the blob + 1 at each working pixel, 0 elsewhere.
        lines: the ink without the blobs.
        width: width of lines in working pixels.
    """

    blobs: tuple[Blob, ...]
    labels: NDArray[np.int32]
    lines: Mask
    width: float


def find_arrowheads(ink: LineInk) -> Arrowheads:
    """Separates blobs from lines by the distance of ink to the ground."""
    filled = _without_holes(ink)
    solid = filled | (ink.cover == NODE)  # a head half behind a node is as wide as a whole one
    distance = cv2.distanceTransform(solid.view(np.uint8), cv2.DIST_L2, 5)
    distance[~filled] = 0
    half_width, common = _half_widths(np.where(_by_nodes(ink), np.float32(0), distance))
    blobs = _grow(_cores(filled, distance, half_width), filled, round(2 * (WIDER * half_width + 1.0)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(blobs.view(np.uint8), connectivity=8)
    found = tuple(_blob(labels, index, stats[index]) for index in range(1, count))
    return Arrowheads(found, labels, ink.mask & ~blobs, 2 * common)


def _without_holes(ink: LineInk) -> Mask:
    """The ink with small enclosed patches of ground filled: hollow heads become blobs."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((~ink.mask).view(np.uint8), connectivity=4)
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    small = np.maximum(width, height) < HOLLOW * ink.unit
    small[0] = False
    filled: Mask = ink.mask | small[labels] & (ink.cover == EMPTY) if count > 1 else ink.mask
    return filled


def _by_nodes(ink: LineInk) -> Mask:
    """The surroundings of nodes, where remnants of borders are."""
    reach = 2 * round(BORDERS * ink.unit) + 1
    nodes = (ink.cover == NODE).view(np.uint8)
    beside: Mask = cv2.dilate(nodes, np.ones((reach, reach), np.uint8)) > 0
    return beside


def _half_widths(distance: NDArray[np.float32]) -> tuple[float, float]:
    """Half the width of thin and of common lines: a low quantile (some edges may be thick, some texts missed)
    and the median of the distance along the middle of ink."""
    rows, columns = np.nonzero(distance)
    if not len(rows):
        return 1.0, 1.0
    values = distance[rows, columns]
    ridge = values >= cv2.dilate(distance, np.ones((3, 3), np.uint8))[rows, columns]
    thin, common = np.quantile(values[ridge], (THIN, 0.5))
    return max(1.0, float(thin)), max(1.0, float(common))


def _cores(filled: Mask, distance: NDArray[np.float32], half_width: float) -> Mask:
    """Inner parts of blobs. What is long is a thick line, and may hold blobs wider than itself; there a wedge
    between line and node must not count as width."""
    cores = distance > WIDER * half_width + 1.0
    count, labels, stats, _ = cv2.connectedComponentsWithStats(cores.view(np.uint8), connectivity=8)
    for index in range(1, count):
        x, y, width, height = stats[index, :4]
        area = _around(x, y, width, height, round(3 * WIDER * half_width))
        own = labels[area] == index
        if max(width, height) > SLENDER * distance[area][own].max():
            bare = cv2.distanceTransform(filled[area].astype(np.uint8), cv2.DIST_L2, 5)
            bare = np.minimum(bare, distance[area])  # the crop may hold no ground at all
            thick = float(np.median(bare[own]))
            cores[area] &= ~own | (bare > WIDER_THAN_THICK * thick + 0.75)
    return cores


def _around(x: int, y: int, width: int, height: int, margin: int) -> tuple[slice, slice]:
    return slice(max(0, y - margin), y + height + margin), slice(max(0, x - margin), x + width + margin)


def _grow(cores: Mask, filled: Mask, radius: int) -> Mask:
    """Blobs whole again: the corners of a triangle lie twice its inner radius from its middle."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    grown: Mask = (cv2.dilate(cores.view(np.uint8), disc) > 0) & filled
    return grown


def _blob(labels: NDArray[np.int32], index: int, stats: NDArray[np.int32]) -> Blob:
    x, y, width, height = (int(v) for v in stats[:4])
    own = (labels[y : y + height, x : x + width] == index).astype(np.uint8)
    contour = max(cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)[:, 0]
    _, radius = cv2.minEnclosingCircle(contour)
    round_share = own.sum() / (np.pi * max(radius, 1.0) ** 2)
    return Blob(
        shapely.MultiPoint(contour + np.array([x + 0.5, y + 0.5])), "circle" if round_share > ROUND else "arrow"
    )
