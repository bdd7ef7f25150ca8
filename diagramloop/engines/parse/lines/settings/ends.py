"""Thresholds by which ends of strokes are given to heads, nodes and frames."""

from __future__ import annotations

from diagramloop.engines.parse.settings import Length, Settings, Share


class PortSettings(Settings):
    """Places where lines meet nodes and groups' frames."""

    head_reach_text_heights: Length = 1.5  # between the tip of a head and the border it points at
    broad_head_share: Share = 0.55  # of the common heads' breadth, below which one may be a wedge at a border
    common_head_quantile: Share = 0.75  # of the breadths of all heads: that of the common ones
    tail_reach_text_heights: Length = 1.2  # that a line may end before the border it runs into
    tail_touch_widths: Length = 1.5  # from a border, at which a line ends wherever it points,
    tail_touch_margin_px: Length = 3.0  # and a margin
    last_pause_text_heights: Length = 0.9  # between the last dash and the head or border of a dotted line
    frame_handicap_text_heights: Length = 0.1  # that a frame counts as farther: the node at it is meant
    cut_widths: Length = 2.0  # from a head, within which a stroke's end touches it: thinning shortens strokes
    cut_margin_px: Length = 3.0  # where they were cut, by about their width, and a margin is needed
    crumb_text_heights: Length = 0.5  # shorter strokes with both ends at one head are its corners
    crumb_gap_px: Length = 2.5  # between such a corner and the head it was cut from
