"""SciFlow-Bench scores as the paper defines them (Appendix A): directed, path-aware, within [0, 1].

The evaluator its authors published computes something else; see :mod:`diagramloop.scores.sciflow_official`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.scores.counts import Counts
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.similarity import TextSimilarity
from diagramloop.scores.topology import Bools, Floats, Positions, Topology, induced_adjacency, reachability

NODE_THRESHOLD = 0.5  # least similarity of labels that mean the same component
TEXT_THRESHOLD = 0.65  # the same between prompt components and nodes; the published program compares with >

# Weights of Appendix A.1 to A.4.
GRAPH_WEIGHTS = {"node_f1": 0.4, "edge_f1": 0.6}
TEXT_WEIGHTS = {"coverage": 0.3, "faithfulness": 0.3, "alignment": 0.4}
IMAGE_WEIGHTS = {"semantic_consistency": 0.4, "perceptual_similarity": 0.2, "visual_flow": 0.4}
JUDGED_TEXT = ("alignment",)  # of the text level's parts, what a judge gives
OVERALL_WEIGHTS = {"graph": 0.4, "text": 0.3, "image": 0.3}

_ARCS_AT_ONCE = 4_096  # held against all reference vertices: 20 MB at most

_WORD = re.compile(r"\w+")
_NO_COMPONENT = re.compile(r"\w?|\d+|fig(ure)?\d+\w?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GraphLevel:
    """Counts of the graph-level score of one chart.

    Attributes:
        nodes: many-to-many, by similarity of labels.
        edges: predicted arcs that follow the reference's flow; reference arcs that such arcs recover.
    """

    nodes: Counts
    edges: Counts

    @property
    def score(self) -> float:
        """0.4 node F1 + 0.6 edge F1."""
        return weighted(GRAPH_WEIGHTS, {"node_f1": self.nodes.f1, "edge_f1": self.edges.f1})


def graph_level(pred: Topology, gold: Topology, similar: Floats, threshold: float = NODE_THRESHOLD) -> GraphLevel:
    """Graph-level counts (Section 3.3 and Appendix A.1).

    Args:
        similar: similarity of vertices, shape (predicted, reference).
        threshold: least similarity of vertices that match.
    """
    alike = similar >= threshold
    return GraphLevel(match_nodes(alike), _match_edges(pred, gold, alike))


def match_nodes(alike: Bools) -> Counts:
    """Predicted vertices with some match, reference vertices with some match; many-to-many."""
    return Counts(int(alike.any(axis=1).sum()), alike.shape[0], int(alike.any(axis=0).sum()), alike.shape[1])


def _match_edges(pred: Topology, gold: Topology, alike: Bools) -> Counts:
    """Arcs along the reference's flow, and reference edges that such arcs recover.

    An arc is right if it runs between matches of two reference vertices of which one reaches the other. A reference
    edge is recovered by a right arc between matches of its ends or, where the reference itself has a way round the
    edge, by a path of right arcs. Wrong arcs are part of no such path: else any circle through all nodes would recover
    everything. Each two predicted vertices recover one edge, in the largest such assignment, so that neither the order
    of elements nor one vague label that resembles every node raises recall.
    """
    depends, right = _dependencies(gold.arcs, len(gold.texts)), np.zeros(len(pred.arcs), dtype=np.bool_)
    targets = matched_targets(depends, alike)
    for start in range(0, len(pred.arcs), _ARCS_AT_ONCE):
        u, v = pred.arcs[start : start + _ARCS_AT_ONCE].T
        right[start : start + _ARCS_AT_ONCE] = (alike[u] & (targets[:, v].T > 0)).any(axis=1)
    recovered = _recovered(pred.arcs[right], gold.arcs, depends, alike)
    return Counts(int(right.sum()), len(pred.arcs), recovered, len(gold.arcs))


def _dependencies(arcs: Positions, size: int) -> Bools:
    """[u, v]: a path leads from u to v; to itself by a self-loop alone.

    Else two shares of one node on a circle, joined by an edge, would be right.
    """
    adjacency = induced_adjacency(arcs, range(size))
    depends = reachability(adjacency)
    np.fill_diagonal(depends, adjacency.diagonal())
    return depends


def _recovered(right: Positions, edges: Positions, depends: Bools, alike: Bools) -> int:
    """Number of the reference's ``edges`` (n, 2) that the predicted arcs ``right`` (m, 2) recover; see _match_edges."""
    size = len(alike)
    if not len(right):
        return 0
    by_arc, by_path = induced_adjacency(right, range(size)), _dependencies(right, size)
    joined = [(how, matched_targets(how, alike.T)) for how in (by_arc, by_path)]
    ways = [joined[_has_way_round(depends, source, target)] for source, target in edges]
    choices = [targets[alike[:, u], v].sum() for (_, targets), (u, v) in zip(ways, edges, strict=True)]
    scarce = _scarce(np.array(choices))
    pairs = []
    for number in scarce.tolist():
        (how, targets), (u, v) = ways[number], edges[number]
        pairs.append(_first_pairs(how, alike[:, u], alike[:, v], targets[:, v], len(scarce)))
    return len(edges) - len(scarce) + _distinct_pairs(pairs)


