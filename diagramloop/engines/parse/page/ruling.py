"""Rules of paper (lines, squares, dots) taken from a photographed page: thin and pale, and alike all over it.

What is printed on paper repeats at one distance wherever one looks, what is drawn on it does not: that is seen in the
autocorrelation of the page's tiles, which asks for no straight lines, so pages may curl and be seen from aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.levels import Mask, largest_channel

_DEVIATION = 1.48  # standard deviations in the median absolute one of what is spread normally

Grey = NDArray[np.float64]


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Thin marks on a page: rules of paper, pencil and pen.
_THUMBNAIL_SIDE_PX = 1400  # of a square as large as the thumbnail on which they are looked for
_WIDEST_PX = 9  # of a mark on that thumbnail, that counts as thin
MARK_FAINTEST_LEVELS = 10  # darker than the page

# Rules of paper (lines, squares, dots), by their repetition; pixels of tiles are the thumbnail's.
_TILE_PX = 256  # of a tile's side, of which every second half overlaps
_LEAST_MARKED_SHARE = 0.01  # of a tile
_LEAST_TILE_COUNT = 6  # that are marked
_MOST_TILE_COUNT = 12  # that are looked at
_NEAREST_PX = 8  # between two rules
_FARTHEST_PX = 110
_EDGE_PX = 2  # before the farthest: what is likest there has its peak beyond
_LEAST_REPETITION_RATIO = 0.3  # how much more a page is like itself at its rules' distance than at half of it
_LEAST_SQUARES_SHARE = 0.4  # of a tile's squares that hold such marks
_SPREAD_DEVIATIONS = 2.0  # beyond their usual strength up to which marks are rules
_MOST_DARKNESS_RATIO = 0.6  # of rules to what is drawn: darker ones cannot be told from it
_DRAWN_QUANTILE = 0.9  # of the darkness of what is darker than rules
_LEAST_STROKE_RATIO = 1.3  # of the rules' darkness, that some of each stroke has
_LEAST_SPECK_PX = 6  # in area
_RIM_PX = 2  # of blur around strokes


@dataclass(frozen=True)
class Repetition:
    """The repetition in a tile.

    Attributes:
        score: how much more it is like itself at the step than at half of it.
        step: right and down, in pixels.
    """

    score: float
    step: tuple[int, int]


def without_rules(page: RGB) -> RGB:
    """``page`` without the rules printed on it, where there are some that are paler than what is drawn.

    Args:
        page: dark on white, evenly lit, of shape (height, width, 3).
    """
    darkness = largest_channel(cv2.bitwise_not(page))
    thin = thin_marks(thumbnail(darkness))
    level = _rule_level(thin)
    darker = thin[thin > level]
    if not level or not darker.size:
        return page
    if level > _MOST_DARKNESS_RATIO * np.quantile(darker, _DRAWN_QUANTILE):
        return page
    return np.where(_strokes(darkness, level)[:, :, None], page, np.uint8(255))


def _strokes(darkness: Mask, level: float) -> NDArray[np.bool_]:
    """Marks darker than ``level``, less specks and hardly darker ones, with the paler rim that strokes have."""
    core = cv2.compare(darkness, level, cv2.CMP_GT)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(core, connectivity=8)
    drawn = np.bincount(labels[darkness > _LEAST_STROKE_RATIO * level], minlength=count) > 0
    drawn &= stats[:, cv2.CC_STAT_AREA] >= _LEAST_SPECK_PX
    drawn[0] = False
    side = 2 * _RIM_PX + 1
    return np.asarray(cv2.dilate(drawn[labels].astype(np.uint8), np.ones((side, side), np.uint8)) > 0)


def thumbnail(darkness: Mask) -> Mask:
    """Of a page's darkness, shape (height, width), 0 where it is bare: a smaller one that keeps what is thin dark."""
    shrink = min(1.0, _THUMBNAIL_SIDE_PX / float(np.sqrt(darkness.size)))
    thick = max(1, round(1 / shrink))
    kept = cv2.dilate(darkness, np.ones((thick, thick), np.uint8))
    return np.asarray(cv2.resize(kept, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))


def thin_marks(small: Mask) -> Mask:
    """Contrast of each pixel of thin marks on a thumbnail with all around it."""
    window = np.ones((_WIDEST_PX, _WIDEST_PX), np.uint8)
    return np.asarray(cv2.morphologyEx(small, cv2.MORPH_TOPHAT, window))


