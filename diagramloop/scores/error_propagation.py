"""Spread of errors of reading to what is attributed in a picture (Follow the Flow, Table 3 and Figure 6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from diagramloop.graph import FlowGraph
from diagramloop.scores.counts import Counts, f1
from diagramloop.scores.regions import boxes_array, iou_matrix

BINS = 5  # as in Table 3

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class ReadChart:
    """One chart that was read from its picture, and that questions were asked on: a sample of Table 3, a point of
    Figure 6.

    Attributes:
        id: of the chart.
        iou: :func:`segmentation_iou`.
        word_f1: :func:`word_f1`.
        counts: of the nodes attributed to all its questions.
    """

    id: str
    iou: float
    word_f1: float
    counts: Counts


@dataclass(frozen=True, slots=True)
class PropagationBin:
    """A row of Table 3: the charts whose IoU lies in (``low``, ``high``].

    Attributes:
        iou, word_f1: means over the charts.
        f1: of attributed nodes, micro over all questions on them; the paper does not say how it sums.
        n: charts, as in the paper, whose 925 are fewer than its questions.
    """

    low: float
    high: float
    iou: float
    word_f1: float
    f1: float
    n: int


def segmentation_iou(read: FlowGraph, gold: FlowGraph) -> float:
    """Mean over the gold nodes of the greatest IoU with a node that was read; in [0, 1]."""
    if not gold.nodes or not read.nodes:
        return float(not gold.nodes and not read.nodes)
    predicted, wanted = (boxes_array([node.box for node in graph.nodes]) for graph in (read, gold))
    return float(iou_matrix(wanted, predicted).max(axis=1).mean())


def word_f1(read: FlowGraph, gold: FlowGraph) -> float:
    """Word overlap F1 of all texts of nodes and edges, words as a multiset, case folded; in [0, 1]."""
    predicted, wanted = (_words(graph) for graph in (read, gold))
    return Counts.one_to_one((predicted & wanted).total(), predicted.total(), wanted.total()).f1


def read_charts(quality: Mapping[str, tuple[float, float]], scored: Iterable[tuple[str, Counts]]) -> list[ReadChart]:
    """The charts that questions were asked on, in the order of the first one.

    Args:
        quality: by chart, :func:`segmentation_iou` and :func:`word_f1`; questions on others are left out.
        scored: of each question its chart, and the counts of its nodes.
    """
    summed: dict[str, Counts] = {}
    for chart, counts in scored:
        if chart in quality:
            summed[chart] = summed[chart] + counts if chart in summed else counts
    return [ReadChart(chart, *quality[chart], counts) for chart, counts in summed.items()]


def error_propagation(charts: Sequence[ReadChart], bins: int = BINS) -> list[PropagationBin]:
    """The charts in bins of IoU of equal width between the least and the greatest; empty bins are left out."""
    if not charts:
        return []
    ious = np.array([chart.iou for chart in charts])
    edges = np.linspace(ious.min(), ious.max(), bins + 1)
    inside = np.clip(np.searchsorted(edges, ious, side="left") - 1, 0, bins - 1)
    filled = []
    for number, (low, high) in enumerate(pairwise(edges.tolist())):
        members = np.flatnonzero(inside == number).tolist()
        if members:
            filled.append(_bin(low, high, [charts[i] for i in members]))
    return filled


def _bin(low: float, high: float, charts: Sequence[ReadChart]) -> PropagationBin:
    iou, words = np.mean([(chart.iou, chart.word_f1) for chart in charts], axis=0).tolist()
    total = np.sum([chart.counts.row for chart in charts], axis=0)
    return PropagationBin(low, high, iou, words, float(f1(total)), len(charts))


def _words(graph: FlowGraph) -> Counter[str]:
    texts = (*(node.text for node in graph.nodes), *(edge.label for edge in graph.edges))
    return Counter(word for text in texts for word in _WORD.findall(text.casefold()))
