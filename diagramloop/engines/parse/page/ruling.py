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
from diagramloop.engines.parse.page.settings import MarkSettings, RuleSettings

_DEVIATION = 1.48  # standard deviations in the median absolute one of what is spread normally

Grey = NDArray[np.float64]


@dataclass(frozen=True)
class Repetition:
    """The repetition in a tile.

    Attributes:
        score: how much more it is like itself at the step than at half of it.
        step: right and down, in pixels.
    """

    score: float
    step: tuple[int, int]


def without_rules(page: RGB, marks: MarkSettings, settings: RuleSettings) -> RGB:
    """``page`` without the rules printed on it, where there are some that are paler than what is drawn.

    Args:
        page: dark on white, evenly lit, of shape (height, width, 3).
    """
    darkness = largest_channel(cv2.bitwise_not(page))
    thin = thin_marks(thumbnail(darkness, marks), marks)
    level = _rule_level(thin, marks.faintest_levels, settings)
    darker = thin[thin > level]
    if not level or not darker.size:
        return page
    if level > settings.most_darkness_ratio * np.quantile(darker, settings.drawn_quantile):
        return page
    return np.where(_strokes(darkness, level, settings)[:, :, None], page, np.uint8(255))


def _strokes(darkness: Mask, level: float, settings: RuleSettings) -> NDArray[np.bool_]:
    """Marks darker than ``level``, less specks and hardly darker ones, with the paler rim that strokes have."""
    core = cv2.compare(darkness, level, cv2.CMP_GT)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(core, connectivity=8)
    drawn = np.bincount(labels[darkness > settings.least_stroke_ratio * level], minlength=count) > 0
    drawn &= stats[:, cv2.CC_STAT_AREA] >= settings.least_speck_px
    drawn[0] = False
    side = 2 * settings.rim_px + 1
    return np.asarray(cv2.dilate(drawn[labels].astype(np.uint8), np.ones((side, side), np.uint8)) > 0)


def thumbnail(darkness: Mask, settings: MarkSettings) -> Mask:
    """Of a page's darkness, shape (height, width), 0 where it is bare: a smaller one that keeps what is thin dark."""
    shrink = min(1.0, settings.thumbnail_side_px / float(np.sqrt(darkness.size)))
    thick = max(1, round(1 / shrink))
    kept = cv2.dilate(darkness, np.ones((thick, thick), np.uint8))
    return np.asarray(cv2.resize(kept, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))


def thin_marks(small: Mask, settings: MarkSettings) -> Mask:
    """Contrast of each pixel of thin marks on a thumbnail with all around it."""
    window = np.ones((settings.widest_px, settings.widest_px), np.uint8)
    return np.asarray(cv2.morphologyEx(small, cv2.MORPH_TOPHAT, window))


def _rule_level(marks: Mask, faintest: int, settings: RuleSettings) -> float:
    """Up to which strength marks are rules; 0 on a page without."""
    tiles = [(tile, tile > faintest) for tile in _tiles(marks, settings.tile_px)]
    marked = [(tile, on) for tile, on in tiles if on.mean() >= settings.least_marked_share]
    if len(marked) < settings.least_tile_count:
        return 0.0
    marked = marked[:: -(-len(marked) // settings.most_tile_count)]
    strength = _rules_of_most(marked, settings)
    if not strength.size:
        return 0.0
    usual = float(np.median(strength))
    return usual + settings.spread_deviations * _DEVIATION * float(np.median(np.abs(strength - usual)))


def _rules_of_most(marked: list[tuple[Mask, NDArray[np.bool_]]], settings: RuleSettings) -> Mask:
    """Strength of the rules of all tiles; none, at once, where more than half of the tiles have none."""
    rules, without = list[Mask](), 0
    for tile, on in marked:
        rules.append(_rules_of(tile, on, settings))
        without += not rules[-1].size
        if without > len(marked) / 2:
            return rules[-1]
    return np.concatenate(rules)


def _rules_of(tile: Mask, marked: NDArray[np.bool_], settings: RuleSettings) -> Mask:
    """Strength of the marks that repeat all over a tile; none where they do not."""
    repetition = _repetition(marked, settings)
    on = _repeated(marked, repetition.step)
    repeats = repetition.score >= settings.least_repetition_ratio
    return tile[on] if repeats and _share_with(on, repetition.step) >= settings.least_squares_share else tile[:0, 0]


def _tiles(marks: Mask, side: int) -> Iterator[Mask]:
    """Whole ones."""
    height, width = marks.shape
    for top in range(0, height - side + 1, side // 2):
        for left in range(0, width - side + 1, side // 2):
            yield marks[top : top + side, left : left + side]


def _repetition(marked: NDArray[np.bool_], settings: RuleSettings) -> Repetition:
    """By the autocorrelation (Wiener-Khinchin) of a tile; along a line it changes little, from line to line much."""
    size = [2 * n for n in marked.shape]
    alike = _autocorrelation(marked - marked.mean(), size) / _overlap(marked.shape)
    farthest = settings.farthest_px
    down, right = np.mgrid[: farthest + 1, -farthest : farthest + 1]
    distance = np.hypot(down, right)
    more = alike[down, right] - np.maximum(alike[down // 2, right // 2], 0.0)
    more[(distance < settings.nearest_px) | (distance > farthest)] = -np.inf
    at = np.unravel_index(int(more.argmax()), more.shape)
    if distance[at] > farthest - settings.edge_px:  # no peak
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
