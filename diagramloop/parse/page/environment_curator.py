"""Environment Curator (SciFlow-Bench, Section 3.2): page colour, scale, noise and flow of a whole picture.

Scale and noise hold all over a drawing, so they are measured on the few tiles that hold most of its ink.
"""

from __future__ import annotations

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.graph import Direction
from diagramloop.parse.blackboard import RGB, Environment
from diagramloop.parse.budget import in_chunks
from diagramloop.parse.levels import CLEAN_FLATNESS, Mask, contrast

TILE = 384  # pixels
TILES = 8
NOISY_FLATNESS = 16  # beyond it, pale fills melt into a white page
_INK = 40  # least difference from the surroundings that counts as drawn
_FEW, _CLOSER = 50, 3  # glyphs that make one doubt whether all are seen, and times that strokes are then enlarged
_TINY = 10  # pixels of the tallest words whose letters run together
_GAP, _LEVEL = (-0.3, 0.8), 0.2  # between glyphs of one line, and between their feet, in heights of the taller one
_WIDEST_STROKE = 31  # pixels; wider ink is a filled shape


class EmbeddedEnvironmentCurator:
    """Measures the environment with morphology and histograms; no model."""

    def survey(self, picture: RGB) -> Environment:
        """Measure ``picture``, RGB of shape (height, width, 3)."""
        tiles = _busiest_tiles(picture)
        background = _background(picture)
        stroke = _stroke(tiles, dark_page=max(background) < 128)
        return Environment(
            background=background,
            stroke=stroke,
            text_height=_text_height(tiles) or 6 * stroke,
            flatness=_flatness(tiles),
            flow=_flow(picture),
        )


