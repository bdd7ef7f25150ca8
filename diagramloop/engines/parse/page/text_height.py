"""Height of capitals in a picture, by the glyphs that stand in lines.

Text may be lighter than its surroundings in one node and darker in the next; the gaps between glyphs, which the wrong
choice shows, are fewer than the glyphs.
"""

from __future__ import annotations

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import in_chunks
from diagramloop.engines.parse.levels import DRAWN_CONTRAST_LEVELS, Mask

Heights = NDArray[np.float64]
Glyphs = tuple[Heights, Heights, Heights, Heights]  # x, bottom, width, height of each
Views = tuple[Mask, Mask]  # one tile's strokes, if they are darker than what is around them, and if they are lighter


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Height of capitals, by glyphs that have a neighbour on their own line.
_LEAST_HEIGHT_PX = 4
_WIDEST_HEIGHTS = 12.0  # letters may run together, lines are longer
_TALLEST_TILE_SHARE = 0.25
_GLYPH_LEAST_FILLING_SHARE = 0.15  # of its box that a glyph's ink covers
_OVERLAP_HEIGHTS = 0.3  # of slanted neighbours, in heights of the taller one, as the two that follow
_GAP_HEIGHTS = 0.8
_FOOT_HEIGHTS = 0.2  # between their feet
_CAPITAL_PERCENTILE = 80.0  # small letters and commas are lower

# The tiles on which scale and noise are measured: both hold all over a drawing.
TILE_SIDE_PX = 384

# Type so small that its letters run together: it is looked at closer.
_FEW_GLYPHS_COUNT = 50  # so few make one doubt whether all are seen
_TALLEST_WORD_PX = 10
_LOWEST_WORD_PX = 2
_LEAST_WIDTH_HEIGHTS = 1.5
_MOST_WIDTH_HEIGHTS = 15.0
_TINY_TYPE_LEAST_FILLING_SHARE = 0.45
_MAGNIFICATION_RATIO = 3
_INK_RATIO = 2.0  # of drawn contrast: between letters that run together the ink is paler
_GAIN_RATIO = 2.0  # times as many glyphs that must be seen closer


def text_height(tiles: list[Views]) -> float:
    """Height of capitals in pixels: an upper quantile of the glyphs that have a neighbour on their own line; 0 where
    there is no text."""
    tallest = _TALLEST_TILE_SHARE * TILE_SIDE_PX
    found = [max((_glyph_heights(view, DRAWN_CONTRAST_LEVELS, tallest) for view in views), key=len) for views in tiles]
    heights = np.concatenate(found or [np.zeros(0)])
    if len(heights) < _FEW_GLYPHS_COUNT and _words(tiles) > len(heights):
        closer = np.concatenate([max((_tiny_heights(v) for v in views), key=len) for views in tiles])
        heights = closer if len(closer) >= _GAIN_RATIO * len(heights) else heights
    return float(np.percentile(heights, _CAPITAL_PERCENTILE)) if heights.size else 0.0


def _words(tiles: list[Views]) -> int:
    return sum(max(_blurred_words(view) for view in views) for views in tiles)


def _blurred_words(strokes: Mask) -> int:
    """Number of words in type so small that its letters run together."""
    drawn = cv2.compare(strokes, DRAWN_CONTRAST_LEVELS, cv2.CMP_GT)
    _, _, stats, _ = cv2.connectedComponentsWithStats(drawn, connectivity=8)
    _, _, width, height, area = stats[1:].T
    low = (height >= _LOWEST_WORD_PX) & (height <= _TALLEST_WORD_PX)
    low &= (width >= _LEAST_WIDTH_HEIGHTS * height) & (width <= _MOST_WIDTH_HEIGHTS * height)
    return int(np.count_nonzero(low & (area > _TINY_TYPE_LEAST_FILLING_SHARE * width * height)))


def _tiny_heights(strokes: Mask) -> Heights:
    """Glyph heights seen closer: between letters that run together the ink is paler."""
    closer = np.asarray(
        cv2.resize(strokes, None, fx=_MAGNIFICATION_RATIO, fy=_MAGNIFICATION_RATIO, interpolation=cv2.INTER_CUBIC),
        np.uint8,
    )
    ink = _INK_RATIO * DRAWN_CONTRAST_LEVELS
    tallest = _TALLEST_TILE_SHARE * TILE_SIDE_PX
    return _glyph_heights(closer, ink, tallest) / _MAGNIFICATION_RATIO


def _glyph_heights(strokes: Mask, ink: float, tallest: float) -> Heights:
    drawn = cv2.compare(strokes, ink, cv2.CMP_GT)
    _, _, stats, _ = cv2.connectedComponentsWithStats(drawn, connectivity=8)
    x, y, width, height, area = stats[1:].T.astype(np.float64)
    likely = (height >= _LEAST_HEIGHT_PX) & (width < _WIDEST_HEIGHTS * height) & (height < tallest)
    likely &= (area > _GLYPH_LEAST_FILLING_SHARE * width * height) & ~_framing(x, y, width, height)
    x, bottom, width, height = (v[likely] for v in (x, y + height, width, height))
    return np.asarray(height[has_neighbour((x, bottom, width, height))])


def has_neighbour(glyphs: Glyphs) -> NDArray[np.bool_]:
    """Which of n glyphs have another one before or after them on their line."""
    x, bottom, width, height = glyphs
    starts, ends = (shapely.STRtree(shapely.points(side, bottom)) for side in (x, x + width))
    up, down = bottom - _FOOT_HEIGHTS * height, bottom + _FOOT_HEIGHTS * height
    near, far = -_OVERLAP_HEIGHTS * height, _GAP_HEIGHTS * height
    following = starts.query(shapely.box(x + width + near, up, x + width + far, down))  # within reach of the taller one
    leading = ends.query(shapely.box(x - far, up, x - near, down))[::-1]
    first, second = np.concatenate([following, leading], axis=1)
    gap, tall = x[second] - (x + width)[first], np.maximum(height[first], height[second])
    beside = (gap > -_OVERLAP_HEIGHTS * tall) & (gap < _GAP_HEIGHTS * tall) & (first != second)
    beside &= np.abs(bottom[first] - bottom[second]) < _FOOT_HEIGHTS * tall
    found = np.zeros(len(x), bool)
    found[np.concatenate([first[beside], second[beside]])] = True
    return found


def _framing(*boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of n boxes (x, y, width, height) hold another one: outlines of small nodes do, glyphs do not."""
    x, y, width, height = boxes
    right, bottom, found = x + width, y + height, np.zeros(len(x), bool)
    for some in in_chunks(len(x), len(x)):
        left, top, end, foot = (v[some, None] for v in (x, y, right, bottom))
        found[some] = ((left < x) & (top < y) & (end > right) & (foot > bottom)).any(axis=1)
    return found
