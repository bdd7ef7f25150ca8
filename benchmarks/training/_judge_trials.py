"""Revisions of built graphs that were tried on documents of PAGED, and the judge that is fitted to their gains."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingRegressor

from diagramloop.errors import DiagramloopError, GraphError
from diagramloop.extract.embedded import Embedded
from diagramloop.extract.semantic_agent._embedded import MARGIN
from diagramloop.extract.semantic_agent._features import Scene
from diagramloop.extract.semantic_agent._grounding import Grounding
from diagramloop.extract.semantic_agent._judge import DEPTH, Trees
from diagramloop.extract.semantic_agent._revisions import RevisionKind, revisions
from diagramloop.graph import EdgeKind, FlowGraph
from diagramloop.score.strict import Strict
from diagramloop.sources import Document
from diagramloop.sources.paged import Paged

FOLDS = 5
FLOWS = (EdgeKind.SEQUENCE, EdgeKind.CONDITION, EdgeKind.CONSTRAINT)
LEAST_SEEN = 8
WORTHWHILE = 20.0
TREES = 80


@dataclass(frozen=True)
class Trial:
    """An edit that was tried on a document of a fold."""

    fold: int
    kind: RevisionKind
    features: dict[str, float]
    correct: int
    predicted: int


def fold_of(id: str) -> int:
    """The fold of a document."""
    return int(hashlib.sha256(id.encode()).hexdigest(), 16) % FOLDS


def right(pred: FlowGraph, gold: FlowGraph) -> tuple[int, int, int]:
    """Correct, predicted and gold flows."""
    counts = Strict.of(pred, gold).flows(FLOWS)
    return int(counts.correct), int(counts.predicted), int(counts.gold)


def tried(document: Document, graph: FlowGraph) -> Iterator[Trial]:
    """Every edit of a document's graph."""
    scene = Scene(Grounding(document.text), graph)
    correct, predicted, _ = right(graph, document.graph)
    for revision in revisions(graph):
        try:
            now, told, _ = right(revision.repair(graph), document.graph)
        except GraphError:
            continue
        yield Trial(fold_of(document.id), revision.kind, scene.features(revision), now - correct, told - predicted)


def gathered(folder: Path) -> tuple[list[Trial], float]:
    """All trials, and the micro F1 of flows before them."""
    trials: list[Trial] = []
    totals = np.zeros(3)
    extractor = Embedded()
    for document in Paged(folder).documents():
        if isinstance(document, Document):
            try:
                graph = extractor.extract(document.text).graph
            except DiagramloopError:
                graph = FlowGraph()
            totals += right(graph, document.graph)
            trials += tried(document, graph) if graph.nodes else ()
    return trials, 2 * totals[0] / (totals[1] + totals[2])


def fitted(trials: list[Trial], f1: float) -> Trees:
    """Trees for trials of one kind."""
    seen = Counter(name for trial in trials for name in trial.features)
    names = sorted(name for name, count in seen.items() if count >= LEAST_SEEN)
    told = np.array([[trial.features.get(name, 0.0) for name in names] for trial in trials], dtype=np.float32)
    model = GradientBoostingRegressor(
        n_estimators=TREES, learning_rate=0.06, max_depth=DEPTH, min_samples_leaf=12, subsample=0.7, random_state=0
    ).fit(told, gains(trials, f1))
    complete = [_complete(stage[0].tree_, model.learning_rate) for stage in model.estimators_]
    feature, threshold, value = (np.stack(part) for part in zip(*complete, strict=True))
    base = float(model.init_.constant_.ravel()[0])
    return Trees(tuple(names), base, feature, threshold, value)


def gains(trials: list[Trial], f1: float) -> NDArray[np.float64]:
    """Gain of each trial, in flows."""
    return np.array([trial.correct - 0.5 * f1 * trial.predicted for trial in trials])


def _complete(tree: object, rate: float) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.float32]]:
    """A fitted tree as a complete one: below an early leaf everything goes left, to that leaf's value."""
    inner = 2**DEPTH - 1
    feature = np.zeros(inner, dtype=np.int16)
    threshold = np.full(inner, np.inf, dtype=np.float32)
    value = np.zeros(inner + 1, dtype=np.float32)
    open_ = [(0, 0)]
    while open_:
        place, node = open_.pop()
        leaf = tree.children_left[node] < 0  # type: ignore[attr-defined]
        if place >= inner:
            value[place - inner] = rate * tree.value[node].item()  # type: ignore[attr-defined]
        elif leaf:
            open_ += [(2 * place + 1, node), (2 * place + 2, node)]
        else:
            feature[place], threshold[place] = tree.feature[node], tree.threshold[node]  # type: ignore[attr-defined]
            sides = tree.children_left[node], tree.children_right[node]  # type: ignore[attr-defined]
            open_ += [(2 * place + 1, sides[0]), (2 * place + 2, sides[1])]
    return feature, threshold, value


def held_out(trials: list[Trial], f1: float) -> tuple[float, int]:
    """Gain in flows, and number, of the edits proposed on folds left out."""
    gain, count = 0.0, 0
    for fold in range(FOLDS):
        known = [trial for trial in trials if trial.fold != fold]
        unknown = [trial for trial in trials if trial.fold == fold]
        if len(known) > TREES and unknown:
            trees = fitted(known, f1)
            proposed = [trial for trial in unknown if trees.expected(trial.features) > MARGIN]
            gain, count = gain + float(gains(proposed, f1).sum()), count + len(proposed)
    return gain, count
