"""Which free texts are labels of edges."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from scipy.optimize import linear_sum_assignment

from flowbench.parse.svg_reader.edges import ReadEdge
from flowbench.parse.svg_reader.text_nodes import TextBlock

BESIDE = 1.3  # font sizes between a label and its line at most


def labelled(edges: Sequence[ReadEdge], texts: Sequence[TextBlock]) -> dict[int, list[int]]:
    """Numbers of the texts that belong to each edge (number), one to each first, the nearest pairs in all.

    A second text beside an edge is a part of its label as well, unless another edge is in reach that has none.
    """
    if not edges or not texts:
        return {}
    lines = np.array([shapely.LineString(edge.path) for edge in edges], dtype=object)
    reach = np.array([BESIDE * text.font_size for text in texts])
    distances = np.array([shapely.distance(lines, text.area) for text in texts])
    within = distances <= reach[:, None]
    middles = np.array(
        [shapely.distance(shapely.line_interpolate_point(lines, 0.5, normalized=True), t.area) for t in texts]
    )
    cost = np.where(within, distances + 0.01 * middles, 1e6)
    found: dict[int, list[int]] = {}
    for text, edge in zip(*linear_sum_assignment(cost), strict=True):
        if within[text, edge]:
            found.setdefault(int(edge), []).append(int(text))
    taken = {text for each in found.values() for text in each}
    for text in range(len(texts)):
        if text not in taken and within[text].any():
            found.setdefault(int(cost[text].argmin()), []).append(text)
    return {edge: sorted(each) for edge, each in sorted(found.items())}
