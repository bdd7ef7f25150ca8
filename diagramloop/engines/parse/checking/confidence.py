"""Calibrated confidence: the probability that each part of a reading is right, and the edge F1 it is likely to have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.checking.explanation import (
    ChartSigns,
    EdgeSigns,
    Explanation,
    LabelSigns,
    NodeSigns,
    TextSigns,
    names,
    values,
)
from diagramloop.engines.parse.checking.text_confidence import text_weights
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.boosted_trees import BoostedTrees
from diagramloop.models.weight_file import TrainedNumbers, read_numbers, shipped_numbers

SHIPPED = "weights/confidence.safetensors"
DIGITS = 3  # of a probability; the rest is not known
_MISSING = 0.5  # share of bare exits of decisions, and of texts that are nobody's, that are labels on the drawing

Numbers = NDArray[np.float64]

OF_CHART = names(ChartSigns)
NODE_NAMES, EDGE_NAMES = (*names(NodeSigns), *OF_CHART), (*names(EdgeSigns), *OF_CHART)
LABEL_NAMES = names(LabelSigns)
SIGNS = {"nodes": NODE_NAMES, "edges": EDGE_NAMES, "labels": LABEL_NAMES}
FACTS = {"names": {kind: list(signs) for kind, signs in SIGNS.items()}}  # of the weights, as their file tells them


@dataclass(frozen=True)
class Confidence:
    """Probabilities of being right.

    Attributes:
        nodes, edges: of each, in the order of the graph.
        labels: of each label, by the number of its edge: that the edge is there and says so; of edges that leave a
            decision without one, that they have none.
        texts: of the texts of nodes, then of groups, each where its element is there.
        edge_f1: the F1 that the edges are likely to have (:func:`expected_edge_f1`).
        f1: that all is likely to have, nodes by their texts, edges and labels counted together.
    """

    nodes: tuple[float, ...]
    edges: tuple[float, ...]
    labels: dict[int, float]
    texts: tuple[float, ...]
    edge_f1: float
    f1: float


@dataclass(frozen=True)
class ConfidenceWeights:
    """Trees that tell the probabilities.

    Attributes:
        nodes, edges: of each, by its own signs and its chart's.
        labels: of a label, where its edge is right.
    """

    nodes: BoostedTrees
    edges: BoostedTrees
    labels: BoostedTrees

    def confidence(self, explained: Explanation) -> Confidence:
        """The probabilities for a reading that explains so much."""
        chart = values(explained.chart)
        nodes = self.nodes.probabilities(in_chart([values(node) for node in explained.nodes], chart, NODE_NAMES))
        edges = self.edges.probabilities(in_chart([values(edge) for edge in explained.edges], chart, EDGE_NAMES))
        texts, labels = _probabilities(explained.texts), edges[list(explained.labels)] * self._labels(explained)
        parts = Parts(nodes * texts[: len(nodes)], nodes, edges, labels, edges[list(explained.label_texts)])
        of_labels = dict(zip(explained.labels, _rounded(labels), strict=True))
        for number in explained.bare_exits:
            of_labels[number] = round(float(edges[number]) * (1 - _MISSING), DIGITS)
        edge_f1 = round(expected_edge_f1(chart, edges), DIGITS)
        f1 = round(parts.expected_f1(chart, len(explained.bare_exits), explained.free_texts), DIGITS)
        return Confidence(_rounded(nodes), _rounded(edges), of_labels, _rounded(texts), edge_f1, f1)

    def _labels(self, explained: Explanation) -> Numbers:
        """Of each label, that it is its edge's and read rightly, where the edge is right."""
        signs = [values(label) for label in explained.labels.values()]
        owned = self.labels.probabilities(np.array(signs).reshape(-1, len(LABEL_NAMES)))
        return np.minimum(owned, _probabilities([explained.label_texts[number] for number in explained.labels]))

    def numbers(self) -> TrainedNumbers:
        """The trees as arrays, and the names of the signs that they ask for."""
        arrays = {name: each for kind in SIGNS for name, each in getattr(self, kind).arrays(kind).items()}
        return TrainedNumbers(arrays, FACTS)

    @classmethod
    def of(cls, numbers: TrainedNumbers) -> ConfidenceWeights:
        """Return the trees that :meth:`numbers` described.

        Raises:
            ModelError: they are numbers of something else, or ask for other signs (INVALID).
        """
        try:
            if numbers.facts["names"] != FACTS["names"]:
                raise ValueError("they ask for other signs: fit them anew")
            return cls(**{kind: BoostedTrees.of(numbers.arrays, kind, len(signs)) for kind, signs in SIGNS.items()})
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"no weights of confidences: {error}") from error


