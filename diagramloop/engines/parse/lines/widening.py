"""Lines that widen towards their end, as heads make them do that are no blobs of their own.

Where a picture is small, a thin line is pale and its head dark: a width is the sum of what is drawn across, a pixel of
the strongest ink counting 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.lines.line_ink import LineInk, Mask
from diagramloop.engines.parse.lines.strokes import Points, Strokes, value_at

STRONGEST = 255  # levels of a channel


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Heads that are no blobs of their own: lines that widen before a node, or are thick over its border.
SMALL_HEAD_LONGEST_TEXT_HEIGHTS = 1.3  # that such a head is long at most
_WIDEST_TEXT_HEIGHTS = 0.9  # that such a head reaches to one side
_WIDENING_HALF_WIDTHS = 1.5  # of its line, and a margin: how far it reaches to both sides at least
SMALL_HEAD_MARGIN_PX = 0.75  # what pixels may add to a thickness
_WIDENING_PX = 3  # along the line, over which such a head is so wide at least
_TAPER_WIDTHS = 1.6  # of its line where that is widest, that the base of a head has which narrows to its tip
_TAPER_MARGIN_PX = 0.25  # by which a line's width may vary where it is darker or crosses pixels
_TAPER_PX = 2  # along the line, over which the base of such a head is wider than all of its line
_BASE_SHARE = 0.9  # of the greatest width that the base of a head has at least
_BASE_SLOPE_PX = 1  # behind its base, which may be slanted; then there is but the line
_LONGEST_TAPER_WIDTHS = 1.3  # its own, that the base of a head lies from the line's end at most
_FARTHEST_INSIDE_TEXT_HEIGHTS = 4.0  # that a line goes on over the node that it ends at, at most
_BORDER_REMNANT_PX = 2  # at the very end, which are the node's border


@dataclass(frozen=True)
class Rows:
    """Ink across a line at each of n places along it.

    Attributes:
        reaches: pixels of ink on either side; shape (n, 2).
        sides: the same, each pixel counted by its strength; shape (n, 2).
        width: both sides, and what is between them; shape (n,).
    """

    reaches: NDArray[np.int64]
    sides: NDArray[np.float64]
    width: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.width)

    def __getitem__(self, rows: slice) -> Rows:
        return Rows(self.reaches[rows], self.sides[rows], self.width[rows])


def widens(strokes: Strokes, end: int, ink: LineInk) -> bool:
    """True if a line is wider just before its end than farther back."""
    points, along = _inwards(strokes, end), strokes.out[end]
    length, widest = (round(s * ink.unit) for s in (SMALL_HEAD_LONGEST_TEXT_HEIGHTS, _WIDEST_TEXT_HEIGHTS))
    if len(points) < 2 * length or strokes.inked[end // 2] < len(points) or not along.any():
        return False
    line = _rows(points[length : 2 * length], along, ink, ink.mask, widest)
    beyond = _beyond(points[0], along, ink, length)
    near = _rows(np.concatenate([beyond, points[:length]]), along, ink, ink.mask, widest)
    return _is_head(near, line, widest)


def ends_in_head(strokes: Strokes, end: int, ink: LineInk) -> bool:
    """True if a line goes straight on over the node that it ends at, and is wider at its own end there."""
    points, along = _inwards(strokes, end), strokes.out[end]
    length, widest = (round(s * ink.unit) for s in (SMALL_HEAD_LONGEST_TEXT_HEIGHTS, _WIDEST_TEXT_HEIGHTS))
    farthest = round(_FARTHEST_INSIDE_TEXT_HEIGHTS * ink.unit)
    if len(points) < length or not along.any():
        return False
    places = points[0] + np.arange(1, farthest + 1)[:, None] * along
    inside = places[: int(np.cumprod(value_at(ink.drawn, places)).sum())]
    rows = _rows(inside, along, ink, ink.drawn, widest)
    border = np.flatnonzero(rows.reaches.max(axis=1, initial=0) >= widest)
    if not len(border) or len(inside) == farthest:
        return False
    near = rows[border[-1] + 1 + _BORDER_REMNANT_PX :][::-1]
    line = _rows(points[length // 2 : 2 * length], along, ink, ink.mask, widest)
    goes_on = len(near) > 0 and near.reaches[-1].sum() <= line.reaches.sum(axis=1).max() + 1
    return bool(goes_on) and _is_head(near, line, widest)


def _inwards(strokes: Strokes, end: int) -> Points:
    points = strokes.points[end // 2]
    return points if end % 2 == 0 else points[::-1]


def _is_head(near: Rows, line: Rows, widest: int) -> bool:
    """True if a line is wider ``near`` its end, from there on inwards, than the ``line`` is."""
    least = _WIDENING_HALF_WIDTHS * (np.median(line.reaches) + 0.5) + SMALL_HEAD_MARGIN_PX
    wide = (near.reaches.min(axis=1) >= least) & (near.reaches.max(axis=1) < widest)
    return bool(wide.sum() >= _WIDENING_PX) or _tapers(near, line, widest)


def _tapers(near: Rows, line: Rows, widest: int) -> bool:
    """True if ink narrows from a base, wider than all of its line, towards the tip, and is the line right behind it: a
    triangle, however little wider than the line."""
    most, usual = float(line.width.max()) + _TAPER_MARGIN_PX, np.median(line.sides, axis=0)
    base = int(np.flatnonzero(near.width >= _BASE_SHARE * near.width.max())[-1])
    head, behind = slice(base + 1 - _TAPER_PX, base + 1), base + 1 + _BASE_SLOPE_PX
    length = _LONGEST_TAPER_WIDTHS * (near.reaches[base].sum() + 1)
    if head.start < 0 or base >= length or near.reaches[base].max() >= widest:
        return False
    both_sides = (near.sides[head] > usual).all() and (near.width[head] > most).all()
    only_line = (near.width[behind : behind + _WIDENING_PX] <= most).all()
    return bool(both_sides and only_line and near.width[base] >= _TAPER_WIDTHS * most)


def _beyond(tip: Points, along: Points, ink: LineInk, length: int) -> Points:
    """The rest of the ink behind a tip, where thinning has taken the head for a fork, less what is the border's."""
    places = tip + np.arange(1, length + 1)[:, None] * along
    inked = int(np.cumprod(value_at(ink.mask, places)).sum())
    return places[: max(0, inked - _BORDER_REMNANT_PX)][::-1]


def _rows(points: Points, along: Points, ink: LineInk, drawn: Mask, widest: int) -> Rows:
    """Ink, as ``drawn`` has it, across a line and in one piece with it, ``widest`` pixels at most on either side."""
    steps = np.arange(1, widest + 1)
    across = np.array([-along[1], along[0]])
    places = points[:, None, None] + np.array([1, -1])[None, :, None, None] * steps[:, None] * across
    own = np.cumprod(value_at(drawn, places), axis=2)
    sides = (own * value_at(ink.strength, places / ink.zoom)).sum(axis=2) / STRONGEST
    middle = value_at(ink.strength, points / ink.zoom) / STRONGEST
    return Rows(own.sum(axis=2), sides, sides.sum(axis=1) + middle)
