"""Contents of the gap between two ends of strokes, and the cost of a line that goes on behind it."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import in_chunks
from diagramloop.engines.parse.lines.line_ink import EMPTY, NODE, TEXT, LineInk
from diagramloop.engines.parse.lines.strokes import Index, Strokes, value_at

Costs = NDArray[np.float64]

HIDING = (TEXT, NODE)  # covers behind which a line goes on unseen
OTHER_LINE = 255  # beside the covers' values: another line lies in the gap


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Turns, gaps and what hides them.
_SAMPLE_COUNT = 40  # places looked at along a gap
_TEXT_SHARE = 0.75  # of a gap that is text, from which on it counts as hidden by text
_PAUSE_TEXT_HEIGHTS = 0.4  # of a gap that is free: between dashes
_EMPTY_COST = 0.5  # of a gap of one text height more that nothing hides; grows with its cube
_BEHIND_TEXT_COST = 0.05  # of being hidden by a text at all
_BEHIND_TEXT_HEIGHT_COST = 0.02  # of each text height of a gap behind a text
_BEHIND_NODE_COST = 0.3  # of being hidden by a node at all
_BEHIND_NODE_HEIGHT_COST = 0.02  # of each text height of a gap behind a node
_MIDDLE_SIDES = 0.15  # of a node (as a square): a gap so near its middle leads through it
_MIDDLE_COST = 2.0  # of a gap that leads through the middle of a node


def through_middles(strokes: Strokes, pairs: Index, nodes: NDArray[np.object_]) -> Costs:
    """Cost of gaps that a node's middle lies in: such lines end at it on either side, they do not pass behind it."""
    gaps = shapely.linestrings(strokes.tips[pairs])
    cost = np.zeros(len(pairs))
    if len(nodes) and len(pairs):
        gap, node = shapely.STRtree(nodes).query(gaps, predicate="intersects")
        off = shapely.distance(gaps[gap], shapely.centroid(nodes[node]))
        middle = _MIDDLE_SIDES * np.sqrt(shapely.area(nodes[node]))
        cost[gap[off < middle]] = _MIDDLE_COST
    return cost


def hiding(strokes: Strokes, pairs: Index, ink: LineInk) -> tuple[Costs, NDArray[np.bool_]]:
    """Cost of what lies in the gaps: nothing is dearest, texts and frames are the common case; and where
    there is hardly anything but text."""
    cost, texts = np.zeros(len(pairs)), np.zeros(len(pairs), bool)
    hidden = {
        TEXT: (_BEHIND_TEXT_COST, _BEHIND_TEXT_HEIGHT_COST),
        NODE: (_BEHIND_NODE_COST, _BEHIND_NODE_HEIGHT_COST),
    }
    steps = (np.arange(_SAMPLE_COUNT) + 0.5) / _SAMPLE_COUNT
    for some in in_chunks(len(pairs), _SAMPLE_COUNT):
        start, stop = strokes.tips[pairs[some, 0]], strokes.tips[pairs[some, 1]]
        places = start[:, None] + steps[None, :, None] * (stop - start)[:, None]
        seen = np.where(value_at(ink.mask, places), OTHER_LINE, value_at(ink.cover, places))
        size = np.hypot(*(stop - start).T) / ink.unit
        empty = (seen == EMPTY).mean(axis=1) * size - _PAUSE_TEXT_HEIGHTS
        cost[some] = _EMPTY_COST * np.maximum(0.0, empty) ** 3
        for kind, (once, each) in hidden.items():
            share = (seen == kind).mean(axis=1)
            cost[some] += np.where(share > 0, once + each * share * size, 0.0)
        texts[some] = (seen == TEXT).mean(axis=1) > _TEXT_SHARE
    return cost, texts
