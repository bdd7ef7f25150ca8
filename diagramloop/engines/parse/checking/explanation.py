"""Signs of what a reading explains of its picture, without gold; one that cannot be told is NaN, never 0.

Names of lengths end with their unit: heights of the drawing's text, or widths of its pen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class ChartSigns:
    """Signs of a whole reading.

    Attributes:
        unowned_share: ink that nothing owns, of all.
        left_lines: long pieces of such ink, for each edge and node that was read.
        left_between: of those the ones that end at two nodes, for each edge that was read and one.
        left_at_one: that end at one node.
        left_heads: thick spots of such ink, likewise.
        open_faces: faces that outlines all but close, for each node that was read and one.
        unowned_texts: free texts that label nothing, of all lines of text.
        lonely_nodes: nodes without an edge, of all.
        edges_per_node: of all that were read.
        headless_edges, two_headed_edges: of all edges.
        network_unowned: connector or head as the network sees it that no edge passes, of all such ink.
    """

    unowned_share: float
    left_lines: float
    left_between: float
    left_at_one: float
    left_heads: float
    open_faces: float
    unowned_texts: float
    lonely_nodes: float
    edges_per_node: float
    headless_edges: float
    two_headed_edges: float
    network_unowned: float


@dataclass(frozen=True)
class NodeSigns:
    """Signs of one node.

    Attributes:
        shape_confidence: of the Shape Hunter.
        text_confidence: least of its lines'; NaN without text.
        outline_ink: share of the outline that is ink.
        outline_gap_text_heights: longest stretch of it that is not.
        border_strokes: width of its border.
        fill_levels: difference of its inside from the page.
        overlap: of its box with another node's, at most, of the smaller one.
        holds: other nodes inside of it.
        width_text_heights, height_text_heights, roundness: of its box; area of the outline in areas of the box.
        twins: nodes of nearly its size, of the others.
        size_rank: its area in areas of the median node, as a logarithm.
        inner_ink: ink inside that is no text, of the area.
        characters: of its text.
        text_share: area of its text in areas of its box.
        edges: that end at it.
        left_ends: long pieces of left ink that end at it.
        at_edge: whether the picture cuts it.
        network_inside: mean probability that its inside is a node's; NaN without a network, as the following.
        network_centre: probability of a node's middle near its own.
        network_border: mean probability that its outline is border.
    """

    shape_confidence: float
    text_confidence: float
    outline_ink: float
    outline_gap_text_heights: float
    border_strokes: float
    fill_levels: float
    overlap: float
    holds: float
    width_text_heights: float
    height_text_heights: float
    roundness: float
    twins: float
    size_rank: float
    inner_ink: float
    characters: float
    text_share: float
    edges: float
    left_ends: float
    at_edge: float
    network_inside: float
    network_centre: float
    network_border: float


@dataclass(frozen=True)
class EdgeSigns:
    """Signs of one edge.

    Attributes:
        cost_confidence: of the Topology Coder, from the cost of the path.
        inked: share of the path that is ink.
        gap_text_heights: longest stretch of it that is not.
        length_text_heights: of the path.
        straightness: distance of the ends in lengths of the path.
        source_text_heights, target_text_heights: of the ends from what they end at; NaN for what has no place.
        through_nodes: share of the path inside of other nodes.
        shared: share of it that runs beside another edge's.
        crossings: other edges that it crosses.
        head_ink, tail_ink: ink a little before the ends, in shares of what a bare line has there.
        headless, two_headed: whether no end has a head, or both do.
        at_group: whether an end is a group.
        loop: whether both ends are one.
        parallels: other edges between the same two.
        source_edges, target_edges: other edges at its ends.
        dotted: whether it is read as dotted.
        weakest_node: least confidence of its ends.
        weakest_outline: least share of ink in their outlines.
        left_near: ink near the path that nothing owns, in shares of the path's.
        against_flow: whether it runs against most others.
        network_line: mean probability of connector or head along the path; NaN without a network, as the following.
        network_head, network_tail: highest probability of a head around the ends.
        network_course: mean of the cosine between path and course.
    """

    cost_confidence: float
    inked: float
    gap_text_heights: float
    length_text_heights: float
    straightness: float
    source_text_heights: float
    target_text_heights: float
    through_nodes: float
    shared: float
    crossings: float
    head_ink: float
    tail_ink: float
    headless: float
    two_headed: float
    at_group: float
    loop: float
    parallels: float
    source_edges: float
    target_edges: float
    dotted: float
    weakest_node: float
    weakest_outline: float
    left_near: float
    against_flow: float
    network_line: float
    network_head: float
    network_tail: float
    network_course: float


@dataclass(frozen=True)
class LabelSigns:
    """Signs of one label of an edge.

    Attributes:
        text_confidence: of the Text Spotter.
        distance_text_heights: of its box from its edge.
        margin_text_heights: by which the second nearest edge is farther.
        characters: of its text.
        height_text_heights: of its box.
        rivals: other free texts within reach of its edge.
    """

    text_confidence: float
    distance_text_heights: float
    margin_text_heights: float
    characters: float
    height_text_heights: float
    rivals: float


@dataclass(frozen=True)
class TextSigns:
    """Signs of one text: of a node, a label, or a frame's title.

    Attributes:
        doubt: logarithm of one by the probability of all its letters; NaN where nobody said.
        page_doubt: the same of all lines of the page, for each letter.
        characters: of the text.
        unknown_letters: share of its letters that stand in words that no lexicon has.
        near_letters: in those that are one letter from a word of the lexicon or of the chart.
        unowned_share: ink of the page that nothing owns, of all.
        free_ink: ink inside of a node that is no text, of its area.
        free_texts: texts of the page that name, entitle and label nothing, of all its lines.
    """

    doubt: float
    page_doubt: float
    characters: float
    unknown_letters: float
    near_letters: float
    unowned_share: float
    free_ink: float
    free_texts: float


Signs = ChartSigns | NodeSigns | EdgeSigns | LabelSigns | TextSigns


@dataclass(frozen=True)
class Explanation:
    """The signs of a reading: nodes and edges in the order of its graph, labels by the number of their edge.

    Attributes:
        texts: of the nodes, then of the groups.
        label_texts: of all labels, by the number of their edge.
        bare_exits: numbers of the edges without a label that leave a decision together with others.
        free_texts: texts that are no name, no title and no label.
    """

    chart: ChartSigns
    nodes: tuple[NodeSigns, ...]
    edges: tuple[EdgeSigns, ...]
    labels: dict[int, LabelSigns]
    texts: tuple[TextSigns, ...] = ()
    label_texts: Mapping[int, TextSigns] = field(default_factory=dict)
    bare_exits: tuple[int, ...] = ()
    free_texts: int = 0


def names(kind: type[Any]) -> tuple[str, ...]:
    """The names of a kind of signs, in their order."""
    return tuple(sign.name for sign in fields(kind))


def values(signs: Signs) -> NDArray[np.float64]:
    """The numbers of signs, in the order of :func:`names`."""
    return np.array(astuple(signs), np.float64)
