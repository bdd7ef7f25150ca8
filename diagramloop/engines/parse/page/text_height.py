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
from diagramloop.engines.parse.levels import Mask
from diagramloop.engines.parse.page.settings import CuratorSettings, GlyphSettings, TinyTypeSettings

Heights = NDArray[np.float64]
Glyphs = tuple[Heights, Heights, Heights, Heights]  # x, bottom, width, height of each
Views = tuple[Mask, Mask]  # one tile's strokes, if they are darker than what is around them, and if they are lighter


def text_height(tiles: list[Views], settings: CuratorSettings) -> float:
    """Height of capitals in pixels: an upper quantile of the glyphs that have a neighbour on their own line; 0 where
    there is no text."""
    ink, tallest = settings.levels.drawn_contrast_levels, settings.glyphs.tallest_tile_share * settings.tiles.side_px
    found = [max((_glyph_heights(view, ink, tallest, settings.glyphs) for view in views), key=len) for views in tiles]
    heights = np.concatenate(found or [np.zeros(0)])
    if len(heights) < settings.tiny_type.few_glyphs_count and _words(tiles, ink, settings.tiny_type) > len(heights):
        closer = np.concatenate([max((_tiny_heights(v, settings) for v in views), key=len) for views in tiles])
        heights = closer if len(closer) >= settings.tiny_type.gain_ratio * len(heights) else heights
    return float(np.percentile(heights, settings.glyphs.capital_percentile)) if heights.size else 0.0


def _words(tiles: list[Views], ink: int, settings: TinyTypeSettings) -> int:
    return sum(max(_blurred_words(view, ink, settings) for view in views) for views in tiles)


def _blurred_words(strokes: Mask, ink: int, settings: TinyTypeSettings) -> int:
    """Number of words in type so small that its letters run together."""
    drawn = cv2.compare(strokes, ink, cv2.CMP_GT)
    _, _, stats, _ = cv2.connectedComponentsWithStats(drawn, connectivity=8)
    _, _, width, height, area = stats[1:].T
    low = (height >= settings.lowest_word_px) & (height <= settings.tallest_word_px)
    low &= (width >= settings.least_width_heights * height) & (width <= settings.most_width_heights * height)
    return int(np.count_nonzero(low & (area > settings.least_filling_share * width * height)))


def _tiny_heights(strokes: Mask, settings: CuratorSettings) -> Heights:
    """Glyph heights seen closer: between letters that run together the ink is paler."""
    by = settings.tiny_type.magnification_ratio
    closer = np.asarray(cv2.resize(strokes, None, fx=by, fy=by, interpolation=cv2.INTER_CUBIC), np.uint8)
    ink = settings.tiny_type.ink_ratio * settings.levels.drawn_contrast_levels
    tallest = settings.glyphs.tallest_tile_share * settings.tiles.side_px
    return _glyph_heights(closer, ink, tallest, settings.glyphs) / by


def _glyph_heights(strokes: Mask, ink: float, tallest: float, settings: GlyphSettings) -> Heights:
    drawn = cv2.compare(strokes, ink, cv2.CMP_GT)
    _, _, stats, _ = cv2.connectedComponentsWithStats(drawn, connectivity=8)
    x, y, width, height, area = stats[1:].T.astype(np.float64)
    likely = (height >= settings.least_height_px) & (width < settings.widest_heights * height) & (height < tallest)
    likely &= (area > settings.least_filling_share * width * height) & ~_framing(x, y, width, height)
    x, bottom, width, height = (v[likely] for v in (x, y + height, width, height))
    return np.asarray(height[has_neighbour((x, bottom, width, height), settings)])


def has_neighbour(glyphs: Glyphs, settings: GlyphSettings) -> NDArray[np.bool_]:
    """Which of n glyphs have another one before or after them on their line."""
    x, bottom, width, height = glyphs
    starts, ends = (shapely.STRtree(shapely.points(side, bottom)) for side in (x, x + width))
    foot, overlap, reach = settings.foot_heights, settings.overlap_heights, settings.gap_heights
    up, down = bottom - foot * height, bottom + foot * height
    near, far = -overlap * height, reach * height
    following = starts.query(shapely.box(x + width + near, up, x + width + far, down))  # within reach of the taller one
    leading = ends.query(shapely.box(x - far, up, x - near, down))[::-1]
    first, second = np.concatenate([following, leading], axis=1)
    gap, tall = x[second] - (x + width)[first], np.maximum(height[first], height[second])
    beside = (gap > -overlap * tall) & (gap < reach * tall) & (first != second)
    beside &= np.abs(bottom[first] - bottom[second]) < foot * tall
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
