"""Thresholds of the learned agents: few, for what is what the network has learned."""

from __future__ import annotations

from diagramloop.engines.parse.lines.settings.cover import LabelSettings
from diagramloop.engines.parse.settings import Cost, Count, Length, Odd, Ratio, Settings, Share


class LearnedCuratorSettings(Settings):
    """Sizes of what the network is shown.

    Attributes:
        longest_side_px: larger pages are shown smaller.
        shortest_side_px: pages whose longer side is shorter are shown twice as large.
        small_text_px, text_px: where letters are lower than the first, the page is shown again, so that they are as
            high as the second.
        longest_side_again_px: likewise of a page that is shown again.
        text_share, least_letter_px: ink is a letter if it is called text, and not lower.
    """

    longest_side_px: Count = 1280
    shortest_side_px: Count = 400
    small_text_px: Length = 9.0
    text_px: Length = 13.0
    longest_side_again_px: Count = 2560
    text_share: Share = 0.5
    least_letter_px: Length = 4.0


class LearnedFrameSettings(Settings):
    """Which rectangles frame groups; a cell is two pixels of the picture that the network is shown.

    Attributes:
        least_frame_share: probability from which on ink is a frame's.
        line_cells, slack_cells: width of the band in which a line runs on, and of that in which a crooked side lies.
        least_gap_cells: between two frames.
        gap_cells: longest gap in a side.
        shortest_stroke_cells: shorter strokes are no part of a side.
        shortest_side_cells: shorter lines are no sides.
        steepest_slope: of level and upright lines; a page that is turned farther is not straightened.
        steady_cells: length of a line that counts as much for its own slope as the page's slope does.
        ragged_cells: between the ends of the two lines of a frame that is open there.
        least_drawn_share, least_inked_share: of each side that is drawn but for gaps, and with them.
        narrowest_cells: narrower boxes are no frames.
        most_lines: longest lines each way that are looked at.
        widest_band_cells, least_band_ratio: width of a title's band and of its height to that.
        same_overlap_share: of two frames that have more in common the smaller one is left.
        least_held_share: of what is within that is letters or nodes; less is a field of squared paper.
    """

    least_frame_share: Share = 0.5
    line_cells: Odd = 7
    slack_cells: Odd = 15
    least_gap_cells: Count = 4
    gap_cells: Odd = 61
    shortest_stroke_cells: Odd = 13
    shortest_side_cells: Count = 16
    steepest_slope: Ratio = 0.2
    steady_cells: Length = 100.0
    ragged_cells: Length = 20.0
    least_drawn_share: Share = 0.6
    least_inked_share: Share = 0.5
    narrowest_cells: Count = 10
    most_lines: Count = 24
    widest_band_cells: Length = 50.0
    least_band_ratio: Ratio = 1.5
    same_overlap_share: Share = 0.6
    least_held_share: Share = 0.01


class LearnedShapeSettings(Settings):
    """Which peaks are nodes.

    Attributes:
        least_centre_share: probability from which on a peak is a node.
        same_overlap_share: of two boxes that have more in common one is left.
        frames: which rectangles are frames.
        peak_cells: side of the window in which one cell is the highest.
        circle_ratio: of the sides of an ellipse, the longer to the shorter; less is a circle.
        least_inside_share: probability from which on a pixel is inside of a node.
        fitting_overlap_share: of a node's box and that of the inside at its middle, from which on the latter is right.
    """

    least_centre_share: Share = 0.35
    same_overlap_share: Share = 0.45
    frames: LearnedFrameSettings = LearnedFrameSettings()
    peak_cells: Odd = 3
    circle_ratio: Ratio = 1.35
    least_inside_share: Share = 0.5
    fitting_overlap_share: Share = 0.5


class LearnedTextSettings(Settings):
    """Ink that stays when texts are read; a cell is two pixels of the picture that the network is shown.

    Attributes:
        least_text_share: probability from which on ink is a letter's.
        around_cells: side of the square around such a cell that stays.
        paper_cells: side of the square whose usual colour is the paper's.
    """

    least_text_share: Share = 0.25
    around_cells: Odd = 3
    paper_cells: Odd = 31


