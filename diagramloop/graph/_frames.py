"""Who lies in whose frame, and which box a point is at, where a file says so by geometry alone."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph._elements import Box, Point

INSIDE_SHARE = 0.25
"""Share of the shorter side of a box by which its middle must lie inside of a frame: what sits on a border, as boundary
events do, is not in the frame."""


class FrameIndex:
    """Boxes by name, to be asked what lies in them."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._names = list(boxes)
        self._edges = np.array(list(boxes.values()), np.float64).reshape(-1, 4).T
        self._areas = _area(self._edges)

    @np.errstate(over="ignore")
    def innermost(self, box: Box) -> str | None:
        """Name of the smallest box that holds the middle of ``box`` and is larger than it."""
        (left, top, right, bottom), (x0, y0, x1, y1) = self._edges, box
        x, y, margin = (x0 + x1) / 2, (y0 + y1) / 2, INSIDE_SHARE * min(x1 - x0, y1 - y0)
        inside = (left + margin < x) & (x < right - margin) & (top + margin < y) & (y < bottom - margin)
        holders = np.flatnonzero(inside & (_area(np.array(box)) < self._areas))
        return self._names[holders[self._areas[holders].argmin()]] if holders.size else None

    def nearest(self, point: Point, reach: float, *, but: str | None = None, hollow: bool = False) -> str | None:
        """Name of the box that ``point`` is in or nearest to, of several the smallest; None beyond ``reach``.

        Args:
            but: name of a box that is none of them.
            hollow: True where who is in a box is as far from it as from its outline.
        """
        left, top, right, bottom = self._edges
        across = np.maximum(np.maximum(left - point[0], point[0] - right), 0)
        down = np.maximum(np.maximum(top - point[1], point[1] - bottom), 0)
        away = np.hypot(across, down)
        if hollow:
            sides = np.abs(np.stack([left - point[0], top - point[1], right - point[0], bottom - point[1]]))
            away = np.where(away > 0, away, sides.min(axis=0))
        if but in self._names:
            away[self._names.index(str(but))] = np.inf
        if not away.size or away.min() > reach:
            return None
        ties = np.flatnonzero(away == away.min())
        return self._names[ties[self._areas[ties].argmin()]]


def unjoined(source: str | None, target: str | None, *, glued: bool) -> str:
    """Reason why a line joins nothing; empty of one that does. Lines that no end is glued of make no loops."""
    if source is None and target is None:
        return "joined to nothing"
    if source is None or target is None:
        return "joined to a shape at one end only"
    return "within one shape" if source == target and not glued else ""


@np.errstate(over="ignore")
def _area(box: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of boxes (4, ...), shape (...)."""
    return np.asarray((box[2] - box[0]) * (box[3] - box[1]))
