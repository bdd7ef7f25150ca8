"""Which free texts are labels of edges."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy
import shapely

from diagramloop.engines.parse.svg_reader.edges import ReadEdge
from diagramloop.engines.parse.svg_reader.text_nodes import TextBlock

BESIDE = 1.3  # font sizes between a label and its line
FARTHER = 3.0  # font sizes, where no text is nearer to the line
FARTHEST = 8.0  # font sizes, where all nodes have shapes, so that a text without one is no node

_NEVER = 1e6  # the cost of a pair that is too far apart


def labelled(
    edges: Sequence[ReadEdge], texts: Sequence[TextBlock], reaches: Sequence[float] = (BESIDE, FARTHER)
) -> dict[int, list[int]]:
    """Numbers of the texts that belong to each edge (number).

    One text goes to one edge, so that all together are as near as can be; then texts that are left go to edges
    farther away that are left, reach by reach (in font sizes); a text still left beside an edge is a part of its label.
    """
    if not edges or not texts:
        return {}
    lines = np.array([shapely.LineString(edge.path) for edge in edges], dtype=object)
    middles = shapely.line_interpolate_point(lines, 0.5, normalized=True)
    sizes = np.array([text.font_size for text in texts])
    areas = np.array([text.area for text in texts], dtype=object)[:, None]
    distances = shapely.distance(areas, lines) / sizes[:, None]
    cost = distances + 0.01 * shapely.distance(areas, middles) / sizes[:, None]
    found: dict[int, list[int]] = {}
    for reach in reaches:
        free = [i for i in range(len(texts)) if not any(i in each for each in found.values())]
        bare = [j for j in range(len(edges)) if j not in found]
        within = np.ix_(free, bare)
        for i, j in zip(
            *scipy.optimize.linear_sum_assignment(np.where(distances[within] <= reach, cost[within], _NEVER)),
            strict=True,
        ):
            if distances[free[i], bare[j]] <= reach:
                found[bare[j]] = [free[i]]
    taken = {text for each in found.values() for text in each}
    for text in range(len(texts)):
        if text not in taken and distances[text].min() <= BESIDE:
            found.setdefault(int(cost[text].argmin()), []).append(text)
    return {edge: sorted(each) for edge, each in sorted(found.items())}
