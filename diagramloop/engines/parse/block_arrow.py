"""Block arrows: filled arrows with a shaft that is an area, which join what they lie between.

An outline is one when it has seven corners that mirror each other: tip, wings, necks and the corners of the tail.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

Points = NDArray[np.float64]  # shape (n, 2)
_CORNERS = 7
_LEAST_LENGTH_PX = 1e-9  # of an axis that has a direction


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The look of an arrow's outline, and the reach of its ends from shapes.
_UNEVEN_TEXT_HEIGHTS = 0.2  # that mirrored corners may lie amiss, or the next if that is less
_UNEVEN_WINGS = 0.2  # of the arrow's whole width that they may
_UNEVEN_PX = 2.0  # that they may in any case
_LEAST_WING_SHAFTS = 1.25  # times the shaft's width that the wings span
_REACH_TEXT_HEIGHTS = 2.5  # between an arrow's end and what it begins or ends at
_REACH_SETBACKS = 10.0  # the reach over the length by which the strip looked at begins within the arrow


@dataclass(frozen=True)
class BlockArrow:
    """``tail`` and ``tip`` are the ends of its axis, ``width`` is the shaft's, all in the outline's pixels."""

    tail: NDArray[np.float64]
    tip: NDArray[np.float64]
    width: float

    def joined(self, anchors: NDArray[np.object_], unit: float) -> tuple[int, int] | None:
        """Numbers of the shapes before and behind it, the nearest within reach; None where either is missing.

        Args:
            anchors: polygons of nodes, rings of groups' frames.
            unit: text height in pixels.
        """
        along = (self.tip - self.tail) / np.hypot(*(self.tip - self.tail))
        by = _REACH_TEXT_HEIGHTS * unit
        ends = self._met(anchors, self.tail, -along * by), self._met(anchors, self.tip, along * by)
        return None if ends[0] is None or ends[1] is None or ends[0] == ends[1] else (ends[0], ends[1])

    def _met(self, anchors: NDArray[np.object_], end: NDArray[np.float64], by: NDArray[np.float64]) -> int | None:
        """First thing that a strip as wide as the shaft, which goes on from an end, meets."""
        strip = shapely.LineString([end - by / _REACH_SETBACKS, end + by]).buffer(self.width / 2, cap_style="flat")
        met = shapely.intersects(anchors, strip) if len(anchors) else np.zeros(0, bool)
        far = np.where(met, shapely.distance(anchors, shapely.Point(end)), np.inf)
        return int(far.argmin()) if met.any() else None


def block_arrow(corners: Points, unit: float) -> BlockArrow | None:
    """The arrow whose corners are given in order, shape (7, 2), if they are one's."""
    if len(corners) != _CORNERS:
        return None
    arrows = (_from_tip(np.roll(corners, -start, axis=0), unit) for start in range(_CORNERS))
    return next((arrow for arrow in arrows if arrow is not None), None)


def _from_tip(corners: Points, unit: float) -> BlockArrow | None:
    """The same if the first corner is the tip."""
    tip, tail = corners[0], (corners[3] + corners[4]) / 2
    length = float(np.hypot(*(tip - tail)))
    axis = (tip - tail) / max(length, _LEAST_LENGTH_PX)
    along, across = (corners - tail) @ axis, (corners - tail) @ np.array([-axis[1], axis[0]])
    one, other = np.array([1, 2, 3]), np.array([6, 5, 4])  # wing, neck and tail on either side
    wing, neck, end = np.abs(across[one] - across[other]) / 2
    amiss = max(_UNEVEN_PX, min(_UNEVEN_TEXT_HEIGHTS * unit, _UNEVEN_WINGS * 2 * wing))
    mirrored = max(np.abs(along[one] - along[other]).max(), np.abs(across[one] + across[other]).max()) <= amiss
    straight = abs(neck - end) <= amiss and wing > _LEAST_WING_SHAFTS * neck
    in_order = length > along[1] + wing / 2 and along[2] > end and abs(along[1] - along[2]) < (length - along[1])
    opposite = across[one].min() * across[other].max() < 0 or across[one].max() * across[other].min() < 0
    shaft = neck + end
    return BlockArrow(tail, tip, float(shaft)) if mirrored and straight and in_order and opposite else None
