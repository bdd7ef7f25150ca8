"""DiagramEval: node alignment and path alignment (Section 4.2).

The paper states neither its text similarity nor its threshold; both are named with our results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diagramloop.scores.counts import Counts
from diagramloop.scores.one_to_one import Neighbourhood, best_pairs
from diagramloop.scores.topology import Bools, Floats, Topology, induced_adjacency, reachability

THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class DiagramScore:
    """Counts of one diagram.

    Attributes:
        matches: (generated, reference) vertices, one-to-one, ascending.
        nodes: matched vertices among all.
        paths: ordered pairs of matched vertices that a path connects, generated against reference.
    """

    matches: tuple[tuple[int, int], ...]
    nodes: Counts
    paths: Counts


def diagram_score(pred: Topology, gold: Topology, similar: Floats, threshold: float = THRESHOLD) -> DiagramScore:
    """Node and path alignment of one generated diagram with its reference.

    Args:
        similar: similarity of vertices, shape (generated, reference).
        threshold: least similarity of vertices that match.
    """
    matches = matched_vertices(pred, gold, similar, threshold)
    return DiagramScore(
        matches=matches,
        nodes=Counts.one_to_one(len(matches), len(pred.texts), len(gold.texts)),
        paths=_path_counts(pred, gold, matches),
    )


def matched_vertices(pred: Topology, gold: Topology, similar: Floats, threshold: float) -> tuple[tuple[int, int], ...]:
    """One-to-one, similar enough, the greatest total similarity; of equals those that lie alike along the arcs.

    The paper says that each generated node is compared with all unmatched ones and not in which order; here none
    matters, for a reader lists nodes by place and an author as they come to mind.
    """
    generated, reference = (Neighbourhood(side.arcs.tolist(), len(side.texts)) for side in (pred, gold))
    return tuple(best_pairs(generated, reference, similar, similar >= threshold))


def _path_counts(pred: Topology, gold: Topology, matches: tuple[tuple[int, int], ...]) -> Counts:
    """Pairs of distinct matched vertices connected within the induced subgraphs.

    Where neither subgraph has a path there is nothing to compare. That is full agreement only if neither
    diagram connects anything; else a diagram that matches nothing would earn a perfect score. It then
    counts as one path that the generated diagram got wrong.
    """
    generated = _paths(pred, [vertex for vertex, _ in matches])
    reference = _paths(gold, [vertex for _, vertex in matches])
    counts = Counts.one_to_one(int((generated & reference).sum()), int(generated.sum()), int(reference.sum()))
    unseen = (_connects(pred) or _connects(gold)) and not (counts.predicted or counts.gold)
    return Counts.rate(0, 1) if unseen else counts


def _connects(side: Topology) -> bool:
    """True where some arc joins two vertices."""
    return bool((side.arcs[:, 0] != side.arcs[:, 1]).any())


def _paths(side: Topology, vertices: Sequence[int]) -> Bools:
    """[i, j] is True where a path within ``vertices`` leads from vertices[i] to another, vertices[j]."""
    connected = reachability(induced_adjacency(side.arcs, vertices))
    np.fill_diagonal(connected, False)
    return connected
