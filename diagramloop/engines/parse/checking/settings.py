"""Lengths at which the checks look; beyond them what matters is learned."""

from __future__ import annotations

from diagramloop.engines.parse.settings import Count, Length, Levels, Ratio, Settings, Share


class CheckSettings(Settings):
    """Distances on the page within which a mark belongs to what was read.

    Attributes:
        most_px: larger pages are looked at smaller.
        faint_levels: by which a mark differs from its surroundings, beyond the noise of the page.
        line_reach_strokes, line_reach_px: of ink from the line that owns it: in widths of the pen, and beside those.
        head_reach_text_heights: of a head's ink from the end of its line.
        text_reach_text_heights: of ink from the box of its text.
        join_strokes, join_text_heights: gap over which left ink is one piece, the larger of both: dots and dashes are.
        piece_text_heights: longer pieces of left ink are lines or shapes.
        touch_text_heights: of a piece from a node at which it ends.
        gap_text_heights: in an outline that is nearly closed.
        face_text_heights: side of the smallest such face.
        sample_count: points at most at which a line is looked at.
        sample_strokes: distance of these points.
    """

    most_px: Count = 2_000_000
    faint_levels: Levels = 14
    line_reach_strokes: Ratio = 1.0
    line_reach_px: Length = 2.0
    head_reach_text_heights: Ratio = 0.8
    text_reach_text_heights: Ratio = 0.3
    join_strokes: Ratio = 1.5
    join_text_heights: Ratio = 0.4
    piece_text_heights: Ratio = 1.2
    touch_text_heights: Ratio = 0.7
    gap_text_heights: Ratio = 0.4
    face_text_heights: Ratio = 2.0
    sample_count: Count = 400
    sample_strokes: Ratio = 0.7


class DrawnFrameSettings(Settings):
    """When a frame counts as drawn.

    Attributes:
        exact_share: ink on the outlines of nodes, in the mean, from which on a page is drawn exactly.
        drawn_share: ink on each side of a frame that is drawn, there.
    """

    exact_share: Share = 0.98
    drawn_share: Share = 0.95
