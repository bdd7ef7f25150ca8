"""Long lines of ink that a network calls frame: each straight with a slope of its own, for hands draw no two alike."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.learned.pieces import Numbers, Piece, connected

Ink = NDArray[np.uint8]  # 1 where there is ink of frames, shape (h, w)
Cells = NDArray[np.float64]
Sums = NDArray[np.int64]  # of what is drawn before each cell of a line, shape (lines, cells + 1)

_VARIANCE = 12  # of places along a line: the square of its length divided by this


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Which rectangles frame groups; a cell is two pixels of the picture that the network is shown.
_LINE_CELLS = 7  # width of the band in which a line runs on
# width of the band in which a crooked side lies, and by how much a frame may stick out of the one that holds it
LEARNED_FRAME_SLACK_CELLS = 15
_GAP_CELLS = 61  # longest gap in a side
_SHORTEST_STROKE_CELLS = 13  # shorter strokes are no part of a side
LEARNED_FRAME_SHORTEST_SIDE_CELLS = 16  # shorter lines are no sides
_STEADY_CELLS = 100.0  # length of a line that counts as much for its own slope as the page's slope does
LEARNED_FRAME_LEAST_DRAWN_SHARE = 0.6  # of each side that is drawn, the gaps bridged
LEARNED_FRAME_LEAST_INKED_SHARE = 0.5  # of each side that is drawn, the gaps left out
_MOST_LINES = 24  # longest lines each way that are looked at


@dataclass(frozen=True)
class FrameLines:
    """Lines of one direction, in the order in which they lie across it; x runs along them, y across.

    Attributes:
        places: y of each line where x is 0, and its slope, shape (n, 2).
        spans: first and last x of its ink, shape (n, 2).
        bridged: sums of strokes without the gaps between them.
        inked: sums of strokes alone.
    """

    places: Cells
    spans: Cells
    bridged: Sums
    inked: Sums

    def __len__(self) -> int:
        return len(self.places)

    def across(self, number: Numbers, x: Cells) -> Cells:
        """The y of lines at x."""
        return np.asarray(self.places[number, 0] + self.places[number, 1] * x)

    def drawn(self, number: Numbers, one: Cells, other: Cells) -> NDArray[np.bool_]:
        """True for lines that are drawn from one x to the other, but for what hands leave out."""
        bridged = self.share(self.bridged, number, one, other) > LEARNED_FRAME_LEAST_DRAWN_SHARE
        return bridged & (self.share(self.inked, number, one, other) > LEARNED_FRAME_LEAST_INKED_SHARE)

    def share(self, sums: Sums, number: Numbers, one: Cells, other: Cells) -> Cells:
        """The drawn share of lines between one x and the other."""
        ends = np.rint([np.minimum(one, other), np.maximum(one, other)])
        first, last = np.clip(ends, 0, sums.shape[1] - 1).astype(int)
        return np.asarray((sums[number, last] - sums[number, first]) / np.maximum(last - first, 1))


def frame_lines(ink: Ink) -> FrameLines:
    """The longest level lines of some ink, at most as many as a page of frames has."""
    strokes = sorted(level_lines(ink), key=lambda line: -int(np.ptp(line[1])))[:_MOST_LINES]
    places = np.array([_straight(line) for line in strokes], float).reshape(-1, 2)
    spans = np.array([(x.min(), x.max()) for _, x in strokes], float).reshape(-1, 2)
    order = np.argsort(places @ np.array([1.0, ink.shape[1] / 2]), kind="stable")
    places, spans = places[order], spans[order]
    drawn = _strokes(ink, LEARNED_FRAME_SLACK_CELLS)
    return FrameLines(places, spans, _sums(_bridged(drawn), places), _sums(drawn, places))


def level_lines(ink: Ink) -> list[Piece]:
    """Rows and columns of the ink of each level line."""
    runs = cv2.morphologyEx(
        _bridged(_strokes(ink, _LINE_CELLS)),
        cv2.MORPH_OPEN,
        np.ones((1, LEARNED_FRAME_SHORTEST_SIDE_CELLS), np.uint8),
    )
    inked = ((y, x, ink[y, x] > 0) for y, x in connected(runs > 0)[1])
    found = [(y[is_ink], x[is_ink]) for y, x, is_ink in inked]
    return [(y, x) for y, x in found if len(x) and np.ptp(x) >= LEARNED_FRAME_SHORTEST_SIDE_CELLS]


def _strokes(ink: Ink, slack: int) -> Ink:
    """Level strokes, made ``slack`` cells high, the band in which a crooked line runs."""
    thick = cv2.dilate(ink, np.ones((slack, 1), np.uint8))
    kernel = np.ones((1, _SHORTEST_STROKE_CELLS), np.uint8)
    return np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, kernel), np.uint8)


def _bridged(strokes: Ink) -> Ink:
    """Level strokes without the gaps between them."""
    kernel = np.ones((1, _GAP_CELLS), np.uint8)
    return np.asarray(cv2.morphologyEx(strokes, cv2.MORPH_CLOSE, kernel), np.uint8)


def _straight(stroke: Piece) -> tuple[float, float]:
    """The y where x is 0, and the slope: the less of the stroke's own, the shorter it is (ridge regression)."""
    y, x = (each.astype(float) for each in stroke)
    spread = np.square(x - x.mean()).sum() + len(x) * _STEADY_CELLS**2 / _VARIANCE
    slope = float(((x - x.mean()) * (y - y.mean())).sum() / spread)
    return float(y.mean()) - slope * float(x.mean()), slope


def _sums(drawn: Ink, places: Cells) -> Sums:
    """Sums of ink along each of the lines."""
    x = np.arange(drawn.shape[1])
    y = np.rint(places[:, :1] + places[:, 1:] * x).astype(int)
    on_page = (y >= 0) & (y < drawn.shape[0])
    along = np.where(on_page, drawn[np.clip(y, 0, drawn.shape[0] - 1), x], 0)
    return np.pad(np.cumsum(along, axis=1, dtype=np.int64), ((0, 0), (1, 0)))
