"""Rules of paper (lines, squares, dots) taken from a photographed page: thin and pale, and alike all over it.

What is printed on paper repeats at one distance wherever one looks, what is drawn on it does not: that is seen in the
autocorrelation of the page's tiles, which asks for no straight lines, so pages may curl and be seen from aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.parse.blackboard import RGB
from diagramloop.parse.levels import Mask, largest_channel

SIDE = 1400  # pixels of a square as large as the thumbnail on which rules are looked for
THIN = 9  # pixels there; wider marks are no rules
FAINTEST = 10  # levels darker than the page
TILE = 256  # pixels of a tile's side, of which every second half overlaps
NEAREST, FARTHEST = 8, 110  # pixels between two rules
LEAST_MARKED = 0.01  # share of a tile that is marked
LEAST_TILES, MOST_TILES = 6, 12  # that are marked, and that are looked at
REPEATING = 0.3  # how much more a ruled page is like itself at the distance of its rules than at half of it
EVERYWHERE = 0.4  # share of a tile's squares that hold such marks
SPREAD = 2.0  # usual deviations beyond their usual strength up to which marks are rules
PALER = 0.6  # of the strength of what is drawn: darker rules cannot be told from it
SURELY = 1.3  # times the strength of rules, that some of each stroke has
SPECK, RIM = 6, 2  # pixels of the smallest mark that is kept, and of blur around strokes
DRAWN = 0.9  # quantile of the strength of what is darker than rules

Grey = NDArray[np.float64]


@dataclass(frozen=True)
class Repetition:
    """How a tile repeats itself.

    Attributes:
        score: see REPEATING.
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
    marks = thin_marks(thumbnail(darkness))
    level = _rule_level(marks)
    darker = marks[marks > level]
    if not level or not darker.size or level > PALER * np.quantile(darker, DRAWN):
        return page
    return np.where(_strokes(darkness, level)[:, :, None], page, np.uint8(255))


def _strokes(darkness: Mask, level: float) -> NDArray[np.bool_]:
    """What is darker than ``level``, less specks and what is hardly darker, with the paler rim that strokes have."""
    core = cv2.compare(darkness, level, cv2.CMP_GT)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(core, connectivity=8)
    drawn = np.bincount(labels[darkness > SURELY * level], minlength=count) > 0
    drawn &= stats[:, cv2.CC_STAT_AREA] >= SPECK
    drawn[0] = False
    rim = np.ones((2 * RIM + 1, 2 * RIM + 1), np.uint8)
    return np.asarray(cv2.dilate(drawn[labels].astype(np.uint8), rim) > 0)


def thumbnail(darkness: Mask) -> Mask:
    """Of a page's darkness, shape (height, width), 0 where it is bare: a smaller one that keeps what is thin dark."""
    shrink = min(1.0, SIDE / float(np.sqrt(darkness.size)))
    thick = max(1, round(1 / shrink))
    kept = cv2.dilate(darkness, np.ones((thick, thick), np.uint8))
    return np.asarray(cv2.resize(kept, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))


def thin_marks(small: Mask) -> Mask:
    """How much darker than all around each pixel of thin marks on a thumbnail is."""
    return np.asarray(cv2.morphologyEx(small, cv2.MORPH_TOPHAT, np.ones((THIN, THIN), np.uint8)))


def _rule_level(marks: Mask) -> float:
    """Up to which strength marks are rules; 0 on a page without."""
    marked = [tile for tile in _tiles(marks) if (tile > FAINTEST).mean() >= LEAST_MARKED]
    if len(marked) < LEAST_TILES:
        return 0.0
    marked = marked[:: -(-len(marked) // MOST_TILES)]
    repetitions = [_repetition(tile > FAINTEST) for tile in marked]
    repeated = [(tile, _repeated(tile, r.step), r) for tile, r in zip(marked, repetitions, strict=True)]
    rules = [tile[on] for tile, on, r in repeated if r.score >= REPEATING and _share_with(on, r.step) >= EVERYWHERE]
    if len(rules) < len(marked) / 2:
        return 0.0
    strength = np.concatenate(rules)
    usual = float(np.median(strength))
    return usual + SPREAD * 1.48 * float(np.median(np.abs(strength - usual)))


def _tiles(marks: Mask) -> Iterator[Mask]:
    """Whole ones."""
    height, width = marks.shape
    for top in range(0, height - TILE + 1, TILE // 2):
        for left in range(0, width - TILE + 1, TILE // 2):
            yield marks[top : top + TILE, left : left + TILE]


def _repetition(marked: NDArray[np.bool_]) -> Repetition:
    """By the autocorrelation (Wiener-Khinchin) of a tile; along a line it changes little, from line to line much."""
    size = [2 * n for n in marked.shape]
    alike = _autocorrelation(marked - marked.mean(), size) / np.maximum(_autocorrelation(marked >= 0, size), 1.0)
    down, right = np.mgrid[: FARTHEST + 1, -FARTHEST : FARTHEST + 1]
    distance = np.hypot(down, right)
    more = alike[down, right] - np.maximum(alike[down // 2, right // 2], 0.0)
    more[(distance < NEAREST) | (distance > FARTHEST)] = -np.inf
    at = np.unravel_index(int(more.argmax()), more.shape)
    if distance[at] > FARTHEST - 2:  # at the end of what is looked at: no peak
        return Repetition(0.0, (int(right[at]), int(down[at])))
    return Repetition(float(more[at] / max(alike[0, 0], 1e-9)), (int(right[at]), int(down[at])))


def _autocorrelation(values: NDArray[np.float64] | NDArray[np.bool_], size: list[int]) -> Grey:
    power = np.abs(np.fft.rfft2(values, size)) ** 2
    return np.asarray(np.fft.irfft2(power, size))


def _repeated(tile: Mask, step: tuple[int, int]) -> NDArray[np.bool_]:
    """Where the marks are that have one like them a step further and one a step back."""
    (right, down), (height, width) = step, tile.shape
    padded = np.pad(tile > FAINTEST, FARTHEST)
    there = [
        padded[FARTHEST + k * down : FARTHEST + k * down + height, FARTHEST + k * right : FARTHEST + k * right + width]
        for k in (-1, 1)
    ]
    return np.asarray((tile > FAINTEST) & there[0] & there[1])


def _share_with(on: NDArray[np.bool_], step: tuple[int, int]) -> float:
    """The share of squares of two steps that hold any: all with rules of paper, few with stacks of frames."""
    side = 2 * max(map(abs, step))
    rows, columns = (length // side for length in on.shape)
    squares = on[: rows * side, : columns * side].reshape(rows, side, columns, side)
    return float(squares.any(axis=(1, 3)).mean())
