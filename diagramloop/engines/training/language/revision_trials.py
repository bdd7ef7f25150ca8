"""Trials of revisions: every revision of a graph that was built of a document, with what it changes for the better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.data.sources import Document
from diagramloop.engines.extract.semantic_agent._features import Scene
from diagramloop.engines.extract.semantic_agent._grounding import TextGrounding
from diagramloop.engines.extract.semantic_agent._revisions import RevisionKind, revisions
from diagramloop.engines.training.language.folds import FOLDS, Extracted, bucket
from diagramloop.errors import GraphError
from diagramloop.graph import EdgeKind, FlowGraph
from diagramloop.scores.strict import Strict

FLOWS = (EdgeKind.SEQUENCE, EdgeKind.CONDITION, EdgeKind.CONSTRAINT)


@dataclass(frozen=True)
class Trial:
    """A revision that was tried on a document of a fold.

    Attributes:
        features: that the agent sees of it.
        correct, predicted: flows that there are more for it.
    """

    fold: int
    kind: RevisionKind
    features: dict[str, float]
    correct: int
    predicted: int


@dataclass(frozen=True)
class Trials:
    """Trials, and the micro F1 of flows of the graphs that they were made on."""

    all: Sequence[Trial]
    f1: float

    def of(self, kind: RevisionKind) -> Trials:
        """Those of one kind."""
        return Trials([trial for trial in self.all if trial.kind is kind], self.f1)

    def without(self, fold: int) -> Trials:
        """Those of all other folds."""
        return Trials([trial for trial in self.all if trial.fold != fold], self.f1)

    def only(self, fold: int) -> Trials:
        """Those of one fold."""
        return Trials([trial for trial in self.all if trial.fold == fold], self.f1)

    def gains(self) -> NDArray[np.float64]:
        """Gain of each in flows: correct ones, less half the F1 for each predicted, as micro F1 changes; (trials,)."""
        return np.array([trial.correct - 0.5 * self.f1 * trial.predicted for trial in self.all])


def fold_of(document: Document) -> int:
    """The fold of a document's trials."""
    return bucket(document, "", FOLDS)


def gathered(built: Iterable[Extracted]) -> Trials:
    """All trials on the graphs that were built of documents."""
    trials: list[Trial] = []
    totals = np.zeros(3)
    for document, graph in built:
        totals += flows(graph, document.graph)
        trials += tried(document, graph) if graph.nodes else ()
    return Trials(trials, micro_f1(totals))


def tried(document: Document, graph: FlowGraph) -> Iterator[Trial]:
    """Every revision of a document's graph."""
    scene = Scene(TextGrounding(document.text), graph)
    correct, predicted, _ = flows(graph, document.graph)
    for revision in revisions(graph):
        try:
            now, told, _ = flows(revision.repair(graph), document.graph)
        except GraphError:
            continue
        features = scene.features(revision)
        yield Trial(fold_of(document), revision.kind, features, now - correct, told - predicted)


def flows(pred: FlowGraph, gold: FlowGraph) -> tuple[int, int, int]:
    """Correct, predicted and gold flows."""
    counts = Strict.of(pred, gold).flows(FLOWS)
    return int(counts.correct), int(counts.predicted), int(counts.gold)


def micro_f1(totals: NDArray[np.float64]) -> float:
    """Of correct, predicted and gold flows in all; (3,)."""
    return float(2 * totals[0] / max(totals[1] + totals[2], 1))