def _scarce(choices: Floats) -> NDArray[np.intp]:
    """Those that could be left without a choice; every other has as many as there are claimants, itself and they.

    So labels that resemble all others, which give every edge all pairs to choose from, take neither time nor memory.
    """
    most_first = np.argsort(-choices, kind="stable")
    claimants = np.arange(len(choices), 0, -1)
    enough = choices[most_first] >= claimants
    scarce: NDArray[np.intp] = most_first[len(choices) if enough.all() else int(enough.argmin()) :]
    return scarce


def _has_way_round(depends: Bools, source: int, target: int) -> bool:
    """True if another path than the edge itself leads from ``source`` to ``target``."""
    between = depends[source] & depends[:, target]
    between[[source, target]] = False
    return bool(between.any())


def matched_targets(joined: Bools, alike: Bools) -> NDArray[np.float32]:
    """[u, b]: how many matches of the other side's vertex b u leads to, for ``alike`` (other side, this side)."""
    counts: NDArray[np.float32] = joined.astype(np.float32) @ alike.T.astype(np.float32)
    return counts


def _first_pairs(
    joined: Bools, sources: Bools, targets: Bools, targets_of: NDArray[np.float32], most: int
) -> NDArray[np.intp]:
    """Flat positions of the first ``most`` pairs (source, target) that are joined; no edge needs more to choose from.

    There are more only where labels are vague.
    """
    rows, columns = np.flatnonzero(sources & (targets_of > 0)), np.flatnonzero(targets)
    rows = rows[: np.searchsorted(np.cumsum(targets_of[rows]), most) + 1]
    row, column = np.nonzero(joined[np.ix_(rows, columns)])
    pairs: NDArray[np.intp] = rows[row] * len(joined) + columns[column]
    return pairs[:most]


def _distinct_pairs(pairs_by_edge: Sequence[NDArray[np.intp]]) -> int:
    """Size of the largest assignment of one distinct pair to each edge."""
    pairs = [choices.tolist() for choices in pairs_by_edge]
    edge_of: dict[int, int] = {}
    return sum(_assign(edge, pairs, edge_of) for edge in range(len(pairs)))


def _assign(edge: int, pairs: Sequence[Sequence[int]], edge_of: dict[int, int]) -> bool:
    """Give ``edge`` a pair, for which others may take another of theirs; False where that cannot be."""
    claimed_by: dict[int, int] = {}
    displaced = [edge]
    before: dict[int, int] = {}
    for claimant in displaced:
        for pair in pairs[claimant]:
            if pair in claimed_by:
                continue
            claimed_by[pair] = claimant
            if pair in edge_of:
                before[edge_of[pair]] = pair
                displaced.append(edge_of[pair])
                continue
            while claimant != edge:
                edge_of[pair] = claimant
                pair = before[claimant]
                claimant = claimed_by[pair]
            edge_of[pair] = edge
            return True
    return False


def text_level(pred: Topology, components: Sequence[str], similarity: TextSimilarity) -> dict[str, float]:
    """Coverage and faithfulness of Appendix A.2 (the third part, alignment, is a judge's).

    Args:
        components: the components that the structured visual prompt asks for.

    Returns:
        ``coverage``: share of components recovered among the vertices; ``faithfulness``: share of
        vertices, after filtering noise, that some component supports. 1 where there is nothing on
        either side, 0 where only one side is empty.
    """
    labels = [text for text in pred.texts if _is_component(text)]
    counts = match_nodes(similarity.matrix(labels, components) > TEXT_THRESHOLD)
    return {"coverage": counts.recall, "faithfulness": counts.precision}


def _is_component(label: str) -> bool:
    """False for isolated characters, pure digits and subfigure labels, which Appendix A.2 filters out."""
    return not _NO_COMPONENT.fullmatch("".join(_WORD.findall(label)))


def weighted(weights: Mapping[str, float], parts: Mapping[str, float]) -> float:
    """The weighted sum of the parts, each within [0, 1].

    Raises:
        MissingPartError: a part is not there or not a number; a total is never made from the rest.
    """
    absent = [name for name in weights if not math.isfinite(parts.get(name, math.nan))]
    if absent:
        raise MissingPartError(f"no value for {', '.join(absent)}")
    return float(sum(weight * min(max(parts[name], 0.0), 1.0) for name, weight in weights.items()))
