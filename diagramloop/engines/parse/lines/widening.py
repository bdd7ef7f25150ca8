"""Lines that widen towards their end, as heads make them do that are no blobs of their own.

Where a picture is small, a thin line is pale and its head dark: a width is the sum of what is drawn across, a pixel of
the strongest ink counting 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.lines.line_ink import LineInk, Mask
from diagramloop.engines.parse.lines.settings.heads import SmallHeadSettings
from diagramloop.engines.parse.lines.strokes import Points, Strokes, value_at

STRONGEST = 255  # levels of a channel


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


def widens(strokes: Strokes, end: int, ink: LineInk, settings: SmallHeadSettings) -> bool:
    """True if a line is wider just before its end than farther back."""
    points, along = _inwards(strokes, end), strokes.out[end]
    length, widest = (round(s * ink.unit) for s in (settings.longest_text_heights, settings.widest_text_heights))
    if len(points) < 2 * length or strokes.inked[end // 2] < len(points) or not along.any():
        return False
    line = _rows(points[length : 2 * length], along, ink, ink.mask, widest)
    beyond = _beyond(points[0], along, ink, length, settings.border_remnant_px)
    near = _rows(np.concatenate([beyond, points[:length]]), along, ink, ink.mask, widest)
    return _is_head(near, line, widest, settings)


def ends_in_head(strokes: Strokes, end: int, ink: LineInk, settings: SmallHeadSettings) -> bool:
    """True if a line goes straight on over the node that it ends at, and is wider at its own end there."""
    points, along = _inwards(strokes, end), strokes.out[end]
    length, widest = (round(s * ink.unit) for s in (settings.longest_text_heights, settings.widest_text_heights))
    farthest = round(settings.farthest_inside_text_heights * ink.unit)
    if len(points) < length or not along.any():
        return False
    places = points[0] + np.arange(1, farthest + 1)[:, None] * along
    inside = places[: int(np.cumprod(value_at(ink.drawn, places)).sum())]
    rows = _rows(inside, along, ink, ink.drawn, widest)
    border = np.flatnonzero(rows.reaches.max(axis=1, initial=0) >= widest)
    if not len(border) or len(inside) == farthest:
        return False
    near = rows[border[-1] + 1 + settings.border_remnant_px :][::-1]
    line = _rows(points[length // 2 : 2 * length], along, ink, ink.mask, widest)
    goes_on = len(near) > 0 and near.reaches[-1].sum() <= line.reaches.sum(axis=1).max() + 1
    return bool(goes_on) and _is_head(near, line, widest, settings)


def _inwards(strokes: Strokes, end: int) -> Points:
    points = strokes.points[end // 2]
    return points if end % 2 == 0 else points[::-1]


def _is_head(near: Rows, line: Rows, widest: int, settings: SmallHeadSettings) -> bool:
    """True if a line is wider ``near`` its end, from there on inwards, than the ``line`` is."""
    least = settings.widening_half_widths * (np.median(line.reaches) + 0.5) + settings.margin_px
    wide = (near.reaches.min(axis=1) >= least) & (near.reaches.max(axis=1) < widest)
    return bool(wide.sum() >= settings.widening_px) or _tapers(near, line, widest, settings)


def _tapers(near: Rows, line: Rows, widest: int, settings: SmallHeadSettings) -> bool:
    """True if ink narrows from a base, wider than all of its line, towards the tip, and is the line right behind it: a
    triangle, however little wider than the line."""
    most, usual = float(line.width.max()) + settings.taper_margin_px, np.median(line.sides, axis=0)
    base = int(np.flatnonzero(near.width >= settings.base_share * near.width.max())[-1])
    head, behind = slice(base + 1 - settings.taper_px, base + 1), base + 1 + settings.base_slope_px
    length = settings.longest_taper_widths * (near.reaches[base].sum() + 1)
    if head.start < 0 or base >= length or near.reaches[base].max() >= widest:
        return False
    both_sides = (near.sides[head] > usual).all() and (near.width[head] > most).all()
    only_line = (near.width[behind : behind + settings.widening_px] <= most).all()
    return bool(both_sides and only_line and near.width[base] >= settings.taper_widths * most)


def _beyond(tip: Points, along: Points, ink: LineInk, length: int, border: int) -> Points:
    """The rest of the ink behind a tip, where thinning has taken the head for a fork, less what is the border's."""
    places = tip + np.arange(1, length + 1)[:, None] * along
    inked = int(np.cumprod(value_at(ink.mask, places)).sum())
    return places[: max(0, inked - border)][::-1]


def _rows(points: Points, along: Points, ink: LineInk, drawn: Mask, widest: int) -> Rows:
    """Ink, as ``drawn`` has it, across a line and in one piece with it, ``widest`` pixels at most on either side."""
    steps = np.arange(1, widest + 1)
    across = np.array([-along[1], along[0]])
    places = points[:, None, None] + np.array([1, -1])[None, :, None, None] * steps[:, None] * across
    own = np.cumprod(value_at(drawn, places), axis=2)
    sides = (own * value_at(ink.strength, places / ink.zoom)).sum(axis=2) / STRONGEST
    middle = value_at(ink.strength, points / ink.zoom) / STRONGEST
    return Rows(own.sum(axis=2), sides, sides.sum(axis=1) + middle)
