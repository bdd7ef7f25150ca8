"""Environment Curator (SciFlow-Bench, Section 3.2): page colour, scale, noise and flow of a whole picture.

Scale and noise hold all over a drawing, so they are measured on the few tiles that hold most of its ink.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.levels import (
    CLEAN_FLATNESS_LEVELS,
    DRAWN_CONTRAST_LEVELS,
    MIDDLE_LEVEL,
    Mask,
    commonest_colour,
    contrast,
    every_second,
)
from diagramloop.engines.parse.page.text_height import TILE_SIDE_PX, text_height
from diagramloop.engines.parse.settings import Configured, Settings
from diagramloop.graph import Direction

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The page's colour, by a band along the picture's edge.
_BAND_SHARE = 0.02  # of the shorter side that the band takes: a frame line is a minority in it
_LEAST_BAND_PX = 4

# Which way a chart flows, by the sides of its picture.
_LEAST_WIDTH_HEIGHTS = 1.5  # of a chart from left to right

# Difference of neighbouring pixels of one paint, measured close to edges, where JPEG rings.
_NEAREST_PX = 4  # from an edge: what is nearer is the edge's own blur
_FARTHEST_PX = 6  # JPEG rings within its blocks of 8
_USUAL_PERCENTILE = 95.0  # the strongest twentieth is drawn rather than noise

# Width of the thinner straight lines.
_WIDEST_PX = 31  # wider ink is a filled shape; a line is at least as long
_THIN_PERCENTILE = 25.0  # borders are thicker than lines, and as many
_TEXT_HEIGHT_STROKES = 6.0  # what is assumed where there is no text

# The tiles on which scale and noise are measured: both hold all over a drawing.
_TILE_COUNT = 8  # those with the most ink
_LEAST_SIDE_PX = 5  # a narrower rest at the edge shows nothing


class CuratorSettings(Settings):
    """The distance that colours of neighbours of one paint may have, as the curator measures it."""

    allowance_ratio: Annotated[float, Field(gt=0), "Times the noise that was seen beside edges: some room above it"] = (
        1.2
    )
    most_levels: Annotated[
        int, Field(ge=0, le=255), "At most, in levels of 0 to 255: beyond it, pale fills melt into a white page"
    ] = 16
    clean_flatness_levels: Annotated[
        int, Field(ge=0, le=255), "At least, in levels of 0 to 255: in a picture without noise"
    ] = CLEAN_FLATNESS_LEVELS


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
        tiles = _busiest_tiles(picture)
        background = _background(picture)
        strokes = [_strokes(tile) for tile in tiles]
        on_page = [pair[max(background) < MIDDLE_LEVEL] for pair in strokes]
        stroke = _stroke(on_page)
        return Environment(
            background=background,
            stroke=stroke,
            text_height=text_height(strokes) or _TEXT_HEIGHT_STROKES * stroke,
            flatness=_flatness(tiles, self.settings),
            flow=_flow(picture),
        )


def _background(picture: RGB) -> tuple[int, int, int]:
    """The most frequent colour of a band along the picture's edge, in which a frame line is a minority."""
    height, width = picture.shape[:2]
    band = max(_LEAST_BAND_PX, int(_BAND_SHARE * min(height, width)))
    edges = (picture[:band], picture[-band:], picture[:, :band], picture[:, -band:])
    pixels = np.concatenate([edge.reshape(-1, 3) for edge in edges])
    return commonest_colour(pixels)


def _busiest_tiles(picture: RGB) -> list[RGB]:
    """The tiles with the most contrast, judged on every second pixel."""
    height, width = picture.shape[:2]
    edges = contrast(every_second(picture)) > DRAWN_CONTRAST_LEVELS
    rows, columns = (np.arange(0, n, TILE_SIDE_PX) for n in (height, width))
    counts = np.add.reduceat(np.add.reduceat(edges, rows // 2, axis=0, dtype=np.int64), columns // 2, axis=1)
    chosen = np.argsort(-counts, axis=None, kind="stable")[:_TILE_COUNT]
    corners = zip(*np.unravel_index(chosen, counts.shape), strict=True)
    tiles = [picture[rows[r] : rows[r] + TILE_SIDE_PX, columns[c] : columns[c] + TILE_SIDE_PX] for r, c in corners]
    return [tile for tile in tiles if min(tile.shape[:2]) >= _LEAST_SIDE_PX]


def _strokes(tile: RGB) -> tuple[Mask, Mask]:
    """Degrees to which each pixel of a stroke is darker than something beside it (what a closing would take away), and
    lighter."""
    gray, window = cv2.cvtColor(tile, cv2.COLOR_RGB2GRAY), _square(_WIDEST_PX)
    dark = cv2.morphologyEx(gray, cv2.MORPH_BLACKHAT, window, borderType=cv2.BORDER_REPLICATE)
    light = cv2.morphologyEx(gray, cv2.MORPH_TOPHAT, window, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(dark, np.uint8), np.asarray(light, np.uint8)


def _square(side: int) -> Mask:
    return np.ones((side, side), np.uint8)


def _flatness(tiles: list[RGB], settings: CuratorSettings) -> int:
    """Noise close to strong edges, where JPEG rings: all but the strongest, with some room."""
    near = [_beside_edges(contrast(tile)) for tile in tiles]
    values = np.concatenate(near) if near else np.zeros(0)
    noise = float(np.percentile(values, _USUAL_PERCENTILE)) if values.size else 0.0
    return int(np.clip(settings.allowance_ratio * noise, settings.clean_flatness_levels, settings.most_levels))


def _beside_edges(edges: Mask) -> NDArray[np.uint8]:
    """Contrasts of the pixels that are near to an edge, but not beside one."""
    strong = cv2.compare(edges, DRAWN_CONTRAST_LEVELS, cv2.CMP_GT)
    beside = cv2.dilate(strong, _square(2 * _NEAREST_PX - 1))
    near = cv2.dilate(strong, _square(2 * _FARTHEST_PX + 1)) & ~beside
    return edges[near > 0]


def _stroke(strokes: list[Mask]) -> float:
    """Width of the thinner straight lines."""
    views = (view for upright in strokes for view in (upright, upright.T))
    widths = np.concatenate([_line_widths(view) for view in views] or [np.zeros(0)])
    return float(np.percentile(widths, _THIN_PERCENTILE)) if widths.size else 1.0


def _line_widths(strokes: Mask) -> NDArray[np.float64]:
    """Widths of the upright lines, sampled in each of their rows: the sum across a line over its darkest pixel."""
    drawn = cv2.compare(np.ascontiguousarray(strokes), DRAWN_CONTRAST_LEVELS, cv2.CMP_GT)
    upright = cv2.morphologyEx(drawn, cv2.MORPH_OPEN, np.ones((_WIDEST_PX, 1), np.uint8))
    inside = np.pad(upright > 0, ((0, 0), (1, 1))).ravel()
    values = np.pad(strokes, ((0, 0), (1, 1))).ravel().astype(np.float64)
    starts, ends = (np.flatnonzero(np.diff(inside.astype(np.int8)) == step) + 1 for step in (1, -1))
    if not len(starts):
        return np.zeros(0)
    bounds = np.column_stack([starts, ends]).ravel()
    widths = np.add.reduceat(values, bounds)[::2] / np.maximum.reduceat(values, bounds)[::2]
    return np.asarray(widths[ends - starts < _WIDEST_PX // 2])


def _flow(picture: RGB) -> Direction:
    """Charts grow along their flow: a wide picture reads from left to right."""
    height, width = picture.shape[:2]
    return "LR" if width > _LEAST_WIDTH_HEIGHTS * height else "TB"
