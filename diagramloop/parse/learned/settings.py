"""Thresholds of the learned agents: few, for what is what the network has learned."""

from __future__ import annotations

from diagramloop.parse.settings import Cost, Count, Length, Odd, Ratio, Settings, Share


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
    """Tracing of lines on the maps; a cell is two pixels of the picture that the network is shown.

    Attributes:
        ground_cost: price of a cell without any ink, in cells of sure ink.
        turn_cost: of turning by 45 degrees, in cells of sure ink.
        course_cost: by how much a step against the course of the ink is dearer.
        dearest_way: price of a line per cell, at most.
        longest_cells: price at which a search ends.
        least_line_share, least_head_share: probability from which on ink is a line's or a head's.
    """

    ground_cost: Ratio = 8.0
    turn_cost: Cost = 6.0
    course_cost: Cost = 3.0
    course_weight: Ratio = 1.0
    dearest_way: Ratio = 6.0
    dearest_left_way: Ratio = 2.0
    least_way_share: Share = 0.15
    way_reach_cells: Odd = 15
    longest_cells: Length = 2500.0
    least_line_share: Share = 0.4
    least_head_share: Share = 0.35
    least_head_cells: Count = 5
    head_reach_heads: Ratio = 1.0
    head_reach_cells: Length = 8.0
    passed_cells: Odd = 7
    dash_gap_cells: Odd = 9
    shortest_line_cells: Count = 8
    tail_reach_cells: Length = 8.0
    directed_share: Share = 0.35
    dotted_share: Share = 0.7
