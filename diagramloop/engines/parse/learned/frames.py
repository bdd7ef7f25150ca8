"""Frames of groups from ink that a network calls frame: rectangles of long lines, level and upright but for a slope.

A rectangle counts by how much of its outline is drawn, not by exact corners: hands leave gaps, and lines pass through.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.ink_maps import InkMaps
from diagramloop.engines.parse.learned.frame_boxes import Boxes, Rectangles
from diagramloop.engines.parse.learned.frame_lines import LEARNED_FRAME_SLACK_CELLS, Ink, frame_lines, level_lines
from diagramloop.engines.parse.shapes.candidates import overlap
from diagramloop.graph import Box

Slopes = tuple[float, float]  # of level lines, y by x; of upright ones, x by y


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Which rectangles frame groups; a cell is two pixels of the picture that the network is shown.
_LEAST_FRAME_SHARE = 0.5  # probability from which on ink is a frame's
_STEEPEST_SLOPE = 0.2  # of level and upright lines; a page that is turned farther is not straightened
_WIDEST_BAND_CELLS = 50.0  # width of a title's band at most
_LEAST_BAND_RATIO = 1.5  # of the height of a title's band to its width
_SAME_OVERLAP_SHARE = 0.6  # of two frames that have more in common the smaller one is left
_LEAST_HELD_SHARE = 0.01  # of what is within that is letters or nodes; less is a field of squared paper


def frames(maps: InkMaps) -> list[Box]:
    """Boxes of frames in pixels of the page, pools and their lanes; bands with titles belong to theirs."""
    ink = (maps.at_cells("frame") > _LEAST_FRAME_SHARE).view(np.uint8)
    slopes = _slope(ink), _slope(np.ascontiguousarray(ink.T))
    straight = cv2.warpAffine(ink, _upright(slopes), ink.shape[::-1], flags=cv2.INTER_NEAREST)
    boxes = [_as_drawn(box, slopes) for box in _rectangles(straight)]
    cell = np.tile(maps.cell_px(maps.inside), 2)
    drawn = [box * cell for box in boxes if _holds_anything(maps, box)]
    return [(float(x0), float(y0), float(x1), float(y1)) for x0, y0, x1, y1 in drawn]


def _rectangles(ink: Ink) -> list[NDArray[np.float64]]:
    """Closed rectangles, then the open ones that fit to them."""
    level, upright = frame_lines(ink), frame_lines(np.ascontiguousarray(ink.T))
    lying, standing = Rectangles(level, upright), Rectangles(upright, level)
    exchanged = [1, 0, 3, 2]
    return _nested([lying.closed(), np.vstack([lying.open(), standing.open()[:, exchanged]])])


def _slope(ink: Ink) -> float:
    """Usual slope of the level lines; longer ones count more."""
    lines = level_lines(ink)
    if not lines:
        return 0.0
    slopes = np.array([np.polyfit(x, y, 1)[0] for y, x in lines])
    lengths = np.array([np.ptp(x) for _, x in lines])
    order = np.argsort(slopes)
    half = np.searchsorted(np.cumsum(lengths[order]), lengths.sum() / 2)
    slope = float(slopes[order][half])
    return slope if abs(slope) < _STEEPEST_SLOPE else 0.0


def _upright(slopes: Slopes) -> NDArray[np.float64]:
    """From the page to where lines of these slopes are level and upright, shape (2, 3)."""
    return np.array([[1.0, -slopes[1], 0.0], [-slopes[0], 1.0, 0.0]])


def _as_drawn(box: NDArray[np.float64], slopes: Slopes) -> NDArray[np.float64]:
    """Box of the four corners on the page."""
    corners = np.array([(x, y, 1.0) for x in box[::2] for y in box[1::2]])
    places = corners @ cv2.invertAffineTransform(_upright(slopes)).T
    return np.concatenate([places.min(axis=0), places.max(axis=0)])


def _nested(kinds: list[Boxes]) -> list[NDArray[np.float64]]:
    """Less bands of titles, boxes that were found twice, and such as cross one that is larger or of a kind before."""
    kept: list[NDArray[np.float64]] = []
    for boxes in kinds:
        wide, high = (boxes[:, 2:] - boxes[:, :2]).T
        boxes = boxes[(wide > _WIDEST_BAND_CELLS) | (high < _LEAST_BAND_RATIO * wide)]
        for box in boxes[np.argsort(-np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), kind="stable")]:
            others = np.array(kept).reshape(-1, 4)
            same = overlap(tuple(box.tolist()), others) > _SAME_OVERLAP_SHARE
            if not (same | _crossing(box, others)).any():
                kept.append(box)
    return kept


def _crossing(box: NDArray[np.float64], others: Boxes) -> NDArray[np.bool_]:
    """Which of the others share ground with a box, but neither holds the other."""
    common = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    shared = (common > LEARNED_FRAME_SLACK_CELLS).all(axis=1)
    return np.asarray(shared & ~_is_held(others, box) & ~_is_held(box, others))


def _is_held(inner: NDArray[np.float64], outer: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which boxes lie within others, shape (n,), but for the slack; either side may be one box, shape (4,)."""
    begins = (inner[..., :2] > outer[..., :2] - LEARNED_FRAME_SLACK_CELLS).all(axis=-1)
    ends = (inner[..., 2:] < outer[..., 2:] + LEARNED_FRAME_SLACK_CELLS).all(axis=-1)
    return np.asarray(begins & ends)


def _holds_anything(maps: InkMaps, box: NDArray[np.float64]) -> bool:
    """True if letters or nodes are seen within a box."""
    x0, y0, x1, y1 = (max(0, round(v)) for v in box.tolist())
    seen = np.maximum(maps.at_cells("text"), maps.inside)[y0:y1, x0:x1]
    return bool(seen.size and seen.mean() > _LEAST_HELD_SHARE)