class WaySettings(Settings):
    """Prices of ways; a cell is two pixels of the picture that the network is shown.

    Attributes:
        ink_cost: price of a cell of sure ink; little, so that a long line is preferred to a short cut over ground.
        ground_cost: price of a cell without any ink is this less one, beside that of sure ink.
        turn_cost: of turning by 22.5 degrees, in cells of sure ink.
        leaving_cost: of a step at right angles to the heading of its way; steps aside cost as much as they lose.
        course_cost: by how much a step against the course of the ink is dearer.
        least_ink_share: probability of being a line's from which on a cell is near ink.
        reach_cells: side of the square around such ink in which ways run.
        dearest_search: price at which a search ends, in cells of sure ink.
    """

    ground_cost: Ratio = 12.0
    ink_cost: Cost = 0.2
    turn_cost: Cost = 5.0
    leaving_cost: Cost = 4.0
    course_cost: Cost = 6.0
    least_ink_share: Share = 0.15
    reach_cells: Odd = 15
    dearest_search: Length = 1200.0


class DashSettings(Settings):
    """Gaps between dashes; a cell is two pixels of the picture that the network is shown.

    Attributes:
        least_ink_share: probability of being a line's from which on a cell is ink.
        least_dash_cells: smaller pieces of ink point nowhere.
        longest_dash_cells: longer pieces are no dashes.
        thickest_dash_cells, thickest_dash_share: width of a dash, at most: in cells, or in lengths of the dash.
        longest_gap_cells, gap_ratio: from a dash to what it points at, at most: in cells, and in lengths of the dash.
        aims_degrees: turns by which a dash may miss what it points at.
        aim_cost_degrees: turn that is as bad as a gap of twice the length.
        gap_share: probability of being a line's that a cell in a gap gets.
    """

    least_ink_share: Share = 0.4
    least_dash_cells: Count = 4
    longest_dash_cells: Length = 60.0
    thickest_dash_cells: Length = 5.0
    thickest_dash_share: Share = 0.3
    longest_gap_cells: Length = 24.0
    gap_ratio: Ratio = 2.5
    aims_degrees: tuple[float, ...] = (0.0, -8.0, 8.0, -16.0, 16.0)
    aim_cost_degrees: Ratio = 16.0
    gap_share: Share = 0.6


class LearnedLineSettings(Settings):
    """Tracing of lines on the maps; a cell is two pixels of the picture that the network is shown.

    Attributes:
        ways: prices of ways.
        dashes: gaps between dashes.
        labels: which texts label which lines.
        least_line_share, least_head_share: probability from which on ink is a line's or a head's.
        least_head_cells: smaller pieces of ink are no heads.
        course_weight: cells that a head's tip may be farther from its node for each cell that it lies ahead.
        head_reach_heads, head_reach_cells: of a tip from its node, at most: in lengths of the head, and beside those.
        dearest_way, dearest_left_way: price per cell of a line, at most: of one with a head, and of other ink.
        passed_cells: width of the ink that a way explains.
        dash_gap_cells: between dashes of ink that is left.
        shortest_line_cells: ink that is left and shorter is no line.
        tail_reach_cells: of the end of ink that is left from its node.
        directed_share: of the length of such a line, whose course must agree to say where its head is.
        frame_reach_cells: of a head or a tail from the outline of its frame, which may be crooked.
        sure_way: price per cell from which on a frame is looked for at which the line may end.
        doubtful_way: price per cell of a line that is as likely wrong as right.
        dotted_share: of a line that is ink: less is a dotted one.
    """

    ways: WaySettings = WaySettings()
    dashes: DashSettings = DashSettings()
    labels: LabelSettings = LabelSettings()
    least_line_share: Share = 0.4
    least_head_share: Share = 0.35
    least_head_cells: Count = 5
    course_weight: Ratio = 1.0
    head_reach_heads: Ratio = 1.0
    head_reach_cells: Length = 8.0
    dearest_way: Ratio = 4.0
    dearest_left_way: Ratio = 2.0
    passed_cells: Odd = 7
    dash_gap_cells: Odd = 9
    shortest_line_cells: Count = 8
    tail_reach_cells: Length = 8.0
    directed_share: Share = 0.35
    frame_reach_cells: Count = 10
    sure_way: Ratio = 1.5
    doubtful_way: Ratio = 5.0
    dotted_share: Share = 0.7
