"""Spread of errors of reading to what is attributed in a picture (Follow the Flow, Table 3 and Figure 6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diagramloop.graph import FlowGraph
from diagramloop.score.counts import Counts, f1
from diagramloop.score.regions import boxes_array, iou_matrix

BINS = 5  # as in Table 3

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """One question on a chart that was read from its picture.

    Attributes:
        iou: :func:`segmentation_iou` of the chart.
        word_f1: :func:`word_f1` of the chart.
        counts: of the nodes attributed to the question.
    """

    iou: float
    word_f1: float
    counts: Counts


@dataclass(frozen=True, slots=True)
class PropagationBin:
    """A row of Table 3: the questions whose chart's IoU lies in (``low``, ``high``].

    Attributes:
        iou, word_f1: means over the questions.
        f1: of attributed nodes, micro.
        n: questions.
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
    found, wanted = (boxes_array([node.box for node in graph.nodes]) for graph in (read, gold))
    return float(iou_matrix(wanted, found).max(axis=1).mean())


def word_f1(read: FlowGraph, gold: FlowGraph) -> float:
    """Word overlap F1 of all texts of nodes and edges, words as a multiset, case folded; in [0, 1]."""
    found, wanted = (_words(graph) for graph in (read, gold))
    return Counts.one_to_one((found & wanted).total(), found.total(), wanted.total()).f1


def error_propagation(questions: Sequence[ReadQuestion], bins: int = BINS) -> list[PropagationBin]:
    """The questions in bins of IoU of equal width between the least and the greatest; empty bins are left out."""
    if not questions:
        return []
    ious = np.array([question.iou for question in questions])
    edges = np.linspace(ious.min(), ious.max(), bins + 1)
    inside = np.clip(np.searchsorted(edges, ious, side="left") - 1, 0, bins - 1)
    return [
        _bin(float(edges[at]), float(edges[at + 1]), [questions[i] for i in np.flatnonzero(inside == at).tolist()])
        for at in range(bins)
        if (inside == at).any()
    ]


def _bin(low: float, high: float, questions: Sequence[ReadQuestion]) -> PropagationBin:
    iou, words = np.mean([(question.iou, question.word_f1) for question in questions], axis=0).tolist()
    total = np.sum([question.counts.row for question in questions], axis=0)
    return PropagationBin(low, high, iou, words, float(f1(total)), len(questions))


def _words(graph: FlowGraph) -> Counter[str]:
    texts = (*(node.text for node in graph.nodes), *(edge.label for edge in graph.edges))
    return Counter(word for text in texts for word in _WORD.findall(text.casefold()))