def _rule_level(marks: Mask) -> float:
    """Up to which strength marks are rules; 0 on a page without."""
    tiles = [(tile, tile > MARK_FAINTEST_LEVELS) for tile in _tiles(marks)]
    marked = [(tile, on) for tile, on in tiles if on.mean() >= _LEAST_MARKED_SHARE]
    if len(marked) < _LEAST_TILE_COUNT:
        return 0.0
    marked = marked[:: -(-len(marked) // _MOST_TILE_COUNT)]
    strength = _rules_of_most(marked)
    if not strength.size:
        return 0.0
    usual = float(np.median(strength))
    return usual + _SPREAD_DEVIATIONS * _DEVIATION * float(np.median(np.abs(strength - usual)))


def _rules_of_most(marked: list[tuple[Mask, NDArray[np.bool_]]]) -> Mask:
    """Strength of the rules of all tiles; none, at once, where more than half of the tiles have none."""
    rules, without = list[Mask](), 0
    for tile, on in marked:
        rules.append(_rules_of(tile, on))
        without += not rules[-1].size
        if without > len(marked) / 2:
            return rules[-1]
    return np.concatenate(rules)


def _rules_of(tile: Mask, marked: NDArray[np.bool_]) -> Mask:
    """Strength of the marks that repeat all over a tile; none where they do not."""
    repetition = _repetition(marked)
    on = _repeated(marked, repetition.step)
    repeats = repetition.score >= _LEAST_REPETITION_RATIO
    return tile[on] if repeats and _share_with(on, repetition.step) >= _LEAST_SQUARES_SHARE else tile[:0, 0]


def _tiles(marks: Mask) -> Iterator[Mask]:
    """Whole ones."""
    height, width = marks.shape
    for top in range(0, height - _TILE_PX + 1, _TILE_PX // 2):
        for left in range(0, width - _TILE_PX + 1, _TILE_PX // 2):
            yield marks[top : top + _TILE_PX, left : left + _TILE_PX]


def _repetition(marked: NDArray[np.bool_]) -> Repetition:
    """By the autocorrelation (Wiener-Khinchin) of a tile; along a line it changes little, from line to line much."""
    size = [2 * n for n in marked.shape]
    alike = _autocorrelation(marked - marked.mean(), size) / _overlap(marked.shape)
    down, right = np.mgrid[: _FARTHEST_PX + 1, -_FARTHEST_PX : _FARTHEST_PX + 1]
    distance = np.hypot(down, right)
    more = alike[down, right] - np.maximum(alike[down // 2, right // 2], 0.0)
    more[(distance < _NEAREST_PX) | (distance > _FARTHEST_PX)] = -np.inf
    at = np.unravel_index(int(more.argmax()), more.shape)
    if distance[at] > _FARTHEST_PX - _EDGE_PX:  # no peak
        return Repetition(0.0, (int(right[at]), int(down[at])))
    return Repetition(float(more[at] / max(alike[0, 0], 1e-9)), (int(right[at]), int(down[at])))


@lru_cache(maxsize=1)
def _overlap(shape: tuple[int, int]) -> Grey:
    """Pixels at which a tile and itself, moved, lie over each other; 1 at least."""
    return np.maximum(_autocorrelation(np.ones(shape, bool), [2 * n for n in shape]), 1.0)


def _autocorrelation(values: NDArray[np.float64] | NDArray[np.bool_], size: list[int]) -> Grey:
    power = np.abs(np.fft.rfft2(values, size)) ** 2
    return np.asarray(np.fft.irfft2(power, size))


def _repeated(marked: NDArray[np.bool_], step: tuple[int, int]) -> NDArray[np.bool_]:
    """Marks that have one like them a step further and one a step back."""
    (right, down), (height, width), reach = step, marked.shape, max(map(abs, step))
    padded = np.pad(marked, reach)
    there = [
        padded[reach + k * down : reach + k * down + height, reach + k * right : reach + k * right + width]
        for k in (-1, 1)
    ]
    return np.asarray(marked & there[0] & there[1])


def _share_with(on: NDArray[np.bool_], step: tuple[int, int]) -> float:
    """The share of squares of two steps that hold any: all with rules of paper, few with stacks of frames."""
    side = 2 * max(map(abs, step))
    rows, columns = (length // side for length in on.shape)
    squares = on[: rows * side, : columns * side].reshape(rows, side, columns, side)
    return float(squares.any(axis=(1, 3)).mean())
