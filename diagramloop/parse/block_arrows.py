"""Block arrows: filled arrows with a shaft that is an area, which join what they lie between.

An outline is one when it has seven corners that mirror each other: tip, wings, necks and the corners of the tail.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.parse.blackboard import Shape
from diagramloop.parse.flat_regions import Mask
from diagramloop.parse.outlines import Points, area, border, outer_contour, widened
from diagramloop.parse.surroundings import Surroundings

CORNERS = 7
UNEVEN = 0.2  # text heights that mirrored corners may lie amiss, and at most this share of the arrow's width:
UNEVEN_SHARE = 0.2
SHAFT = (0.4, 2.5)  # least width of a shaft in text heights, and in widths of the pen: it is no thick line
WINGS = 1.25  # times the shaft's width that the wings span at least
LONGEST = 40.0  # text heights
FILLING = (0.25, 0.9)  # share of its box that a level arrow fills
REACH = 2.5  # text heights between an arrow's end and what it begins or ends at
BLUNT = 0.12  # text heights that an outline may leave the polygon of its corners


@dataclass(frozen=True)
class BlockArrow:
    """``tail`` and ``tip`` are the ends of its axis, ``width`` is the shaft's, all in the outline's pixels."""

    tail: NDArray[np.float64]
    tip: NDArray[np.float64]
    width: float

    def joined(self, anchors: NDArray[np.object_], reach: float) -> tuple[int, int] | None:
        """Numbers of the shapes before and behind it, the nearest within ``reach``; None where either is missing.

        Args:
            anchors: polygons of nodes, rings of groups' frames.
        """
        along = (self.tip - self.tail) / np.hypot(*(self.tip - self.tail))
        ends = self._met(anchors, self.tail, -along * reach), self._met(anchors, self.tip, along * reach)
        return None if ends[0] is None or ends[1] is None or ends[0] == ends[1] else (ends[0], ends[1])

    def _met(self, anchors: NDArray[np.object_], end: NDArray[np.float64], by: NDArray[np.float64]) -> int | None:
        """What a strip as wide as the shaft, which goes on from an end, meets first."""
        strip = shapely.LineString([end - by / 10, end + by]).buffer(self.width / 2, cap_style="flat")
        met = shapely.intersects(anchors, strip) if len(anchors) else np.zeros(0, bool)
        far = np.where(met, shapely.distance(anchors, shapely.Point(end)), np.inf)
        return int(far.argmin()) if met.any() else None


def block_arrow(corners: Points, unit: float) -> BlockArrow | None:
    """The arrow whose corners are given in order, shape (7, 2), if they are one's."""
    if len(corners) != CORNERS:
        return None
    arrows = (_from_tip(np.roll(corners, -start, axis=0), unit) for start in range(CORNERS))
    return next((arrow for arrow in arrows if arrow is not None), None)


def _from_tip(corners: Points, unit: float) -> BlockArrow | None:
    """The same if the first corner is the tip."""
    tip, tail = corners[0], (corners[3] + corners[4]) / 2
    length = float(np.hypot(*(tip - tail)))
    axis = (tip - tail) / max(length, 1e-9)
    along, across = (corners - tail) @ axis, (corners - tail) @ np.array([-axis[1], axis[0]])
    one, other = np.array([1, 2, 3]), np.array([6, 5, 4])  # wing, neck and tail on either side
    wing, neck, end = np.abs(across[one] - across[other]) / 2
    amiss = min(max(UNEVEN * unit, 2.0), max(UNEVEN_SHARE * 2 * wing, 2.0))
    mirrored = max(np.abs(along[one] - along[other]).max(), np.abs(across[one] + across[other]).max()) <= amiss
    straight = abs(neck - end) <= amiss and wing > WINGS * neck
    in_order = length > along[1] + wing / 2 and along[2] > end and abs(along[1] - along[2]) < (length - along[1])
    opposite = across[one].min() * across[other].max() < 0 or across[one].max() * across[other].min() < 0
    shaft = neck + end
    return BlockArrow(tail, tip, float(shaft)) if mirrored and straight and in_order and opposite else None


def block_arrows(around: Surroundings) -> Iterator[Shape]:
    """Every region of a picture with an arrow's outline, as a shape of role ``arrow`` with seven corners."""
    stroke, unit = around.environment.stroke, around.unit
    for number in around.regions.large(SHAFT[0] * unit):
        x0, y0, x1, y1 = around.regions.boxes[number]
        if max(x1 - x0, y1 - y0) > LONGEST * unit or around.is_cut_off(int(number)):
            continue
        mask, corner = around.mask((int(number),), margin=1)
        corners = _corners(mask, corner, unit)
        arrow = block_arrow(corners, unit)
        if arrow is None or arrow.width < max(SHAFT[0] * unit, SHAFT[1] * stroke):
            continue
        edge = border(around.picture, corners, 3 * stroke + 3, around.environment.flatness, stroke)
        outline = tuple((round(float(x), 2), round(float(y), 2)) for x, y in widened(corners, edge.middle))
        red, green, blue = edge.inside.round().astype(int).tolist()
        yield Shape(outline, "arrow", "arrow", round(edge.width, 2), (red, green, blue), 1.0)


def _corners(mask: Mask, corner: tuple[int, int], unit: float) -> Points:
    """Of the polygon that follows a region's outline; none where that can be no arrow."""
    outline = outer_contour(mask, corner)
    hull = cv2.minAreaRect(outline.astype(np.float32))[1]
    if not FILLING[0] < area(outline) / max(1.0, hull[0] * hull[1]) < FILLING[1]:
        return np.zeros((0, 2))
    polygon = cv2.approxPolyDP(outline.astype(np.float32)[:, None], max(1.5, BLUNT * unit), True)
    return np.asarray(polygon[:, 0], np.float64)
