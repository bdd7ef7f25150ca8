"""Frames of groups from ink that a network calls frame: rectangles of long lines, level and upright but for a slope.

A rectangle counts by how much of its outline is drawn, not by exact corners: hands leave gaps, and lines pass through.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import Box
from diagramloop.parse.ink_maps import InkMaps
from diagramloop.parse.learned.settings import LearnedFrameSettings
from diagramloop.parse.shapes.candidates import overlap

Ink = NDArray[np.uint8]  # 1 where there is ink of frames, shape (h, w)
Boxes = NDArray[np.float64]  # shape (n, 4): x0, y0, x1, y1 in cells
Sums = NDArray[np.int64]  # along rows, shape (h, w + 1)
Index = NDArray[np.int_] | int
Slopes = tuple[float, float]  # of level lines, y by x; of upright ones, x by y


def frames(maps: InkMaps, settings: LearnedFrameSettings) -> list[Box]:
    """Boxes of frames in pixels of the page, pools and their lanes; bands with titles belong to theirs."""
    ink = (maps.at_cells("frame") > settings.least_frame_share).view(np.uint8)
    slopes = _slope(ink, settings), _slope(np.ascontiguousarray(ink.T), settings)
    straight = cv2.warpAffine(ink, _upright(slopes), ink.shape[::-1], flags=cv2.INTER_NEAREST)
    boxes = [_as_drawn(box, slopes) for box in _nested(_Straight(straight, settings).boxes(), settings)]
    cell = np.tile(maps.cell_px(maps.inside), 2)
    drawn = [box * cell for box in boxes if _holds_anything(maps, box, settings)]
    return [(float(x0), float(y0), float(x1), float(y1)) for x0, y0, x1, y1 in drawn]


def _lines(ink: Ink, settings: LearnedFrameSettings) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Rows and columns of the ink of each level line."""
    runs = cv2.morphologyEx(
        _level(ink, settings.line_cells, settings), cv2.MORPH_OPEN, np.ones((1, settings.shortest_side_cells), np.uint8)
    )
    count, parts = cv2.connectedComponents(runs, connectivity=8)
    rows, columns = np.nonzero((parts > 0) & (ink > 0))
    number = parts[rows, columns]
    found = [(rows[number == n], columns[number == n]) for n in range(1, count)]
    return [(y, x) for y, x in found if len(x) and np.ptp(x) >= settings.shortest_side_cells]


def _strokes(ink: Ink, slack: int, settings: LearnedFrameSettings) -> Ink:
    """Level strokes, made ``slack`` cells high, the band in which a crooked line runs."""
    thick = cv2.dilate(ink, np.ones((slack, 1), np.uint8))
    kernel = np.ones((1, settings.shortest_stroke_cells), np.uint8)
    return np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, kernel), np.uint8)


def _level(ink: Ink, slack: int, settings: LearnedFrameSettings) -> Ink:
    """Level strokes without the gaps between them."""
    kernel = np.ones((1, settings.gap_cells), np.uint8)
    return np.asarray(cv2.morphologyEx(_strokes(ink, slack, settings), cv2.MORPH_CLOSE, kernel), np.uint8)


def _slope(ink: Ink, settings: LearnedFrameSettings) -> float:
    """Usual slope of the level lines; longer ones count more."""
    lines = _lines(ink, settings)
    if not lines:
        return 0.0
    slopes = np.array([np.polyfit(x, y, 1)[0] for y, x in lines])
    lengths = np.array([np.ptp(x) for _, x in lines])
    order = np.argsort(slopes)
    half = np.searchsorted(np.cumsum(lengths[order]), lengths.sum() / 2)
    slope = float(slopes[order][half])
    return slope if abs(slope) < settings.steepest_slope else 0.0


def _upright(slopes: Slopes) -> NDArray[np.float64]:
    """From the page to where lines of these slopes are level and upright, shape (2, 3)."""
    return np.array([[1.0, -slopes[1], 0.0], [-slopes[0], 1.0, 0.0]])


def _as_drawn(box: NDArray[np.float64], slopes: Slopes) -> NDArray[np.float64]:
    """Box of the four corners on the page."""
    corners = np.array([(x, y, 1.0) for x in box[::2] for y in box[1::2]])
    places = corners @ cv2.invertAffineTransform(_upright(slopes)).T
    return np.concatenate([places.min(axis=0), places.max(axis=0)])


