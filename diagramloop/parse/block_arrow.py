"""Block arrows: filled arrows with a shaft that is an area, which join what they lie between.

An outline is one when it has seven corners that mirror each other: tip, wings, necks and the corners of the tail.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

Points = NDArray[np.float64]  # shape (n, 2)
CORNERS = 7
UNEVEN = 0.2  # text heights that mirrored corners may lie amiss, and at most this share of the arrow's width:
UNEVEN_SHARE = 0.2
WINGS = 1.25  # times the shaft's width that the wings span at least
REACH = 2.5  # text heights between an arrow's end and what it begins or ends at


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
