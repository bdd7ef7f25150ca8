"""Ink of a page as the checks see it: where anything is drawn, and which of it nothing that was read owns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Blackboard, Environment
from diagramloop.engines.parse.levels import contrast
from diagramloop.graph import Box, Point

Mask = NDArray[np.uint8]  # shape (height, width), 0 or 1
Points = NDArray[np.float64]  # shape (n, 2): x, y


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# The ink of a page, and distances within which a mark belongs to what was read.
_MOST_PX = 2_000_000  # larger pages are looked at smaller
_FAINT_LEVELS = 14  # by which a mark differs from its surroundings, beyond the noise of the page
_LINE_REACH_STROKES = 1.0  # of ink from the line that owns it, in widths of the pen
_LINE_REACH_PX = 2.0  # that ink may be farther from its line than that
_JOIN_STROKES = 1.5  # gap over which ink that is left is one piece, as dots and dashes are; or the next if that is more
_JOIN_TEXT_HEIGHTS = 0.4  # the same in heights of text
_PIECE_TEXT_HEIGHTS = 1.2  # longer pieces of left ink are lines or shapes
CHECK_SAMPLE_COUNT = 400  # points at which a line is looked at, at most
_SAMPLE_STROKES = 0.7  # between the points at which a line is looked at


@dataclass(frozen=True)
class Left:
    """Connected pieces of ink that nothing owns.

    Attributes:
        pieces: number of the piece at each pixel, 0 for none, shape (height, width).
        lengths: longer side of each, in heights of text; of piece 0 it is 0.
        long: numbers of those that are long enough for a line.
    """

    pieces: NDArray[np.int32]
    lengths: NDArray[np.float64]
    long: NDArray[np.intp]


@dataclass(frozen=True)
class PageInk:
    """The drawn pixels of a page at the scale of the checks.

    Attributes:
        drawn: whether anything is drawn; shape (height, width).
        scale: pixels of the checks for each of the page.
        stroke: width of the pen in pixels of the checks.
        unit: height of text in pixels of the checks.
    """

    drawn: Mask
    scale: float
    stroke: float
    unit: float

    @classmethod
    def of(cls, board: Blackboard, environment: Environment) -> PageInk:
        """The ink of the page of ``board``."""
        height, width = board.picture.shape[:2]
        scale = min(1.0, float(np.sqrt(_MOST_PX / (height * width))))
        size = max(2, round(width * scale)), max(2, round(height * scale))
        seen = board.picture if scale == 1.0 else cv2.resize(board.picture, size, interpolation=cv2.INTER_AREA)
        drawn = cv2.compare(contrast(seen), environment.flatness + _FAINT_LEVELS, cv2.CMP_GT) & 1
        stroke, unit = max(1.0, environment.stroke * scale), max(2.0, environment.text_height * scale)
        return cls(drawn, scale, stroke, unit)

    @cached_property
    def near(self) -> Mask:
        """Pixels with ink beside them, as far as a line may lie from its own middle."""
        return np.asarray(cv2.dilate(self.drawn, np.ones((2 * round(self.reach) + 1,) * 2, np.uint8)), np.uint8)

    @property
    def reach(self) -> float:
        """Distance of ink from the line that owns it."""
        return _LINE_REACH_STROKES * self.stroke + _LINE_REACH_PX

    @property
    def sample(self) -> float:
        """Distance of points at which lines are looked at."""
        return max(1.0, _SAMPLE_STROKES * self.stroke)

    @cached_property
    def _sums(self) -> NDArray[np.int32]:
        return np.asarray(cv2.integral(self.drawn), np.int32)

    @cached_property
    def _broad_sums(self) -> NDArray[np.int32]:
        return np.asarray(cv2.integral(self.near), np.int32)

    def pixels(self, points: Sequence[Point] | Points) -> Points:
        """Points of the page in pixels of the checks."""
        return np.asarray(points, np.float64).reshape(-1, 2) * self.scale

    def at(self, mask: NDArray[np.generic], points: Points) -> NDArray[np.float64]:
        """Values of a mask at points; those outside are at its edge."""
        height, width = mask.shape
        x = np.clip(points[:, 0].round().astype(int), 0, width - 1)
        y = np.clip(points[:, 1].round().astype(int), 0, height - 1)
        return np.asarray(mask[y, x], np.float64)

    def along(self, line: Sequence[Point] | Points) -> Points:
        """Points along a line of the page, in pixels of the checks."""
        return sampled(self.pixels(line), self.sample, CHECK_SAMPLE_COUNT)

    def inked(self, points: Points) -> NDArray[np.bool_]:
        """True for points with ink at them or beside."""
        return np.asarray(self.at(self.near, points) > 0)

    def density(self, points: Points, reach: float) -> NDArray[np.float64]:
        """Share of ink in the square around each point."""
        return _shares(self._sums, points, reach)

    def broad(self, points: Points, reach: float) -> NDArray[np.float64]:
        """Share of pixels with ink beside them in the square around each point; what is solid counts as a whole."""
        return _shares(self._broad_sums, points, reach)

    def less(self, owned: Mask) -> PageInk:
        """The ink that is not ``owned``."""
        return replace(self, drawn=self.drawn & (1 - owned))

    def left(self) -> Left:
        """This ink in pieces, over small gaps."""
        gap = max(_JOIN_STROKES * self.stroke, _JOIN_TEXT_HEIGHTS * self.unit)
        side = 2 * round(gap / 2) + 1
        joined = cv2.dilate(self.drawn, np.ones((side, side), np.uint8))
        _, pieces, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        lengths = (stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) - side + 1) / self.unit
        lengths[0] = 0.0
        long = np.flatnonzero(lengths > _PIECE_TEXT_HEIGHTS)
        return Left(np.asarray(pieces, np.int32), np.asarray(lengths, np.float64), long)


def _shares(sums: NDArray[np.int32], points: Points, reach: float) -> NDArray[np.float64]:
    """Share of a mask, given as its sums from the corner, in the square around each point."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    low = np.clip(np.floor(points - reach), 0, (width - 1, height - 1)).astype(int)
    high = np.clip(np.ceil(points + reach) + 1, low + 1, (width, height)).astype(int)
    (x0, y0), (x1, y1) = low.T, high.T
    total = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
    return np.asarray(total / ((x1 - x0) * (y1 - y0)), np.float64)


