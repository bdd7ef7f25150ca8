"""Contents of the gap between two ends of strokes, and the cost of a line that goes on behind it."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import in_chunks
from diagramloop.engines.parse.lines.line_ink import EMPTY, NODE, TEXT, LineInk
from diagramloop.engines.parse.lines.settings.joins import JoinSettings
from diagramloop.engines.parse.lines.strokes import Index, Strokes, value_at

Costs = NDArray[np.float64]

HIDING = (TEXT, NODE)  # covers behind which a line goes on unseen
OTHER_LINE = 255  # beside the covers' values: another line lies in the gap


def through_middles(strokes: Strokes, pairs: Index, nodes: NDArray[np.object_], settings: JoinSettings) -> Costs:
    """Cost of gaps that a node's middle lies in: such lines end at it on either side, they do not pass behind it."""
    gaps = shapely.linestrings(strokes.tips[pairs])
    cost = np.zeros(len(pairs))
    if len(nodes) and len(pairs):
        gap, node = shapely.STRtree(nodes).query(gaps, predicate="intersects")
        off = shapely.distance(gaps[gap], shapely.centroid(nodes[node]))
        middle = settings.middle_sides * np.sqrt(shapely.area(nodes[node]))
        cost[gap[off < middle]] = settings.middle_cost
    return cost


def hiding(strokes: Strokes, pairs: Index, ink: LineInk, settings: JoinSettings) -> tuple[Costs, NDArray[np.bool_]]:
    """Cost of what lies in the gaps: nothing is dearest, texts and frames are the common case; and where
    there is hardly anything but text."""
    cost, texts = np.zeros(len(pairs)), np.zeros(len(pairs), bool)
    hidden = {
        TEXT: (settings.behind_text_cost, settings.behind_text_height_cost),
        NODE: (settings.behind_node_cost, settings.behind_node_height_cost),
    }
    steps = (np.arange(settings.sample_count) + 0.5) / settings.sample_count
    for some in in_chunks(len(pairs), settings.sample_count):
        start, stop = strokes.tips[pairs[some, 0]], strokes.tips[pairs[some, 1]]
        places = start[:, None] + steps[None, :, None] * (stop - start)[:, None]
        seen = np.where(value_at(ink.mask, places), OTHER_LINE, value_at(ink.cover, places))
        size = np.hypot(*(stop - start).T) / ink.unit
        empty = (seen == EMPTY).mean(axis=1) * size - settings.pause_text_heights
        cost[some] = settings.empty_cost * np.maximum(0.0, empty) ** 3
        for kind, (once, each) in hidden.items():
            share = (seen == kind).mean(axis=1)
            cost[some] += np.where(share > 0, once + each * share * size, 0.0)
        texts[some] = (seen == TEXT).mean(axis=1) > settings.text_share
    return cost, texts
