"""Thresholds by which thinned lines become strokes, and rows of dashes one stroke."""

from __future__ import annotations

from diagramloop.engines.parse.settings import Count, Length, Radians, Settings, Share


class DashSettings(Settings):
    """Rows of short strokes."""

    longest_text_heights: Length = 2.0  # longer strokes are no dashes
    pause_text_heights: Length = 1.0  # between dashes
    turn_rad: Radians = 0.7  # between the steps of a row
    row_count: Count = 3  # dashes in a row at least
    inked_share: Share = 0.85  # of the length of a dashed line at most


class StrokeSettings(Settings):
    """The look of a stroke, its direction, and the things that it lies beside."""

    cover_text_heights: Length = 0.3  # between a tip and what it is beside of
    fringe_px: Length = 2.0  # length of the fringes that thinning leaves at most,
    fringe_widths: Length = 0.5  # and so much more for wide lines
    direction_text_heights: Length = 0.8  # of a stroke that tell the direction of its end
    bent_tip_share: Share = 0.25  # of a stroke that is left out of that at most: thinning bends its tip
    dashes: DashSettings = DashSettings()
