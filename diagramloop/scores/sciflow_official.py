"""The graph-level score that SciFlow-Bench's published evaluator computes, digit for digit.

It departs from the paper: reference edges lose their direction, and recall can exceed 1. It is kept so
that our numbers can stand beside published ones; :mod:`diagramloop.scores.sciflow` is the right one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagramloop.scores.sciflow import matched_targets
from diagramloop.scores.topology import Bools, Floats, Topology, induced_adjacency, reachability

THRESHOLD = 0.5
_EPSILON = 1e-9  # the program adds it to every denominator


@dataclass(frozen=True, slots=True)
class OfficialScore:
    """Result of the published program on one chart; precision, recall and F1 triples, not confined to [0, 1]."""

    node: tuple[float, float, float]
    edge: tuple[float, float, float]

    @property
    def score(self) -> float:
        """0.4 node F1 + 0.6 edge F1."""
        return 0.4 * self.node[2] + 0.6 * self.edge[2]


def official_score(pred: Topology, gold: Topology, similar: Floats) -> OfficialScore:
    """Score one chart.

    Args:
        similar: similarity of vertices, shape (predicted, reference).
    """
    alike = similar >= THRESHOLD
    recovered = (int(alike.any(axis=1).sum()), int(alike.any(axis=0).sum()))
    return OfficialScore(
        node=_triple(*recovered, len(pred.texts), len(gold.texts)),
        edge=_triple(*_recovered_edges(pred, gold, alike), len(pred.edges), len(gold.edges)),
    )


def _recovered_edges(pred: Topology, gold: Topology, alike: Bools) -> tuple[int, int]:
    """Right predicted edges and the distinct reference pairs they are credited with.

    An edge is right if two distinct reference vertices that its ends resemble lie in one connected
    component; it is credited with the first such pair in order of source, then target.
    """
    forward = induced_adjacency(gold.edges, range(len(gold.texts)))
    connected = reachability(forward | forward.T)
    np.fill_diagonal(connected, False)
    supported = matched_targets(connected, alike) > 0
    credited = []
    for start, end in pred.edges:
        sources = alike[start] & supported[:, end]
        if sources.any():
            source = int(sources.argmax())
            credited.append((source, int((connected[source] & alike[end]).argmax())))
    return len(credited), len(set(credited))


def _triple(correct: int, recovered: int, predicted: int, gold: int) -> tuple[float, float, float]:
    if not gold:
        return (0.0, 0.0, 0.0) if predicted else (1.0, 1.0, 1.0)
    precision, recall = correct / (predicted + _EPSILON), recovered / (gold + _EPSILON)
    return precision, recall, 2 * precision * recall / (precision + recall + _EPSILON)
