"""Settings of how the page that all agents look at is made from a picture."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from diagramloop.engines.parse.levels import ContrastSettings
from diagramloop.engines.parse.settings import (
    Angle,
    Bits,
    Count,
    Length,
    Levels,
    Odd,
    Percentile,
    Radians,
    Ratio,
    Settings,
    Share,
)


class DrawingSettings(Settings):
    """The look of a program's drawing, and not a camera's: few colours, and lines level or upright to the pixel."""

    grid_px: Count = 4  # on which colours are counted
    colour_count: Count = 8  # the commonest colours that a drawing has
    ignored_bits: Bits = 2  # binary digits of a colour that do not count
    least_share: Share = 0.8  # of a drawing's pixels that have one of them; photographs have less
    least_pageless_share: Share = 0.5  # the same where no photographed page is seen
    line_px: Count = 61  # along a level or upright line in a picture of half the size
    line_contrast_levels: Levels = 20
    least_lines_px: Count = 500  # of such lines, beyond their first line_px, of a drawing that surely is upright


class LightSettings(Settings):
    """The light on a photographed page, by which its ink is brought on white."""

    thumbnail_px: Count = 800  # of the longer side at which light is estimated: it changes slowly
    smooth_levels: Levels = 6  # contrast of slowly changing light
    speck_px: Odd = 3  # of a thumbnail: smaller specks are no part of the light
    thin_ink_px: Count = 7  # of a thumbnail: thinner ink does not part the page
    gap_share: Share = 0.02  # of the longer side: lines between parts of the page are thinner
    least_part_share: Share = 2e-4  # of the picture that a part of the page covers
    palest_ratio: Ratio = 0.8  # of the light: what is as bright and large is page too, as insides of closed lines
    shadow_ratio: Ratio = 0.4  # of the light that is left in a shadow
    shadow_hue_ratio: Ratio = 0.05  # between its shares of red, green and blue: a shadow has no colour
    least_shadow_share: Share = 0.01  # of the picture that lies in such a shadow
    growth_count: Count = 3  # times that the page is grown by parts and shadows beside it
    page_ratio: Ratio = 0.88  # of the light, from which on all is page
    ink_ratio: Ratio = 0.6  # of the light: what is darker is surely ink
    least_page_share: Share = 0.55  # of a photographed drawing that is bare page
    least_ink_share: Share = 0.003
    averaged_px: Count = 5  # across the window in which grain is averaged
    averaged_grains: Length = 4.0  # times the grain, within which colours are averaged: ink differs by more
    averaged_reach_px: Length = 2.0  # at which a pixel counts some 0.6 as much


class FrontSettings(Settings):
    """The view of a page from the front, by lines that are level or upright on it."""

    thumbnail_px: Count = 1600  # of the longer side at which lines are looked for
    most_sloped_share: Share = 0.03  # of a picture that one line's side covers; on photographed pages up to 0.015
    least_line_share: Share = 0.02  # of the longer side that a segment runs
    most_tilt_deg: Angle = 20.0  # of a level line in a picture; half way to a diamond's side
    least_line_count: Count = 6
    trial_count: Count = 300  # pairs of segments whose meeting point is tried
    refinement_count: Count = 3  # times that the best meeting point is fitted to all that agree
    printed_rad: Radians = 0.012  # between a segment and the direction to its vanishing point
    by_hand_rad: Radians = 0.05
    least_agreeing_share: Share = 0.55  # of the length of the segments near the level, or near the upright
    least_by_chance_share: Share = 0.7  # the same where a hand's lines may agree by chance
    least_horizon_half_sides: Length = 0.5  # between the picture's middle and its horizon: nearer, it cuts the picture
    least_moved_share: Share = 0.004  # of the longer side by which a corner is out of place
    most_area_ratio: Ratio = 1.6  # of the page to the picture: a view from far aside would blow it up


class MarkSettings(Settings):
    """Thin marks on a page: rules of paper, pencil and pen."""

    thumbnail_side_px: Count = 1400  # of a square as large as the thumbnail on which they are looked for
    widest_px: Count = 9  # there
    faintest_levels: Levels = 10  # darker than the page


class RuleSettings(Settings):
    """Rules of paper (lines, squares, dots), by their repetition; pixels of tiles are the thumbnail's."""

    tile_px: Count = 256  # of a tile's side, of which every second half overlaps
    least_marked_share: Share = 0.01  # of a tile
    least_tile_count: Count = 6  # that are marked
    most_tile_count: Count = 12  # that are looked at
    nearest_px: Count = 8  # between two rules
    farthest_px: Count = 110
    edge_px: Count = 2  # before the farthest: what is likest there has its peak beyond
    least_repetition_ratio: Ratio = 0.3  # how much more a page is like itself at its rules' distance than at half of it
    least_squares_share: Share = 0.4  # of a tile's squares that hold such marks
    spread_deviations: Length = 2.0  # beyond their usual strength up to which marks are rules
    most_darkness_ratio: Ratio = 0.6  # of rules to what is drawn: darker ones cannot be told from it
    drawn_quantile: Share = 0.9  # of the darkness of what is darker than rules
    least_stroke_ratio: Ratio = 1.3  # of the rules' darkness, that some of each stroke has
    least_speck_px: Count = 6  # in area
    rim_px: Count = 2  # of blur around strokes

    @model_validator(mode="after")
    def _fit(self) -> Self:
        if not self.nearest_px <= self.farthest_px < self.tile_px / 2:
            raise ValueError("two of the farthest rules' distances must fit into a tile, and the nearest be no farther")
        return self


