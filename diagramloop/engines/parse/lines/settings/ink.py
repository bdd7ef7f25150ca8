"""Thresholds by which the ink of lines is told from nodes, frames, texts and shadows."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from diagramloop.engines.parse.settings import Count, Length, Levels, Ratio, Settings, Share


class WorkingScaleSettings(Settings):
    """Factor by which a small drawing is enlarged."""

    least_stroke_px: Length = 1.3  # of the picture: with thinner lines it is enlarged
    least_text_px: Length = 13.0  # of the picture: with smaller type it is enlarged
    largest_zoom_ratio: Count = 4  # more shows nothing new
    doubled_picture_px: Count = 80_000_000  # pixels in all, at most, of a picture twice as large
    larger_picture_px: Count = 16_000_000  # of one that is larger still: small type fills no large picture


class ShadowSettings(Settings):
    """Thick ink along a node: its shadow."""

    disc_text_heights: Length = 1.6  # so wide a disc fits into a node with its shadow, into no line or head
    shortest_text_heights: Length = 2.0  # along a node; heads are less wide
    border_blur_px: Count = 2  # of the picture: as far a shadow goes under the border's blur


class FrameSettings(Settings):
    """Ink along a group's frame: the frame itself, and lines that cross it."""

    line_share: Share = 0.15  # of the pixels along a frame that its line covers at least, dashed or not
    crossed_share: Share = 0.08  # of them that are crossed at most; else the frame is drawn elsewhere
    line_low_quantile: Share = 0.65  # of the strength of those pixels: from here
    line_high_quantile: Share = 0.8  # to here they have the line's own colour
    ground_count: Count = 3  # colours on both sides of a frame, which may lie on more than one ground


class PlateSettings(Settings):
    """The ground that belongs to a text and interrupts lines."""

    step_levels: Levels = 3  # beyond the flatness by which a plate differs from its ground
    ground_share: Share = 0.5  # of a side of what is looked at: where more is like the plate, the plate is the ground
    row_share: Share = 0.3  # of a row or column that is like the plate belongs to it: glyphs cover much of the rest
    leading_text_heights: Length = 0.75  # that a plate of the ground's colour goes beyond the ink above and
    # below: a line's height
    text_blur_px: Count = 2  # of the picture, around a text


class UnderTextSettings(Settings):
    """Straight lines that end in or beside a text."""

    around_text_heights: Length = 3.0  # of a text, within which they are looked for
    shortest_text_heights: Length = 2.5  # as long as that no stroke of a letter is
    pause_px: Count = 2  # of the picture, that they may pause
    leaving_text_heights: Length = 0.75  # that they go beyond the text at least
    beside_px: Count = 2  # of the picture, between a line and a text that hides it


class InkSettings(Settings):
    """Ink of a line, and the parts of it that have thresholds of their own."""

    faintest_levels: Levels = 26  # beyond the flatness, of the faintest line that is followed
    few_lines_share: Share = 0.25  # lines to each node: where there are fewer, they may be paler than that,
    palest_levels: Levels = 8  # and this is the faintest that is followed
    local_share: Share = 0.45  # of the strongest ink next to a pixel: what is weaker is its blur
    colour_sample_count: Count = 20_000  # pixels, among which the commonest colour is looked for
    colour_bin_levels: Annotated[int, Field(ge=1, le=255)] = 8  # that noise changes a flat colour by at most
    mitre_ratio: Ratio = 4.0  # of how far a corner may lie outside to how far sides do: flat diamonds have tips
    under_texts: UnderTextSettings = UnderTextSettings()
    working_scale: WorkingScaleSettings = WorkingScaleSettings()
    shadows: ShadowSettings = ShadowSettings()
    frames: FrameSettings = FrameSettings()
    plates: PlateSettings = PlateSettings()
