"""The minimal set: no more nodes than their probabilities warrant, in the order of the flow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diagramloop.engines.attribute.embedded.flow import FlowDistances
from diagramloop.engines.attribute.embedded.term_index import Vector


def minimal_set(chances: Vector, threshold: float) -> list[int]:
    """Numbers of the nodes whose chance reaches ``threshold``; the likeliest one if none does.

    With true chances, the set of highest expected micro F1 takes the nodes above half of that F1.
    """
    chosen = np.flatnonzero(chances >= threshold).tolist()
    return chosen or [int(chances.argmax())]


def along_flow(nodes: Sequence[int], flow: FlowDistances) -> list[int]:
    """``nodes`` in the order of the flow: from the one least deep always on to the nearest one ahead."""
    depth = flow.depth()
    left = sorted(nodes, key=lambda node: (depth[node], node))
    onward = dict(zip(left, flow.away(left), strict=True))
    order = [left.pop(0)]
    while left:
        ahead = onward[order[-1]]
        order.append(min(left, key=lambda node: (ahead[node], depth[node], node)))
        left.remove(order[-1])
    return order
