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
    names,
    values,
)
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.boosted_trees import BoostedTrees
from diagramloop.models.weight_file import TrainedNumbers, read_numbers, shipped_numbers

SHIPPED = "weights/confidence.safetensors"
DIGITS = 3  # of a probability; the rest is not known

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
        labels: of each label, by the number of its edge: that the edge is there and says so.
        edge_f1: the F1 that the edges are likely to have (:func:`expected_edge_f1`).
    """

    nodes: tuple[float, ...]
    edges: tuple[float, ...]
    labels: dict[int, float]
    edge_f1: float


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
        told = [values(label) for label in explained.labels.values()]
        labels = self.labels.probabilities(np.array(told).reshape(-1, len(LABEL_NAMES)))
        return Confidence(
            nodes=_rounded(nodes),
            edges=_rounded(edges),
            labels=dict(zip(explained.labels, _rounded(labels * edges[list(explained.labels)]), strict=True)),
            edge_f1=round(expected_edge_f1(chart, edges), DIGITS),
        )

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
    missed = (chart[OF_CHART.index("left_at_one")] / 2 + chart[OF_CHART.index("left_between")]) * (1 + len(edges))
    right = float(edges.sum())
    return float(2 * right / (len(edges) + right + missed))


def confident(graph: FlowGraph, said: Confidence) -> FlowGraph:
    """``graph`` with these confidences in the place of its own."""
    nodes = [n.model_copy(update={"confidence": p}) for n, p in zip(graph.nodes, said.nodes, strict=True)]
    edges = [
        edge.model_copy(update={"confidence": p, "label_confidence": said.labels.get(number)})
        for number, (edge, p) in enumerate(zip(graph.edges, said.edges, strict=True))
    ]
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges), estimated_edge_f1=said.edge_f1)


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
