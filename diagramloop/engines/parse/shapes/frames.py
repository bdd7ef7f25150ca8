"""Upright rectangles made of straight lines: frames of groups, whatever lies in them or crosses them.

The inside of a frame is no single region once edges cut it, but its four sides stay long straight lines
that end at one another.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.levels import Mask
from diagramloop.graph import Box, Point

_ALL_SIDES = 4

Boxes = NDArray[np.float64]  # shape (n, 4)
Lines = NDArray[np.float64]  # shape (n, 3): place across, start, end along


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Upright rectangles made of straight lines; the slack is what their ends and corners may lie apart.
_LEAST_SIDE_SLACKS = 3.0
_LEAST_SOLID_SHARE = 0.95  # of its length that a line from side to side is drawn on
_BAND_TEXT_HEIGHTS = 4.5  # of the shorter side of a band at most
_LEAST_BAND_RATIO = 2.0  # of its longer side to the shorter
_SAME_LINE_TEXT_HEIGHTS = 1.0  # between sides of two rectangles along one line
_PASSING_NEAR_TEXT_HEIGHTS = 0.5  # from a corner, from where on lines that go on are looked for
_PASSING_FAR_TEXT_HEIGHTS = 1.2
_PASSING_PX = 4  # that they may lie beside it: a line's own width
_PASSING_PLACE_COUNT = 6


def rectangles(contrast: Mask, tolerance: int, side: float, dash: float) -> list[Box]:
    """Boxes whose four sides are drawn, through the middle of their lines; then the parts that lines from side to
    side divide each of them into (lanes, bands with titles), parts of parts after these.

    Args:
        contrast: as from flat_regions.contrast.
        tolerance: contrast that still is flat.
        side: least length of a side in pixels.
        dash: widest gap in a dashed side in pixels.
    """
    drawn = cv2.compare(contrast, tolerance, cv2.CMP_GT)
    level, upright = _lines(drawn, side, dash), _lines(np.asarray(cv2.transpose(drawn), np.uint8), side, dash)
    if not len(level) or not len(upright) or max(len(level), len(upright)) > BUDGET.straight_lines:
        return []
    slack = side / _LEAST_SIDE_SLACKS
    frames = _assemble(level, upright, slack)
    across, down = level[_is_solid(level, drawn)], upright[_is_solid(upright, np.asarray(drawn.T))]
    return frames + [part for frame in frames for part in _parts(frame, across, down, slack)]


def _is_solid(lines: Lines, drawn: Mask) -> NDArray[np.bool_]:
    """Which level lines are drawn all along: a row of letters is not, though its gaps can be bridged like a dash's."""
    filled = [drawn[max(0, int(y) - 1) : int(y) + 2, int(start) : int(end)].any(axis=0) for y, start, end in lines]
    return np.array([row.mean() > _LEAST_SOLID_SHARE for row in filled], dtype=bool)


