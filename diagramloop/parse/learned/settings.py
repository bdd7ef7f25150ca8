"""Thresholds of the learned agents: few, for what is what the network has learned."""

from __future__ import annotations

from diagramloop.parse.settings import Count, Length, Odd, Settings, Share


class LearnedCuratorSettings(Settings):
    """How large the network is shown a page.

    Attributes:
        longest_side_px: larger pages are shown smaller.
        shortest_side_px: pages whose longer side is shorter are shown twice as large.
    """

    longest_side_px: Count = 1280
    shortest_side_px: Count = 560
    text_share: Share = 0.5
    least_letter_px: Length = 4.0


class LearnedShapeSettings(Settings):
    """Which peaks are nodes.

    Attributes:
        least_centre_share: probability from which on a peak is a node.
        same_overlap_share: of two boxes that have more in common one is left.
        peak_cells: side of the window in which one cell is the highest.
    """

    least_centre_share: Share = 0.35
    same_overlap_share: Share = 0.45
    peak_cells: Odd = 3


class LearnedLineSettings(Settings):
    """Which ink is of lines.

    Attributes:
        least_line_share: probability of being connector or head from which on ink is a line's.
        least_head_share: share of a piece of such ink that is a head's.
        least_head_text_heights: smaller pieces of heads are none.
    """

    least_line_share: Share = 0.4
    least_head_share: Share = 0.4
    least_head_text_heights: Length = 0.25
