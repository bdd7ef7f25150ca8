"""Rectangles between long lines, by how much of their sides is drawn: closed ones, and such as are open at one end.

A hand often leaves a pool open where the page ends. Then the two lines along it end side by side.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.learned.frame_lines import (
    LEARNED_FRAME_LEAST_DRAWN_SHARE,
    LEARNED_FRAME_LEAST_INKED_SHARE,
    LEARNED_FRAME_SHORTEST_SIDE_CELLS,
    Cells,
    FrameLines,
)
from diagramloop.engines.parse.learned.pieces import Numbers

Boxes = NDArray[np.float64]  # shape (n, 4): x0, y0, x1, y1 in cells


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Which rectangles frame groups; a cell is two pixels of the picture that the network is shown.
_LEAST_GAP_CELLS = 4  # between two frames
_RAGGED_CELLS = 20.0  # between the ends of the two lines of a frame that is open there
_NARROWEST_CELLS = 10  # narrower boxes are no frames


class Rectangles:
    """Rectangles of two lines along x and one or two across it.

    Args:
        along: level lines, or upright ones with x and y exchanged.
        across: the others.
    """

    def __init__(self, along: FrameLines, across: FrameLines) -> None:
        self._along, self._across = along, across
        (a, b), (c, d) = along.places.T[:, :, None], across.places.T[:, None, :]
        self._x = (c + d * a) / (1 - b * d)  # where the lines meet, shape (along, across)
        self._y = a + b * self._x

    def closed(self) -> Boxes:
        """Those with four sides."""
        pairs, sides = _pairs(len(self._along)), _pairs(len(self._across))
        first, second = np.repeat(pairs, len(sides), axis=0).T
        near, far = np.tile(sides, (len(pairs), 1)).T
        ends = self._x[first, far], self._x[second, far]
        drawn = self._drawn(first, second, near, ends) & self._across.drawn(
            far, self._y[first, far], self._y[second, far]
        )
        drawn &= (ends[0] + ends[1] - self._x[first, near] - self._x[second, near]) / 2 >= _NARROWEST_CELLS
        found = [
            self._box(i, j, k, self._x[i, m], self._x[j, m])
            for i, j, k, m in np.column_stack([first, second, near, far])[drawn].tolist()
            if self._is_whole(i, j, [k, m], (self._x[i, m], self._x[j, m]))
        ]
        return np.array(found, float).reshape(-1, 4)

    def open(self) -> Boxes:
        """Those whose two lines end side by side where the fourth side would be."""
        pairs, count = _pairs(len(self._along)), len(self._across)
        first, second = np.repeat(pairs, count, axis=0).T
        near = np.tile(np.arange(count), len(pairs))
        found = [
            self._box(i, j, k, end, end)
            for side in (0, 1)
            for i, j, k, end in self._open_at(first, second, near, self._along.spans[:, side], 2 * side - 1)
        ]
        return np.array(found, float).reshape(-1, 4)

    def _open_at(
        self, first: Numbers, second: Numbers, near: Numbers, ends: Cells, way: int
    ) -> list[tuple[int, int, int, float]]:
        """Two lines, the one across, and where they end, in the direction ``way`` from there."""
        middle = (ends[first] + ends[second]) / 2
        drawn = self._drawn(first, second, near, (ends[first], ends[second]))
        drawn &= np.abs(ends[first] - ends[second]) < _RAGGED_CELLS
        for line in (first, second):
            drawn &= way * (middle - self._x[line, near]) > LEARNED_FRAME_SHORTEST_SIDE_CELLS
        chosen = zip(first[drawn].tolist(), second[drawn].tolist(), near[drawn].tolist(), middle[drawn], strict=True)
        return [(i, j, k, float(end)) for i, j, k, end in chosen if self._is_whole(i, j, [k], (end, end))]

    def _drawn(self, first: Numbers, second: Numbers, near: Numbers, ends: tuple[Cells, Cells]) -> NDArray[np.bool_]:
        """True where three sides are drawn, far enough from each other."""
        y0, y1 = self._y[first, near], self._y[second, near]
        drawn = self._across.drawn(near, y0, y1) & (y1 - y0 >= _NARROWEST_CELLS)
        for line, end in zip((first, second), ends, strict=True):
            drawn &= self._along.drawn(line, self._x[line, near], end)
        return np.asarray(drawn)

    def _is_whole(self, first: int, second: int, sides: list[int], ends: tuple[float, float]) -> bool:
        """True if no lines from side to side leave a gap between two frames.

        Args:
            sides: one line across, or two.
            ends: x of the far ends of the first and the second line.
        """
        inner, near = np.arange(first + 1, second), sides[0]
        through = self._passes(self._along, inner, self._x[inner, near], np.full(len(inner), sum(ends) / 2))
        rows = np.array([first, *through.tolist(), second])
        if self._gap(self._across, sides, self._y[rows][:, sides]):
            return False
        inner = np.arange(len(self._across))
        low, high = sorted((float(self._x[first, near]), sum(ends) / 2))
        inner = inner[(self._x[first] > low) & (self._x[first] < high)]
        through = self._passes(self._across, inner, self._y[first, inner], self._y[second, inner])
        x = np.column_stack([self._x[line, through] for line in (first, second)])
        starts = self._x[[first, second], near]
        return not self._gap(self._along, [first, second], np.sort(np.vstack([starts, x, ends]), axis=0))

    def _passes(self, lines: FrameLines, inner: Numbers, one: Cells, other: Cells) -> Numbers:
        share = lines.share(lines.bridged, inner, one, other)
        return np.asarray(inner[share > LEARNED_FRAME_LEAST_DRAWN_SHARE])

    def _gap(self, lines: FrameLines, sides: list[int], places: Cells) -> bool:
        """True if between two neighbouring places, shape (n, sides), hardly anything of any side is drawn."""
        inked = [
            lines.share(lines.inked, np.full(len(places) - 1, side), at[:-1], at[1:])
            for side, at in zip(sides, places.T, strict=True)
        ]
        wide = np.diff(places[:, 0]) > _LEAST_GAP_CELLS
        return bool((np.max(inked, axis=0)[wide] <= LEARNED_FRAME_LEAST_INKED_SHARE).any())

    def _box(self, first: int, second: int, near: int, end: float, other_end: float) -> list[float]:
        """The mean of opposite corners."""
        starts = (self._x[first, near] + self._x[second, near]) / 2, (end + other_end) / 2
        ends = np.array([end, other_end])
        y = (np.array([self._y[line, near] for line in (first, second)]) + self._far(first, second, ends)) / 2
        return [min(starts), float(y[0]), max(starts), float(y[1])]

    def _far(self, first: int, second: int, ends: Cells) -> Cells:
        return self._along.across(np.array([first, second]), ends)


def _pairs(count: int) -> Numbers:
    return np.array(list(itertools.combinations(range(count), 2)), int).reshape(-1, 2)
