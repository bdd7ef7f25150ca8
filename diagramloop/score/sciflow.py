"""SciFlow-Bench scores as the paper defines them (Appendix A): directed, path-aware, within [0, 1].

The evaluator its authors published computes something else; see :mod:`diagramloop.score.sciflow_official`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from diagramloop.score.counts import Counts
from diagramloop.score.missing import MissingPartError
from diagramloop.score.similarity import TextSimilarity
from diagramloop.score.topology import Bools, Floats, Topology, induced_adjacency, reachability

NODE_THRESHOLD = 0.5  # least similarity of labels that mean the same component
TEXT_THRESHOLD = 0.65  # the same between prompt components and nodes; the published program compares with >

# Weights of Appendix A.1 to A.4.
GRAPH_WEIGHTS = {"node_f1": 0.4, "edge_f1": 0.6}
TEXT_WEIGHTS = {"coverage": 0.3, "faithfulness": 0.3, "alignment": 0.4}
IMAGE_WEIGHTS = {"semantic_consistency": 0.4, "perceptual_similarity": 0.2, "visual_flow": 0.4}
JUDGED_TEXT = ("alignment",)  # of the text level's parts, what a judge gives
OVERALL_WEIGHTS = {"graph": 0.4, "text": 0.3, "image": 0.3}

_WORD = re.compile(r"\w+")
_NO_COMPONENT = re.compile(r"\w?|\d+|fig(ure)?\d+\w?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GraphLevel:
    """Counts of the graph-level score of one chart.

    Attributes:
        nodes: many-to-many, by similarity of labels.
        edges: predicted arcs that follow the reference's flow; ``found`` is at most ``gold``.
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
    """An arc is right if it runs between matches of two reference vertices of which one reaches the other.

    Each right arc recovers one reference pair and each pair is recovered once, by the largest such
    assignment, so that neither the order of elements nor one vague label that resembles every node raises
    recall. Paths can make more pairs than there are edges: ``found`` is clamped to ``gold``.
    """
    adjacency = induced_adjacency(gold.arcs, range(len(gold.texts)))
    depends = reachability(adjacency)
    # A vertex depends on itself only by a self-loop; else two shares of one node joined by an edge would be right.
    np.fill_diagonal(depends, adjacency.diagonal())
    targets = matched_targets(depends, alike)
    # No arc needs more pairs to choose from than there are arcs, however vague the labels.
    pairs_by_arc = [_first_pairs(depends, alike[u], alike[v], targets[:, v], len(pred.arcs)) for u, v in pred.arcs]
    right = sum(pairs.size > 0 for pairs in pairs_by_arc)
    recovered = min(_distinct_pairs(pairs_by_arc), len(gold.arcs))
    return Counts(right, len(pred.arcs), recovered, len(gold.arcs))


def matched_targets(depends: Bools, alike: Bools) -> NDArray[np.float32]:
    """[u, b]: how many matches of predicted vertex b depend on reference vertex u."""
    counts: NDArray[np.float32] = depends.astype(np.float32) @ alike.T.astype(np.float32)
    return counts


def _first_pairs(
    depends: Bools, sources: Bools, targets: Bools, targets_of: NDArray[np.float32], most: int
) -> NDArray[np.intp]:
    """Flat positions of the first reference pairs (source, target) that are matched and dependent."""
    rows, columns = np.flatnonzero(sources & (targets_of > 0)), np.flatnonzero(targets)
    rows = rows[: np.searchsorted(np.cumsum(targets_of[rows]), most) + 1]
    row, column = np.nonzero(depends[np.ix_(rows, columns)])
    pairs: NDArray[np.intp] = rows[row] * len(depends) + columns[column]
    return pairs[:most]


def _distinct_pairs(pairs_by_arc: Sequence[NDArray[np.intp]]) -> int:
    """Size of the largest assignment of one distinct reference pair to each arc."""
    if not any(pairs.size for pairs in pairs_by_arc):
        return 0
    _, pair = np.unique(np.concatenate(pairs_by_arc), return_inverse=True)
    arc = np.repeat(np.arange(len(pairs_by_arc)), [pairs.size for pairs in pairs_by_arc])
    graph = coo_array((np.ones(pair.size, dtype=np.int8), (arc, pair))).tocsr()
    return int((maximum_bipartite_matching(graph, perm_type="column") >= 0).sum())


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