class FaintInkSettings(Settings):
    """Pencil and worn pens, made as dark as ink usually is."""

    usual_levels: Length = 170.0  # by which ink is darker than its page
    most_gain_ratio: Ratio = 3.0  # times as dark: grain becomes darker too
    most_painted_share: Share = (
        0.02  # of a page that is dark and not thin: paint, which is as pale as it is meant to be
    )
    typical_quantile: Share = 0.75  # of the darkness of thin marks, much of which is their blur
    surely_marked_ratio: Ratio = 2.0  # of the faintest mark's darkness


class HatchingSettings(Settings):
    """Fills of parallel pale strokes."""

    row_px: Count = 4  # between the rows of the quick look
    least_side_share: Share = 0.003  # of a picture that is the side of pale strokes, if it has hatchings
    most_levels: Levels = 60  # of darkness that a hatching may have beside whatever ink
    pale_ratio: Ratio = 0.5  # of the strongest ink: what is stronger is no hatching
    strongest_percentile: Percentile = 90.0  # the strongest ink, less its outliers
    faintest_levels: Levels = 5  # between a hatching's strokes and its gaps
    window_text_heights: Length = 2.5  # over which strokes are counted
    least_density_share: Share = 0.12  # of a hatching's pixels that are sides of strokes
    least_coherence_ratio: Ratio = 0.6  # of the directions in a hatching
    least_obliqueness_ratio: Ratio = 0.4  # how far they are from level and upright
    most_slope_share: Share = 0.3  # of the changes along a hatching that do not cancel out; of shading, all
    rim_px: Count = 3  # around ink that are its blur
    gap_text_heights: Length = 0.5  # between strokes of one hatching
    least_seen_share: Share = 0.3  # of a fill that is seen to be a hatching
    least_hatched_share: Share = 0.015  # of a picture that its hatchings cover


class ReadingScaleSettings(Settings):
    """Factor by which large drawings are reduced."""

    legible_px: Length = 24.0  # that capitals keep
    thinnest_px: Length = 1.0  # that lines keep


class PageSettings(Settings):
    """All thresholds of the page that is looked at, whoever the agents are.

    Attributes:
        treated: whether a picture is lit, straightened and freed of rules and hatchings before agents look at it; those
            that learned from pictures as they are take them as they are.
    """

    treated: bool = True
    contrast: ContrastSettings = ContrastSettings()
    drawings: DrawingSettings = DrawingSettings()
    light: LightSettings = LightSettings()
    front: FrontSettings = FrontSettings()
    marks: MarkSettings = MarkSettings()
    rules: RuleSettings = RuleSettings()
    faint_ink: FaintInkSettings = FaintInkSettings()
    hatching: HatchingSettings = HatchingSettings()
    reading_scale: ReadingScaleSettings = ReadingScaleSettings()
