"""Settings of the Environment Curator: page colour, scale, noise and flow."""

from __future__ import annotations

from diagramloop.engines.parse.levels import LevelSettings
from diagramloop.engines.parse.settings import Bits, Count, Length, Levels, Percentile, Ratio, Settings, Share


class BackgroundSettings(Settings):
    """The page's colour, by a band along the picture's edge."""

    band_share: Share = 0.02  # of the shorter side that the band takes: a frame line is a minority in it
    least_band_px: Count = 4
    ignored_bits: Bits = 3  # binary digits of a colour by which pixels of one paint may differ


class TileSettings(Settings):
    """The tiles on which scale and noise are measured: both hold all over a drawing."""

    side_px: Count = 384
    tile_count: Count = 8  # those with the most ink
    least_side_px: Count = 5  # a narrower rest at the edge shows nothing


class NoiseSettings(Settings):
    """Difference of neighbouring pixels of one paint, measured close to edges, where JPEG rings."""

    nearest_px: Count = 4  # from an edge: what is nearer is the edge's own blur
    farthest_px: Count = 6  # JPEG rings within its blocks of 8
    usual_percentile: Percentile = 95.0  # the strongest twentieth is drawn rather than noise
    allowance_ratio: Ratio = 1.2  # some room above what was seen
    most_levels: Levels = 16  # beyond it, pale fills melt into a white page


class StrokeSettings(Settings):
    """Width of the thinner straight lines."""

    widest_px: Count = 31  # wider ink is a filled shape; a line is at least as long
    thin_percentile: Percentile = 25.0  # borders are thicker than lines, and as many
    text_height_strokes: Length = 6.0  # what is assumed where there is no text


class GlyphSettings(Settings):
    """Height of capitals, by glyphs that have a neighbour on their own line."""

    least_height_px: Count = 4
    widest_heights: Length = 12.0  # letters may run together, lines are longer
    tallest_tile_share: Share = 0.25
    least_filling_share: Share = 0.15  # of its box that a glyph's ink covers
    overlap_heights: Length = 0.3  # of slanted neighbours, in heights of the taller one, as the two that follow
    gap_heights: Length = 0.8
    foot_heights: Length = 0.2  # between their feet
    capital_percentile: Percentile = 80.0  # small letters and commas are lower


class TinyTypeSettings(Settings):
    """Type so small that its letters run together: it is looked at closer."""

    few_glyphs_count: Count = 50  # so few make one doubt whether all are seen
    tallest_word_px: Count = 10
    lowest_word_px: Count = 2
    least_width_heights: Length = 1.5
    most_width_heights: Length = 15.0
    least_filling_share: Share = 0.45
    magnification_ratio: Count = 3
    ink_ratio: Ratio = 2.0  # of drawn contrast: between letters that run together the ink is paler
    gain_ratio: Ratio = 2.0  # times as many glyphs that must be seen closer


class FlowSettings(Settings):
    """Which way a chart flows, by the sides of its picture."""

    least_width_heights: Length = 1.5  # of a chart from left to right


class CuratorSettings(Settings):
    """All thresholds of the embedded Environment Curator."""

    levels: LevelSettings = LevelSettings()
    background: BackgroundSettings = BackgroundSettings()
    tiles: TileSettings = TileSettings()
    noise: NoiseSettings = NoiseSettings()
    strokes: StrokeSettings = StrokeSettings()
    glyphs: GlyphSettings = GlyphSettings()
    tiny_type: TinyTypeSettings = TinyTypeSettings()
    flow: FlowSettings = FlowSettings()
