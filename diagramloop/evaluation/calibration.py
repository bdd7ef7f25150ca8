"""Calibration of readings: which parts of them are right, and how well their confidences say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import FlowGraph
from diagramloop.scores import align_by_text
from diagramloop.scores.alignment import Alignment, align
from diagramloop.scores.similarity import fold

PARTS = ("nodes", "edges", "labels")
SAME_PLACE = 0.5  # intersection over union from which on two boxes are one node
FIRST, COVERAGE = 0.3, 0.8  # shares of least and of most confidence
BINS = 10  # of equal width (Guo et al., "On Calibration of Modern Neural Networks", ICML 2017)

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Verdict:
    """Which parts of a reading are right.

    Attributes:
        nodes, edges: of each, in the graph's order.
        labels: of each label that was read, by the number of its edge.
        edge_f1: of the whole; 1 where there are none and none were read.
    """

    nodes: tuple[bool, ...]
    edges: tuple[bool, ...]
    labels: dict[int, bool]
    edge_f1: float


def verdict(read: FlowGraph, gold: FlowGraph) -> Verdict:
    """Verdict on ``read`` by ``gold``: met by place where both have places for all nodes, else by text."""
    alignment = met(read, gold)
    nodes, edges = {p for p, _ in alignment.nodes.matched}, dict(alignment.edges.matched)
    labels = {
        p: p in edges and same_text(e.label, gold.edges[edges[p]].label) for p, e in enumerate(read.edges) if e.label
    }
    counts = alignment.edges.counts
    wanted = counts.predicted + counts.gold
    return Verdict(
        nodes=tuple(p in nodes for p in range(len(read.nodes))),
        edges=tuple(p in edges for p in range(len(read.edges))),
        labels=labels,
        edge_f1=2 * len(edges) / wanted if wanted else 1.0,
    )


def met(read: FlowGraph, gold: FlowGraph) -> Alignment:
    """Return which parts of two graphs are met: by place where both have places for all nodes, else by text."""
    placed = gold.size is not None and all(node.box for node in (*gold.nodes, *read.nodes))
    return align(read, gold, SAME_PLACE) if placed else align_by_text(read, gold)


def same_text(one: str, other: str) -> bool:
    """True of texts that differ in nothing but case, spaces and forms of one character."""
    return "".join(fold(one).casefold().split()) == "".join(fold(other).casefold().split())


def calibration_error(said: Sequence[float] | Numbers, right: Sequence[float] | NDArray[np.bool_]) -> float:
    """Expected calibration error: mean distance of confidence from the share that is right, over bins; NaN of none."""
    said, right = np.asarray(said, np.float64), np.asarray(right, np.float64)
    if not len(said):
        return float("nan")
    off = np.bincount(bin_of(said), weights=said - right, minlength=BINS)
    return float(np.abs(off).sum() / len(said))


def bin_of(said: Numbers) -> NDArray[np.intp]:
    """Numbers of the bins that confidences fall into."""
    return np.minimum((said * BINS).astype(np.intp), BINS - 1)


def errors_found(said: Sequence[float] | Numbers, right: Sequence[float] | NDArray[np.bool_], share: float) -> float:
    """Share of the errors that are among the ``share`` of least confidence; NaN where there are none.

    >>> errors_found([0.9, 0.2, 0.8, 0.4], [True, False, False, True], 0.5)
    0.5
    """
    said, wrong = np.asarray(said, np.float64), ~np.asarray(right, bool)
    if not wrong.any():
        return float("nan")
    first = np.argsort(said, kind="stable")[: round(share * len(said))]
    return float(wrong[first].sum() / wrong.sum())


def right_at_coverage(said: Sequence[float] | Numbers, right: Sequence[float] | Numbers, share: float) -> float:
    """Mean of ``right`` over the ``share`` of most confidence; NaN of none."""
    said, right = np.asarray(said, np.float64), np.asarray(right, np.float64)
    first = covered(said, share, np.ones(len(said)))
    return float(first @ right / first.sum()) if first.any() else float("nan")


def covered(said: Numbers, share: float, weights: Numbers) -> Numbers:
    """Weights (..., items) within the ``share`` of most confidence: of the last of them a part, of all others none.

    >>> covered(np.array([0.2, 0.9, 0.5]), 0.5, np.ones(3))
    array([0. , 1. , 0.5])
    """
    order = np.argsort(-said, kind="stable")
    sorted_weights = weights[..., order]
    room = share * weights.sum(axis=-1, keepdims=True) - (np.cumsum(sorted_weights, axis=-1) - sorted_weights)
    taken = np.zeros(weights.shape)
    taken[..., order] = np.clip(room, 0, sorted_weights)
    return taken


def correlation(said: Sequence[float] | Numbers, truth: Sequence[float] | Numbers) -> float:
    """Pearson's; NaN where one of both is constant."""
    said, truth = np.asarray(said, np.float64), np.asarray(truth, np.float64)
    if len(said) < 2 or not said.std() or not truth.std():
        return float("nan")
    return float(np.corrcoef(said, truth)[0, 1])


def figures(said: Mapping[str, Sequence[float]], right: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Figures of how well the confidences of many readings say what is right, by name.

    Args:
        said: confidences of all ``nodes``, ``edges`` and ``labels``, and the estimated edge F1 of each ``chart``.
        right: whether each is right, and the true F1.
    """
    found = {f"{kind} calibration error": calibration_error(said[kind], right[kind]) for kind in PARTS}
    sure, true = (np.concatenate([side[kind] for kind in ("nodes", "edges")]) for side in (said, right))
    return found | {
        "chart correlation": correlation(said["chart"], right["chart"]),
        "chart estimate": float(np.mean(said["chart"])),
        "chart edge F1": float(np.mean(right["chart"])),
        "errors in the first 30 %": errors_found(sure, true, FIRST),
        "edge F1 at 80 % coverage": right_at_coverage(said["chart"], right["chart"], COVERAGE),
        "charts": len(said["chart"]),
    }