def outlined(mask: Mask, points: Points, thickness: float, *, closed: bool) -> None:
    """Draw a line of that thickness into ``mask``."""
    pixels = points.round().astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(mask, [pixels], closed, 1, max(1, round(thickness)))


def filled(mask: Mask, points: Points) -> None:
    """Fill an outline in ``mask``."""
    cv2.fillPoly(mask, [points.round().astype(np.int32).reshape(-1, 1, 2)], 1)


def boxed(mask: Mask, box: Box, scale: float, margin: float) -> None:
    """Fill a box of the page and a margin around it in ``mask``."""
    x0, y0, x1, y1 = np.array(box) * scale + np.array([-margin, -margin, margin, margin])
    mask[max(0, round(y0)) : max(0, round(y1) + 1), max(0, round(x0)) : max(0, round(x1) + 1)] = 1


def sampled(points: Points, step: float, most: int) -> Points:
    """Points along a line at equal distances of about ``step``, both ends among them; at least two."""
    if len(points) < 2:
        return np.repeat(points, 2, axis=0)
    along = np.concatenate([[0.0], np.hypot(*np.diff(points, axis=0).T).cumsum()])
    places = np.linspace(0.0, along[-1], int(np.clip(along[-1] / step, 1, most - 1)) + 1)
    return np.column_stack([np.interp(places, along, points[:, 0]), np.interp(places, along, points[:, 1])])
