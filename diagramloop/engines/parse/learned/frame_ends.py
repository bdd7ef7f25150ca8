"""Frames as ends of lines: where a head or a tail is near the outline of a frame and near no node."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.learned.cell_graph import NOWHERE, Labels

Boxes = NDArray[np.float64]  # shape (k, 4): x0, y0, x1, y1 in cells

_REACH_CELLS = 10  # of a head or a tail from the outline of its frame, which may be crooked


class FrameEnds:
    """The frames of one page.

    Args:
        boxes: of them.
        first: number of the first one as an end of lines; nodes have those before.
    """

    def __init__(self, boxes: Boxes, first: int) -> None:
        self._boxes, self._first = boxes, first

    def ahead(self, places: NDArray[np.integer], course: NDArray[np.floating]) -> int:
        """Number of the largest frame into which a head at ``places``, shape (n, 2), points along ``course``, and whose
        outline is within reach; NOWHERE where there is none."""
        middle, onward = places.mean(axis=0), 2 * _REACH_CELLS * course / max(float(np.hypot(*course)), 1e-6)
        entered = self._holding(middle + onward) & ~self._holding(middle - onward)
        near = entered & (self._off(places) <= _REACH_CELLS)
        sizes = np.prod(self._boxes[:, 2:] - self._boxes[:, :2], axis=1)
        return self._first + int(np.where(near, sizes, 0).argmax()) if near.any() else NOWHERE

    def _off(self, places: NDArray[np.integer]) -> NDArray[np.float64]:
        """Distance of the nearest of ``places`` from the outline of each frame."""
        x, y = places.T[:, :, None].astype(np.float64)
        x0, y0, x1, y1 = self._boxes.T
        aside = np.stack([x0 - x, x - x1, y0 - y, y - y1])  # negative within, shape (4, n, k)
        outside = np.hypot(np.maximum(aside[:2], 0).max(axis=0), np.maximum(aside[2:], 0).max(axis=0))
        return np.asarray(np.where((aside < 0).all(axis=0), -aside.max(axis=0), outside).min(axis=0))

    def _holding(self, place: NDArray[np.floating]) -> NDArray[np.bool_]:
        return np.asarray((self._boxes[:, :2] < place).all(axis=1) & (place < self._boxes[:, 2:]).all(axis=1))

    def around(self, place: NDArray[np.floating]) -> frozenset[int]:
        """Numbers of the frames that hold a place, and of those within them."""
        middles = (self._boxes[:, :2] + self._boxes[:, 2:]) / 2
        held = self._holding(place)
        parts = [number for number, middle in enumerate(middles) if (held & self._holding(middle)).any()]
        return frozenset(number + self._first for number in parts)

    def beside(self, nodes: Labels, barred: frozenset[int]) -> Labels | None:
        """Labels of nodes and, as wide as the reach, of the outlines of frames that are not ``barred``, larger ones
        over smaller ones; None where there are no such frames."""
        sizes = np.prod(self._boxes[:, 2:] - self._boxes[:, :2], axis=1)
        shown = [n for n in np.argsort(sizes, kind="stable").tolist() if n + self._first not in barred]
        if not shown:
            return None
        outlines = np.full(nodes.shape, NOWHERE, np.int32)
        for number in shown:
            x0, y0, x1, y1 = self._boxes[number].round().astype(int).tolist()
            cv2.rectangle(outlines, (x0, y0), (x1, y1), number + self._first, _REACH_CELLS)
        return np.where(nodes == NOWHERE, outlines, nodes)
