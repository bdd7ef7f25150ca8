"""Thresholds and costs by which a line goes on from one stroke into another."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from diagramloop.engines.parse.settings import Cost, Count, Length, Radians, Settings, Share


class JoinSettings(Settings):
    """Turns, gaps and what hides them."""

    turn_cost: Cost = 2.5  # of a squared radian
    dearest_path_cost: Cost = 8.0  # dearer ones are not looked at

    # at junctions
    only_way_cost: Cost = 0.3  # most that a turn costs where a line cannot go elsewhere
    fork_cost: Cost = 0.4  # most that a turn costs where lines part,
    fork_turn_rad: Radians = 1.8  # up to so sharp a one: right angles are drawn
    junction_blur_widths: Length = 3.0  # within which the place of a tip means nothing
    shared_text_heights: Length = 3.0  # that two crossing lines can run as one

    # across gaps
    reach_text_heights: Length = 4.0  # between ends that are joined anywhere
    hidden_reach_text_heights: Length = 25.0  # the same where both are beside a text or node
    sharpest_rad: Radians = 1.1  # turn into and out of a gap
    hidden_sharpest_rad: Radians = 2.2  # the same behind a text: bends are hidden too
    hidden_turn_share: Share = 0.4  # of the cost of a turn that is hidden
    dashed_corner_text_heights: Length = 2.0  # between the ends of two dashed lines that are one around a
    # corner: in a pause a bend is hidden too
    blur_text_heights: Length = 0.5  # within which the place of a tip means nothing
    dot_turn_rad: Radians = 0.05  # taken for the turn into or out of a dot, which has no direction
    neighbour_count: Annotated[int, Field(ge=2)] = 40  # nearest ends looked at around each, which is one of them, so
    # that dense patterns stay cheap

    # what lies in a gap
    sample_count: Count = 40  # places looked at along it
    text_share: Share = 0.75  # of a gap that is text, from which on it counts as hidden by text
    pause_text_heights: Length = 0.4  # of a gap that is free: between dashes
    empty_cost: Cost = 0.5  # of a gap of one text height more that nothing hides; grows with its cube
    behind_text_cost: Cost = 0.05  # of being hidden by a text at all,
    behind_text_height_cost: Cost = 0.02  # and per text height
    behind_node_cost: Cost = 0.3  # the same of a node
    behind_node_height_cost: Cost = 0.02
    middle_sides: Length = 0.15  # of a node (as a square): a gap so near its middle leads through it,
    middle_cost: Cost = 2.0  # which costs this