def _lines(drawn: Mask, side: float, dash: float) -> Lines:
    """Level lines at least ``side`` long: place (y), start and end (x)."""
    kernel = np.ones((1, max(3, round(side))), np.uint8)
    bridged = cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, np.ones((1, max(1, round(dash))), np.uint8))
    runs = cv2.morphologyEx(bridged, cv2.MORPH_OPEN, kernel)
    contours, _ = cv2.findContours(runs, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    x, y, width, height = np.array([cv2.boundingRect(c) for c in contours], dtype=np.float64).reshape(-1, 4).T
    thin = height <= side / 2
    lines = np.column_stack([y + height / 2, x, x + width])[thin]
    return np.asarray(lines[np.lexsort(lines.T)])


def _assemble(level: Lines, upright: Lines, slack: float) -> list[Box]:
    """Pairs of uprights with the same ends, closed by a level line at either end."""
    x, y0, y1 = upright.T
    same = (np.abs(y0[:, None] - y0) <= slack) & (np.abs(y1[:, None] - y1) <= slack) & (x[:, None] + slack < x)
    same &= _spanned(level, x, y0, slack) & _spanned(level, x, y1, slack)  # stems of letters in two rows are not
    BUDGET.check("rectangles", int(same.sum()))
    boxes = [_closed(level, upright[left], upright[right], slack) for left, right in np.argwhere(same)]
    return [box for box in boxes if box is not None]


def _spanned(level: Lines, x: NDArray[np.float64], ends: NDArray[np.float64], slack: float) -> NDArray[np.bool_]:
    """From which uprights, at their ``ends``, a level line leads to which, shape (uprights, uprights)."""
    place, start, stop = (values[:, None] for values in level.T)
    leaving = (np.abs(start - x) <= slack) & (np.abs(place - ends) <= slack)
    arriving = np.abs(stop - x) <= slack
    return np.asarray(leaving.T.astype(np.float32) @ arriving.astype(np.float32) > 0)


def _closed(level: Lines, left: NDArray[np.float64], right: NDArray[np.float64], slack: float) -> Box | None:
    """The box of two uprights, closed at either end by the level line nearest to theirs, past rounded corners."""
    y, x0, x1 = level.T
    across = (np.abs(x0 - left[0]) <= slack) & (np.abs(x1 - right[0]) <= slack)
    tops = y[across & (np.abs(y - left[1]) <= slack)]
    bottoms = y[across & (np.abs(y - left[2]) <= slack)]
    if not len(tops) or not len(bottoms):
        return None
    top, bottom = (float(min(ys, key=lambda at: abs(at - end))) for ys, end in ((tops, left[1]), (bottoms, left[2])))
    return (float(left[0]), top, float(right[0]), bottom) if bottom - top > slack else None


def _parts(frame: Box, level: Lines, upright: Lines, slack: float) -> list[Box]:
    """Parts left and right, or above and below, of the lines that part a frame, and their own parts."""
    x0, y0, x1, y1 = frame
    across = _dividing(upright, (x0, x1), (y0, y1), slack)
    if across:
        strips = [(a, y0, b, y1) for a, b in itertools.pairwise([x0, *across, x1])]
    else:
        down = _dividing(level, (y0, y1), (x0, x1), slack)
        strips = [(x0, a, x1, b) for a, b in itertools.pairwise([y0, *down, y1])] if down else []
    return strips + [part for strip in strips for part in _parts(strip, level, upright, slack)]


def _dividing(lines: Lines, between: tuple[float, float], span: tuple[float, float], slack: float) -> list[float]:
    """Places of the lines between two sides that reach over the whole span; of lines close together the first."""
    place, start, end = lines.T
    inside = (place > between[0] + slack) & (place < between[1] - slack)
    whole = (start <= span[0] + slack / 2) & (end >= span[1] - slack / 2)
    places = np.sort(place[inside & whole]).tolist()
    return [at for at, before in zip(places, [-np.inf, *places], strict=False) if at - before > slack]


def is_band(box: Box, frames: Sequence[Box] | Boxes, unit: float) -> bool:
    """A narrow part at one end of one of the frames, shape (n, 4), in which its title stands."""
    (x0, y0, x1, y1) = box
    short, long = sorted((x1 - x0, y1 - y0))
    if short > _BAND_TEXT_HEIGHTS * unit or long < _LEAST_BAND_RATIO * short:
        return False
    sides = np.asarray(frames)
    width, height = (sides[:, 2:] - sides[:, :2]).T
    shared = (np.abs(np.array(box) - sides) < _SAME_LINE_TEXT_HEIGHTS * unit).sum(axis=1)
    return bool(((width * height > short * long) & (shared == _ALL_SIDES - 1)).any())


def is_between_lines(box: Box, drawn: NDArray[np.bool_], unit: float) -> bool:
    """True if the lines around a box go on beyond it at two of its corners or more: it is what they leave between them.

    Args:
        drawn: where anything is, shape (height, width).
        unit: text height in pixels.
    """
    x0, y0, x1, y1 = box
    corners = [((x, y), (across, down)) for x, across in ((x0, -1), (x1, 1)) for y, down in ((y0, -1), (y1, 1))]
    passing = [
        _goes_on(drawn, corner, (across, 0), unit) or _goes_on(drawn, corner, (0, down), unit)
        for corner, (across, down) in corners
    ]
    return sum(passing) > 1


def _goes_on(drawn: NDArray[np.bool_], corner: Point, towards: tuple[int, int], unit: float) -> bool:
    """True if a line in one of the four directions leaves a corner."""
    steps = np.linspace(_PASSING_NEAR_TEXT_HEIGHTS, _PASSING_FAR_TEXT_HEIGHTS, _PASSING_PLACE_COUNT) * unit
    beside = np.arange(-_PASSING_PX, _PASSING_PX + 1)
    along, across = np.array(towards), np.array(towards[::-1])
    places = np.array(corner) + steps[:, None, None] * along + beside[None, :, None] * across
    x, y = np.moveaxis(np.rint(places).astype(int), -1, 0)
    if min(x.min(), y.min()) < 0 or x.max() >= drawn.shape[1] or y.max() >= drawn.shape[0]:
        return False
    there = drawn[y, x]
    return bool(there.any(axis=1).all() and not there.all())