class _Straight:
    """Ink of frames whose lines are level and upright, with sums along its rows and columns of what is drawn there."""

    def __init__(self, ink: Ink, settings: LearnedFrameSettings) -> None:
        turned, slack = np.ascontiguousarray(ink.T), settings.slack_cells
        self.rows, self.columns = _places(ink, settings), _places(turned, settings)
        self._bridged = _sums(_level(ink, slack, settings)), _sums(_level(turned, slack, settings))
        self._inked = _sums(_strokes(ink, slack, settings)), _sums(_strokes(turned, slack, settings))
        self._settings = settings

    def boxes(self) -> Boxes:
        """Rectangles between level and upright lines whose four sides are drawn, largest first."""
        pairs = [np.array(list(itertools.combinations(at, 2)), int).reshape(-1, 2) for at in (self.columns, self.rows)]
        x, y = np.repeat(pairs[0], len(pairs[1]), axis=0), np.tile(pairs[1], (len(pairs[0]), 1))
        boxes = np.column_stack([x[:, 0], y[:, 0], x[:, 1], y[:, 1]])
        boxes = boxes[(boxes[:, 2:] - boxes[:, :2]).min(axis=1) >= self._settings.narrowest_cells]
        drawn = boxes[self._drawn(boxes, self._bridged) > self._settings.least_drawn_share]
        drawn = drawn[self._drawn(drawn, self._inked) > self._settings.least_inked_share]
        whole = np.array([self._is_whole(box) for box in drawn.tolist()], dtype=bool)
        sizes = np.prod(drawn[whole, 2:] - drawn[whole, :2], axis=1)
        return drawn[whole][np.argsort(-sizes, kind="stable")].astype(np.float64)

    def _drawn(self, boxes: NDArray[np.int_], sums: tuple[Sums, Sums]) -> NDArray[np.float64]:
        """Share of the side that is drawn least."""
        x0, y0, x1, y1 = boxes.T
        sides = ((0, y0, x0, x1), (0, y1, x0, x1), (1, x0, y0, y1), (1, x1, y0, y1))
        return np.min([_share(sums[way], at, first, last) for way, at, first, last in sides], axis=0)

    def _is_whole(self, box: list[int]) -> bool:
        """True if the lines from side to side leave no gap between two frames."""
        x0, y0, x1, y1 = box
        inner = np.array([y for y in self.rows if y0 < y < y1], dtype=int)
        across = _share(self._bridged[0], inner, x0, x1) > self._settings.least_drawn_share
        edges = np.array([y0, *inner[across], y1])
        sides = [_share(self._inked[1], x, edges[:-1], edges[1:]) for x in (x0, x1)]
        high = np.diff(edges) > self._settings.least_gap_cells
        return bool((np.max(sides, axis=0)[high] > self._settings.least_inked_share).all())


def _places(ink: Ink, settings: LearnedFrameSettings) -> list[int]:
    """Rows in which level lines lie, from above to below, at most as many as a page of frames has."""
    lines = sorted(_lines(ink, settings), key=lambda line: -int(np.ptp(line[1])))[: settings.most_lines]
    return sorted({int(np.median(rows)) for rows, _ in lines})


def _sums(drawn: Ink) -> Sums:
    return np.pad(np.cumsum(drawn, axis=1, dtype=np.int64), ((0, 0), (1, 0)))


def _share(sums: Sums, row: Index, first: Index, last: Index) -> NDArray[np.float64]:
    return np.asarray((sums[row, last] - sums[row, first]) / np.maximum(last - first, 1), np.float64)


def _nested(boxes: Boxes, settings: LearnedFrameSettings) -> list[NDArray[np.float64]]:
    """Less bands of titles, boxes that were found twice, and such as cross a larger one."""
    wide, high = (boxes[:, 2:] - boxes[:, :2]).T
    kept: list[NDArray[np.float64]] = []
    for box in boxes[(wide > settings.widest_band_cells) | (high < settings.least_band_ratio * wide)]:
        others = np.array(kept).reshape(-1, 4)
        same = overlap(tuple(box.tolist()), others) > settings.same_overlap_share
        if not (same | _crossing(box, others, settings.slack_cells)).any():
            kept.append(box)
    return kept


def _crossing(box: NDArray[np.float64], others: Boxes, slack: int) -> NDArray[np.bool_]:
    """Which of the others share ground with a box, but neither holds the other."""
    common = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    within = (others[:, :2] > box[:2] - slack).all(axis=1) & (others[:, 2:] < box[2:] + slack).all(axis=1)
    around = (box[:2] > others[:, :2] - slack).all(axis=1) & (box[2:] < others[:, 2:] + slack).all(axis=1)
    return np.asarray((common > slack).all(axis=1) & ~within & ~around)


def _holds_anything(maps: InkMaps, box: NDArray[np.float64], settings: LearnedFrameSettings) -> bool:
    """True if letters or nodes are seen within a box."""
    x0, y0, x1, y1 = (max(0, round(v)) for v in box.tolist())
    seen = np.maximum(maps.at_cells("text"), maps.inside)[y0:y1, x0:x1]
    return bool(seen.size and seen.mean() > settings.least_held_share)