def in_chart(rows: Sequence[Numbers] | Numbers, chart: Numbers, columns: Sequence[str]) -> Numbers:
    """Signs of parts with those of their chart behind them, shape (rows, columns)."""
    own = np.asarray(rows, np.float64).reshape(-1, len(columns) - len(chart))
    return np.hstack([own, np.repeat(chart[None], len(own), axis=0)])


def expected_edge_f1(chart: Numbers, edges: Numbers) -> float:
    """The edge F1 that a reading is likely to have: 2 R / (edges + R + M).

    R are the edges that are likely right, the sum of their probabilities. M are those that are likely missed: lines
    that nothing owns, each as one where it ends at two nodes and as half of one where it ends at one. Trees that were
    grown for the F1 itself by these and all other signs of a chart do worse on families of pictures not seen.

    Args:
        chart: signs in the order of OF_CHART.
        edges: probabilities.
    """
    if not len(edges):
        return 0.0
    right = float(edges.sum())
    return expected_f1(right, len(edges), right + missed_edges(chart, len(edges)))


def missed_edges(chart: Numbers, edges: int) -> float:
    """Number of edges that are likely missed, beside so many that were read."""
    lines = chart[OF_CHART.index("left_at_one")] / 2 + chart[OF_CHART.index("left_between")]
    return float(lines * (1 + edges))


def expected_f1(right: float, read: float, there: float) -> float:
    """F1 of so many that are right of those that were read and of those that are there; 0 of none."""
    return 2 * right / (read + there) if read + there else 0.0


@dataclass(frozen=True)
class Parts:
    """Probabilities of all that was read.

    Attributes:
        names: of each node, that it is there and says so.
        nodes, edges: of each, that it is there.
        labels: of each label, that its edge is there and says so.
        labelled: of each edge that has one.
    """

    names: Numbers
    nodes: Numbers
    edges: Numbers
    labels: Numbers
    labelled: Numbers

    def expected_f1(self, chart: Numbers, bare_exits: int, free_texts: int) -> float:
        """The F1 that nodes by their texts, edges and labels are likely to have, counted together.

        A label is missed for every two exits of decisions that have none, or texts that are nobody's.

        Args:
            chart: signs in the order of OF_CHART.
            bare_exits, free_texts: how many there are of either.
        """
        right = float(self.names.sum() + self.edges.sum() + self.labels.sum())
        read = len(self.nodes) + len(self.edges) + len(self.labelled)
        missed = missed_edges(chart, len(self.edges)) + _MISSING * max(bare_exits, free_texts)
        there = float(self.nodes.sum() + self.edges.sum() + self.labelled.sum()) + missed
        return expected_f1(right, read, there)


def confident(graph: FlowGraph, said: Confidence) -> FlowGraph:
    """``graph`` with these confidences in the place of its own."""
    of_texts = [{"text_confidence": share} for share in said.texts]
    nodes = [
        node.model_copy(update={"confidence": share} | of_text)
        for node, share, of_text in zip(graph.nodes, said.nodes, of_texts, strict=False)
    ]
    titles = zip(graph.groups, of_texts[len(nodes) :], strict=True)
    groups = [group.model_copy(update=of_text) for group, of_text in titles]
    edges = [
        edge.model_copy(update={"confidence": p, "label_confidence": said.labels.get(number)})
        for number, (edge, p) in enumerate(zip(graph.edges, said.edges, strict=True))
    ]
    estimates = {"estimated_edge_f1": said.edge_f1, "estimated_f1": said.f1}
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges), groups=tuple(groups), **estimates)


def _probabilities(texts: Sequence[TextSigns]) -> Numbers:
    return text_weights().probabilities(np.array([values(text) for text in texts]))


def _rounded(probabilities: Numbers) -> tuple[float, ...]:
    return tuple(probabilities.round(DIGITS).tolist())


@lru_cache(maxsize=2)
def confidence_weights(place: str = "") -> ConfidenceWeights:
    """The shipped weights, or those of a file as ``benchmarks/training/train_checks.py`` writes it.

    Raises:
        ModelError: there is no such file (MISSING), or it holds no such weights (INVALID).
    """
    if not place:
        return ConfidenceWeights.of(shipped_numbers(__package__, SHIPPED))
    try:
        return ConfidenceWeights.of(read_numbers(Path(place).read_bytes(), place))
    except OSError as error:
        raise ModelError(f"no weights {place}", reason=RejectionReason.MISSING) from error
    except DiagramloopError as error:
        raise ModelError(f"{place}: {error}", reason=error.reason) from error