def _background(picture: RGB) -> tuple[int, int, int]:
    """The most frequent colour of a band along the picture's edge, in which a frame line is a minority."""
    height, width = picture.shape[:2]
    band = max(4, min(height, width) // 50)
    edges = (picture[:band], picture[-band:], picture[:, :band], picture[:, -band:])
    pixels = np.concatenate([edge.reshape(-1, 3) for edge in edges])
    coarse = (pixels >> 3).astype(np.int32) @ np.array([1 << 10, 1 << 5, 1])
    mode = np.bincount(coarse).argmax()
    red, green, blue = np.median(pixels[coarse == mode], axis=0).astype(int).tolist()
    return red, green, blue


def _busiest_tiles(picture: RGB) -> list[RGB]:
    """Up to TILES tiles with the most contrast, judged on every second pixel."""
    height, width = picture.shape[:2]
    edges = contrast(np.ascontiguousarray(picture[::2, ::2])) > _INK
    rows, columns = (np.arange(0, n, TILE) for n in (height, width))
    counts = np.add.reduceat(np.add.reduceat(edges, rows // 2, axis=0, dtype=np.int64), columns // 2, axis=1)
    chosen = np.argsort(-counts, axis=None, kind="stable")[:TILES]
    corners = zip(*np.unravel_index(chosen, counts.shape), strict=True)
    tiles = [picture[rows[r] : rows[r] + TILE, columns[c] : columns[c] + TILE] for r, c in corners]
    return [tile for tile in tiles if min(tile.shape[:2]) > 4]


def _strokes(tile: RGB, light: bool) -> Mask:
    """How much lighter than something beside it each pixel of a stroke is (what an opening would take away),
    or how much darker."""
    gray = cv2.cvtColor(tile, cv2.COLOR_RGB2GRAY)
    kernel = np.ones((_WIDEST_STROKE, _WIDEST_STROKE), np.uint8)
    operation = cv2.MORPH_TOPHAT if light else cv2.MORPH_BLACKHAT
    return np.asarray(cv2.morphologyEx(gray, operation, kernel, borderType=cv2.BORDER_REPLICATE))


def _flatness(tiles: list[RGB]) -> int:
    """Noise close to strong edges, where JPEG rings: all but the strongest twentieth, with some room."""
    near = [_beside_edges(contrast(tile)) for tile in tiles]
    values = np.concatenate(near) if near else np.zeros(0)
    noise = float(np.percentile(values, 95)) if values.size else 0.0
    return int(np.clip(1.2 * noise, CLEAN_FLATNESS, NOISY_FLATNESS))


def _beside_edges(edges: Mask) -> NDArray[np.uint8]:
    """Contrasts of the pixels 3 to 6 from an edge, and nearer to none."""
    strong = cv2.compare(edges, _INK, cv2.CMP_GT)
    near = cv2.dilate(strong, np.ones((13, 13), np.uint8)) & ~cv2.dilate(strong, np.ones((7, 7), np.uint8))
    return edges[near > 0]


def _stroke(tiles: list[RGB], dark_page: bool) -> float:
    """Width of the thinner straight lines (lower quartile)."""
    strokes = [_strokes(tile, light=dark_page) for tile in tiles]
    widths = np.concatenate([_line_widths(view) for s in strokes for view in (s, s.T)] or [np.zeros(0)])
    return float(np.percentile(widths, 25)) if widths.size else 1.0


def _line_widths(strokes: Mask) -> NDArray[np.float64]:
    """Widths of the upright lines, sampled in each of their rows: the sum across a line over its darkest pixel."""
    ink = cv2.compare(np.ascontiguousarray(strokes), _INK, cv2.CMP_GT)
    upright = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((_WIDEST_STROKE, 1), np.uint8))
    inside = np.pad(upright > 0, ((0, 0), (1, 1))).ravel()
    values = np.pad(strokes, ((0, 0), (1, 1))).ravel().astype(np.float64)
    starts, ends = (np.flatnonzero(np.diff(inside.astype(np.int8)) == step) + 1 for step in (1, -1))
    if not len(starts):
        return np.zeros(0)
    bounds = np.column_stack([starts, ends]).ravel()
    widths = np.add.reduceat(values, bounds)[::2] / np.maximum.reduceat(values, bounds)[::2]
    return np.asarray(widths[ends - starts < _WIDEST_STROKE // 2])


def _text_height(tiles: list[RGB]) -> float:
    """Height of capitals: the upper quintile of glyphs that have a neighbour on their own line.

    Text may be lighter than its surroundings in one node and darker in the next; the gaps between
    glyphs, which the wrong choice shows, are fewer than the glyphs.
    """
    views = [[_strokes(tile, light) for light in (False, True)] for tile in tiles]
    found = [max((_glyph_heights(view, _INK) for view in pair), key=len) for pair in views]
    heights = np.concatenate(found or [np.zeros(0)])
    if len(heights) < _FEW and sum(max(map(_blurred_words, pair)) for pair in views) > len(heights):
        closer = np.concatenate([max(map(_tiny_heights, pair), key=len) for pair in views])
        heights = closer if len(closer) >= 2 * len(heights) else heights
    return float(np.percentile(heights, 80)) if heights.size else 0.0


def _blurred_words(strokes: Mask) -> int:
    """How many words there are in type so small that its letters run together."""
    ink = cv2.compare(strokes, _INK, cv2.CMP_GT)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    _, _, width, height, area = stats[1:].T
    low = (height >= 2) & (height <= _TINY) & (width >= 1.5 * height) & (width <= 15 * height)
    return int(np.count_nonzero(low & (area > 0.45 * width * height)))


def _tiny_heights(strokes: Mask) -> NDArray[np.float64]:
    """Glyph heights seen closer: between letters that run together the ink is paler."""
    closer = cv2.resize(strokes, None, fx=_CLOSER, fy=_CLOSER, interpolation=cv2.INTER_CUBIC)
    return _glyph_heights(np.asarray(closer, np.uint8), 2 * _INK) / _CLOSER


def _glyph_heights(strokes: Mask, least: int) -> NDArray[np.float64]:
    ink = cv2.compare(strokes, least, cv2.CMP_GT)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    x, y, width, height, area = stats[1:].T.astype(np.float64)
    likely = (height >= 4) & (width < 12 * height) & (height < TILE / 4) & (area > 0.15 * width * height)
    likely &= ~_framing(x, y, width, height)
    x, bottom, width, height = (v[likely] for v in (x, y + height, width, height))
    return np.asarray(height[_has_neighbour(x, bottom, width, height)])


def _has_neighbour(*glyphs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of n glyphs (x, bottom, width, height) have another one before or after them on their line."""
    x, bottom, width, height = glyphs
    starts, ends = (shapely.STRtree(shapely.points(side, bottom)) for side in (x, x + width))
    up, down = bottom - _LEVEL * height, bottom + _LEVEL * height
    near, far = _GAP[0] * height, _GAP[1] * height
    following = starts.query(shapely.box(x + width + near, up, x + width + far, down))  # within reach of the taller one
    leading = ends.query(shapely.box(x - far, up, x - near, down))[::-1]
    first, second = np.concatenate([following, leading], axis=1)
    gap, tall = x[second] - (x + width)[first], np.maximum(height[first], height[second])
    beside = (gap > _GAP[0] * tall) & (gap < _GAP[1] * tall) & (first != second)
    beside &= np.abs(bottom[first] - bottom[second]) < _LEVEL * tall
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


def _flow(picture: RGB) -> Direction:
    """Charts grow along their flow: a wide picture reads from left to right."""
    height, width = picture.shape[:2]
    return "LR" if width > 1.5 * height else "TB"
