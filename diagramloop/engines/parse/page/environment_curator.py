"""Environment Curator (SciFlow-Bench, Section 3.2): page colour, scale, noise and flow of a whole picture.

Scale and noise hold all over a drawing, so they are measured on the few tiles that hold most of its ink.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.levels import MIDDLE_LEVEL, LevelSettings, Mask, coarse_colours, contrast
from diagramloop.engines.parse.page.settings import (
    BackgroundSettings,
    CuratorSettings,
    FlowSettings,
    NoiseSettings,
    StrokeSettings,
    TileSettings,
)
from diagramloop.engines.parse.page.text_height import text_height
from diagramloop.engines.parse.settings import Configured
from diagramloop.graph import Direction


@dataclass(frozen=True)
class EmbeddedEnvironmentCurator(Configured):
    """Measures the environment with morphology and histograms; no model.

    Args:
        settings: themselves, or what plain configuration gives of them.

    Raises:
        DiagramloopError: there are no such settings.
    """

    settings: CuratorSettings = field(default_factory=CuratorSettings)

    def survey(self, picture: RGB) -> Environment:
        """Measure ``picture``, RGB of shape (height, width, 3)."""
        settings, ink = self.settings, self.settings.levels.drawn_contrast_levels
        tiles = _busiest_tiles(picture, ink, settings.tiles)
        background = _background(picture, settings.background)
        strokes = [_strokes(tile, settings.strokes.widest_px) for tile in tiles]
        on_page = [pair[max(background) < MIDDLE_LEVEL] for pair in strokes]
        stroke = _stroke(on_page, ink, settings.strokes)
        return Environment(
            background=background,
            stroke=stroke,
            text_height=text_height(strokes, settings) or settings.strokes.text_height_strokes * stroke,
            flatness=_flatness(tiles, settings.levels, settings.noise),
            flow=_flow(picture, settings.flow),
        )


def _background(picture: RGB, settings: BackgroundSettings) -> tuple[int, int, int]:
    """The most frequent colour of a band along the picture's edge, in which a frame line is a minority."""
    height, width = picture.shape[:2]
    band = max(settings.least_band_px, int(settings.band_share * min(height, width)))
    edges = (picture[:band], picture[-band:], picture[:, :band], picture[:, -band:])
    pixels = np.concatenate([edge.reshape(-1, 3) for edge in edges])
    coarse = coarse_colours(pixels, settings.ignored_bits)
    mode = np.bincount(coarse).argmax()
    red, green, blue = np.median(pixels[coarse == mode], axis=0).astype(int).tolist()
    return red, green, blue


def _busiest_tiles(picture: RGB, ink: int, settings: TileSettings) -> list[RGB]:
    """The tiles with the most contrast, judged on every second pixel."""
    (height, width), side = picture.shape[:2], settings.side_px
    edges = contrast(np.ascontiguousarray(picture[::2, ::2])) > ink
    rows, columns = (np.arange(0, n, side) for n in (height, width))
    counts = np.add.reduceat(np.add.reduceat(edges, rows // 2, axis=0, dtype=np.int64), columns // 2, axis=1)
    chosen = np.argsort(-counts, axis=None, kind="stable")[: settings.tile_count]
    corners = zip(*np.unravel_index(chosen, counts.shape), strict=True)
    tiles = [picture[rows[r] : rows[r] + side, columns[c] : columns[c] + side] for r, c in corners]
    return [tile for tile in tiles if min(tile.shape[:2]) >= settings.least_side_px]


def _strokes(tile: RGB, widest: int) -> tuple[Mask, Mask]:
    """Degrees to which each pixel of a stroke is darker than something beside it (what a closing would take away), and
    lighter."""
    gray, window = cv2.cvtColor(tile, cv2.COLOR_RGB2GRAY), _square(widest)
    dark = cv2.morphologyEx(gray, cv2.MORPH_BLACKHAT, window, borderType=cv2.BORDER_REPLICATE)
    light = cv2.morphologyEx(gray, cv2.MORPH_TOPHAT, window, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(dark, np.uint8), np.asarray(light, np.uint8)


def _square(side: int) -> Mask:
    return np.ones((side, side), np.uint8)


def _flatness(tiles: list[RGB], levels: LevelSettings, settings: NoiseSettings) -> int:
    """Noise close to strong edges, where JPEG rings: all but the strongest, with some room."""
    near = [_beside_edges(contrast(tile), levels.drawn_contrast_levels, settings) for tile in tiles]
    values = np.concatenate(near) if near else np.zeros(0)
    noise = float(np.percentile(values, settings.usual_percentile)) if values.size else 0.0
    return int(np.clip(settings.allowance_ratio * noise, levels.clean_flatness_levels, settings.most_levels))


def _beside_edges(edges: Mask, ink: int, settings: NoiseSettings) -> NDArray[np.uint8]:
    """Contrasts of the pixels that are near to an edge, but not beside one."""
    strong = cv2.compare(edges, ink, cv2.CMP_GT)
    beside = cv2.dilate(strong, _square(2 * settings.nearest_px - 1))
    near = cv2.dilate(strong, _square(2 * settings.farthest_px + 1)) & ~beside
    return edges[near > 0]


def _stroke(strokes: list[Mask], ink: int, settings: StrokeSettings) -> float:
    """Width of the thinner straight lines."""
    views = (view for upright in strokes for view in (upright, upright.T))
    widths = np.concatenate([_line_widths(view, ink, settings.widest_px) for view in views] or [np.zeros(0)])
    return float(np.percentile(widths, settings.thin_percentile)) if widths.size else 1.0


def _line_widths(strokes: Mask, ink: int, widest: int) -> NDArray[np.float64]:
    """Widths of the upright lines, sampled in each of their rows: the sum across a line over its darkest pixel."""
    drawn = cv2.compare(np.ascontiguousarray(strokes), ink, cv2.CMP_GT)
    upright = cv2.morphologyEx(drawn, cv2.MORPH_OPEN, np.ones((widest, 1), np.uint8))
    inside = np.pad(upright > 0, ((0, 0), (1, 1))).ravel()
    values = np.pad(strokes, ((0, 0), (1, 1))).ravel().astype(np.float64)
    starts, ends = (np.flatnonzero(np.diff(inside.astype(np.int8)) == step) + 1 for step in (1, -1))
    if not len(starts):
        return np.zeros(0)
    bounds = np.column_stack([starts, ends]).ravel()
    widths = np.add.reduceat(values, bounds)[::2] / np.maximum.reduceat(values, bounds)[::2]
    return np.asarray(widths[ends - starts < widest // 2])


def _flow(picture: RGB, settings: FlowSettings) -> Direction:
    """Charts grow along their flow: a wide picture reads from left to right."""
    height, width = picture.shape[:2]
    return "LR" if width > settings.least_width_heights * height else "TB"
