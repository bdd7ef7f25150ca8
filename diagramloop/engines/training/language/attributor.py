"""Training of the embedded attributor, on more than one style of gold.

FlowExplainBench's people marked few nodes, the node that tells the answer above all; the shipped corpus marks whole
ways. Who trains on one style alone misses the other, so trees and the threshold are found on both. Figures are
cross-validated: in each fold both readings are grown anew on the other folds' charts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict

from diagramloop.data.sources import Chart, Corpus, FlowExplainBench, Question
from diagramloop.engines.attribute import AttributionTask
from diagramloop.engines.attribute.embedded.features import FeatureReading, matrix
from diagramloop.engines.attribute.embedded.topology import topological_grounds
from diagramloop.engines.attribute.embedded.weights import GroundingWeights
from diagramloop.engines.attribute.symbolic_chart import SymbolicChart, ToolTrace
from diagramloop.engines.training.grown_trees import Flags, Matrix, TreeSettings, grown
from diagramloop.engines.training.language.learned import Learned
from diagramloop.engines.training.language.question_types import typing_weights
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.models.boosted_trees import BoostedTrees


class AttributorSettings(BaseModel):
    """All that decides which weights come out, but the data.

    Attributes:
        trees: of both readings.
        folds: of the cross-validation, by chart.
        least, most, step: thresholds that are tried, to find the F1 that can be had.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    trees: TreeSettings = TreeSettings()
    folds: int = 5
    least: float = 0.3
    most: float = 0.55
    step: float = 0.025


@dataclass(frozen=True)
class Asked:
    """A question as a system gets it, its gold nodes by number, and where it is from.

    Attributes:
        fold: of its chart, below the number of folds.
        computed: nodes that the tools compute without learning; empty where there are none.
        reading: of what is learned; None where it is computed.
        rows: (n, features) of the first reading.
    """

    style: str
    question: Question
    task: AttributionTask
    fold: int
    gold: Flags
    computed: tuple[str, ...]
    reading: FeatureReading | None
    rows: Matrix


def learn(folder: Path, settings: AttributorSettings) -> Learned:
    """Weights from FlowExplainBench in ``folder`` and the shipped corpus; minutes on one core."""
    asked = asked_in(folder, settings)
    styles = list(dict.fromkeys(one.style for one in asked))
    chances = cross_validated(asked, settings)
    threshold = threshold_of(asked, chances, settings)
    learned = [one for one in asked if one.reading]
    typing, right = typing_weights([(one.task, one.question, one.fold) for one in asked], settings.folds)
    weights = GroundingWeights(*_both(learned, settings), threshold, typing, _names(learned[0]))
    figures = {f"{style}/f1": micro_f1([o for o in asked if o.style == style], chances, threshold) for style in styles}
    things = {style: sorted({chart_fingerprint(o.task.graph) for o in asked if o.style == style}) for style in styles}
    return Learned(weights.numbers(), things, {**figures, "question_types/right": right})


def asked_in(folder: Path, settings: AttributorSettings) -> list[Asked]:
    """The questions of both styles."""
    sources: dict[str, FlowExplainBench | Corpus] = {
        "flowexplainbench": FlowExplainBench(folder),
        "corpus": Corpus(shipped_corpus()),
    }
    return [one for style, source in sources.items() for one in _asked(style, source, settings.folds)]


def threshold_of(asked: Sequence[Asked], chances: dict[str, Matrix], settings: AttributorSettings) -> float:
    """With true chances the set of highest micro F1 takes the nodes above half of it."""
    tried = np.arange(settings.least, settings.most, settings.step)
    return round(max(micro_f1(asked, chances, at) for at in tried) / 2, 2)


def _asked(style: str, source: FlowExplainBench | Corpus, folds: int) -> Iterator[Asked]:
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    for question in source.questions():
        if not isinstance(question, Question):
            continue
        graph = charts[question.chart].graph
        task = AttributionTask(question.id, graph, question.question, question.answers[0])
        trace = ToolTrace(SymbolicChart(graph))
        computed = topological_grounds(task.question, trace)
        reading = None if computed else FeatureReading(task, trace)
        rows = matrix(reading.first()) if reading else np.zeros((len(graph.nodes), 0))
        gold = np.array([node.id in question.attribution for node in graph.nodes])
        yield Asked(style, question, task, fold_of(question.chart, folds), gold, computed, reading, rows)


def fold_of(chart: str, folds: int) -> int:
    """The part of the cross-validation that a chart is in."""
    return int(hashlib.sha256(f"fold {chart}".encode()).hexdigest(), 16) % folds


def cross_validated(asked: Sequence[Asked], settings: AttributorSettings) -> dict[str, Matrix]:
    """Chances of every node by question id, from readings grown on the other folds; computed nodes have 1, others 0."""
    chances: dict[str, Matrix] = {
        _key(one): np.array([float(node.id in one.computed) for node in one.task.graph.nodes])
        for one in asked
        if one.computed
    }
    for fold in range(settings.folds):
        own = [one for one in asked if one.reading and one.fold == fold]
        first, second = _both([one for one in asked if one.reading and one.fold != fold], settings)
        chances |= {_key(one): second.probabilities(_second_rows(one, first)) for one in own}
    return chances


def micro_f1(asked: Sequence[Asked], chances: dict[str, Matrix], threshold: float) -> float:
    """Micro F1 of the chosen nodes."""
    total = np.zeros(3)
    for one in asked:
        found = chosen(one, chances, threshold)
        total += ((found & one.gold).sum(), found.sum(), one.gold.sum())
    return float(2 * total[0] / max(total[1] + total[2], 1))


def chosen(one: Asked, chances: dict[str, Matrix], threshold: float) -> Flags:
    """The nodes from a threshold on, the likeliest where there is none; (n,)."""
    own = chances[_key(one)]
    found: Flags = own >= min(threshold, float(own.max()))
    return found


def _key(one: Asked) -> str:
    return f"{one.style} {one.question.id}"


def _first(some: Sequence[Asked], settings: AttributorSettings) -> BoostedTrees:
    return grown(np.concatenate([o.rows for o in some]), np.concatenate([o.gold for o in some]), settings.trees)


def _second_rows(one: Asked, first: BoostedTrees) -> Matrix:
    assert one.reading is not None
    return np.hstack([one.rows, matrix(one.reading.second(first.probabilities(one.rows)))])


def _both(some: Sequence[Asked], settings: AttributorSettings) -> tuple[BoostedTrees, BoostedTrees]:
    """Both readings; the second learns from what first readings say of charts that they were not grown on."""
    rows, gold = [], []
    for fold in sorted({one.fold for one in some}):
        trees = _first([one for one in some if one.fold != fold], settings)
        own = [one for one in some if one.fold == fold]
        rows += [_second_rows(one, trees) for one in own]
        gold += [one.gold for one in own]
    return _first(some, settings), grown(np.concatenate(rows), np.concatenate(gold), settings.trees)


def _names(one: Asked) -> tuple[str, ...]:
    assert one.reading is not None
    return (*one.reading.first(), *one.reading.second(np.zeros(len(one.gold))))
