"""Thresholds by which arrowheads are found: blobs, pairs of short strokes, and lines that widen."""

from __future__ import annotations

from diagramloop.engines.parse.settings import Count, Length, Radians, Ratio, Settings, Share


class HeadSettings(Settings):
    """Heads that are blobs of ink, wider than any line."""

    core_half_widths: Length = 1.5  # of lines, and a margin: what has this distance to the ground is a blob
    core_margin_px: Length = 1.0
    thin_line_quantile: Share = 0.25  # of the half widths along lines: some may be thick, some texts missed
    longest_core_half_widths: Length = 5.0  # its own: what is longer is a thick line
    core_in_thick_line_half_widths: Length = 1.2  # of the thick line, than which heads are not much wider,
    core_in_thick_line_margin_px: Length = 0.75  # and a margin
    border_text_heights: Length = 0.25  # around nodes, where remnants of borders are
    longest_text_heights: Length = 3.0  # longer blobs are shadows or thick lines
    hole_text_heights: Length = 1.2  # smaller holes within ink are the insides of hollow heads
    disc_share: Share = 0.82  # of its enclosing circle that a disc fills; a triangle fills 0.41


class RemnantSettings(Settings):
    """Remnants of borders and shadows behind a mask: blobs, and strokes that stay at one border."""

    head_rise_text_heights: Length = 0.3  # by which a head rises from its node at least
    head_area_share: Share = 0.25  # of the area of the drawing's common heads that a head covers at least
    common_head_quantile: Share = 0.75  # of the areas of blobs that rise so far: that of the common ones
    border_widths: Length = 1.5  # from a border, within which a stroke that stays there is a remnant of it,
    border_margin_px: Length = 2.0  # and a margin
    border_sample_count: Count = 7  # points of a stroke at which that is looked at


class BarbSettings(Settings):
    """Open heads and crosses: pairs of short strokes."""

    longest_text_heights: Length = 2.2
    root_text_heights: Length = 0.8  # between the roots of barbs and the end of their line
    least_spread_rad: Radians = 0.2  # between a barb and its line; else it is a remnant of the line
    cross_spread_rad: Radians = 1.7  # from here on a barb points forward as well: a cross


class SmallHeadSettings(Settings):
    """Heads that are no blobs of their own: lines that widen before a node, or are thick over its border."""

    longest_text_heights: Length = 1.3
    widest_text_heights: Length = 0.9  # that such a head reaches to one side
    widening_half_widths: Length = 1.5  # of its line, and a margin: how far it reaches to both sides at least
    margin_px: Length = 0.75  # what pixels may add to a thickness
    widening_px: Count = 3  # along the line, over which it does at least
    taper_widths: Length = 1.6  # of its line where that is widest, that the base of a head has which narrows to its tip
    taper_margin_px: Length = 0.25  # by which a line's width may vary where it is darker or crosses pixels
    taper_px: Count = 2  # of a head at least
    base_share: Share = 0.9  # of the greatest width that the base of a head has at least
    base_slope_px: Count = 1  # behind its base, which may be slanted; then there is but the line
    longest_taper_widths: Length = 1.3  # its own, that the base of a head lies from the line's end at most
    farthest_inside_text_heights: Length = 4.0  # that a line goes on over the node that it ends at
    border_remnant_px: Count = 2  # at the very end, which are the node's border
    crossing_half_widths: Length = 2.1  # of line or border, and a margin: thicker is a head over a border;
    # their corners are less
    crossing_surroundings_ratio: Ratio = 1.25  # as thick as what is drawn beside it is a head
    axis_text_heights: Length = 0.35  # beside a line's axis, within which a head over a border is thick
    surroundings_text_heights: Length = 2.0  # around its tip, within which what is drawn is looked at
    crossing_sine: Share = 0.7  # of the angle at which a line meets the border at least that its head is drawn over
    other_head_text_heights: Length = 2.0  # from a line's end to the next head that was found at least
    thickest_text_heights: Length = 0.5  # from what is drawn to its ground: more is no head but a fill
