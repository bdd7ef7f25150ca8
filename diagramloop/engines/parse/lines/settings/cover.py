"""Costs by which ports become edges, and what an edge's path and label may be."""

from __future__ import annotations

from diagramloop.engines.parse.settings import Cost, Count, Length, Ratio, Settings, Share


class CoverSettings(Settings):
    """Prices of the cheapest set of edges that uses every port."""

    edge_cost: Cost = 1.0  # of one more: an explanation with fewer is better
    two_heads_cost: Cost = 1.0  # extra, of the rarer kinds of lines
    no_head_cost: Cost = 1.2
    forking_cost: Cost = 2.0  # extra, of such a line that runs through a fork: more likely two lines with a
    # head each part there
    doubtful_head_cost: Cost = 0.3  # extra, of two heads of which one may be another line's
    directed_count: Count = 3  # bare ends to each head, up to which all lines are expected to have one
    unused_head_cost: Cost = 4.0  # of a port that belongs to no edge
    unused_tail_cost: Cost = 2.0
    stopping_cost: Cost = 1.2  # of ending where the line could go on
    easy_cost: Cost = 0.5  # at less than this
    passing_cost: Cost = 0.25  # of an end that a line merely passes through, added to that of its join


class PathSettings(Settings):
    """Ink that is drawn along an edge."""

    shortest_loop_text_heights: Length = 1.5  # a shorter line from a node to itself is a remnant of its border
    deviation_px: Length = 0.25  # of the picture, that a path may deviate when points are dropped


class LabelSettings(Settings):
    """Which free text labels which edge, and which names a node instead."""

    farthest_text_heights: Length = 2.0  # between a label and its line
    middle_share: Share = 0.3  # of the distance from a label's middle that counts too; it decides between
    # lines that both cross the label
    caption_ratio: Ratio = 6.0  # how many times as much a name's distance counts as a label's
