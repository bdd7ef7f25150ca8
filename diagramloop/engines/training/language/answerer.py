"""Training of the embedded answerer on one half of FlowExplainBench's charts; the other half is only measured.

Its people marked the nodes that ground an answer, the way to it among them. So a node's worth is read off the accepted
answers instead: whether it is in the set of nodes whose texts say most of one of them, and what its text alone says.
Charts are halved by the SHA-256 of their ids, as those of :mod:`diagramloop.engines.training.language.relevance_charts`
are; the thresholds come from folds of the first half.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict

from diagramloop.data.sources import Chart, FlowExplainBench, Question
from diagramloop.engines.answer.embedded.answer_nodes import AnswerWeights, QuestionReading
from diagramloop.engines.answer.embedded.sentence import sentence
from diagramloop.engines.answer.solver.reading import reading as computable
from diagramloop.engines.attribute.embedded.features import matrix
from diagramloop.engines.training.grown_trees import Matrix, TreeSettings, grown
from diagramloop.engines.training.language.attributor import fold_of
from diagramloop.engines.training.language.learned import Learned
from diagramloop.engines.training.language.relevance_charts import PARTS
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.graph import FlowGraph
from diagramloop.models.boosted_trees import BoostedTrees
from diagramloop.scores.answers import AnswerComparison


class AnswererSettings(BaseModel):
    """All that decides which weights come out, but the data.

    Attributes:
        trees: of the chances.
        folds: of the first half's charts, from which the thresholds come.
        least_gain: F1 that a further node must add, to count as part of an answer.
        alone: weight of what a node's text says alone, beside that of its part in the best set.
        thresholds: tried for a second node.
        refused: share of the first half's questions that ``AnswerWeights.least`` leaves unanswered.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    trees: TreeSettings = TreeSettings(bags=2)
    folds: int = 5
    least_gain: float = 0.02
    alone: float = 0.5
    thresholds: tuple[float, ...] = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4)
    refused: float = 0.02


@dataclass(frozen=True)
class OpenQuestion:
    """A question that is not computed, read beside its chart.

    Attributes:
        rows: (n, features), of the chart's n nodes.
        worth: (n,) of each node, from 0 to 1.
    """

    question: Question
    graph: FlowGraph
    reading: QuestionReading
    rows: Matrix
    worth: Matrix

    def f1(self, chances: Matrix, threshold: float) -> float:
        """F1 of the answer that chances of the nodes (n,) make."""
        nodes = [self.graph.node_by_id[id] for id in self.reading.chosen(chances, threshold)]
        return AnswerComparison(sentence(self.question.question, nodes), self.question.answers).f1


def part_of(chart: str) -> str:
    """One of ``PARTS``: the weights are of the first, figures of the second."""
    return PARTS[int(hashlib.sha256(chart.encode()).hexdigest(), 16) % 2]


def learn(folder: Path, settings: AnswererSettings) -> Learned:
    """Weights from FlowExplainBench in ``folder``; minutes on one core."""
    questions = list(open_questions(folder, settings))
    seen = [each for each in questions if part_of(each.question.chart) == PARTS[0]]
    unseen = [each for each in questions if part_of(each.question.chart) == PARTS[1]]
    chances = cross_validated(seen, settings)
    threshold = max(settings.thresholds, key=lambda tried: mean_f1(seen, chances, tried))
    least = float(np.quantile([own.max() for own in chances], settings.refused))
    trees = trees_of(seen, settings)
    weights = AnswerWeights(trees, threshold, round(least, 3), tuple(seen[0].reading.features))
    figures = {f"{PARTS[0]}/f1": mean_f1(seen, chances, threshold), **_by_kind(unseen, weights)}
    things = sorted({chart_fingerprint(each.graph) for each in seen})
    return Learned(weights.numbers(), {"flowexplainbench": things}, figures)


def _by_kind(questions: Sequence[OpenQuestion], weights: AnswerWeights) -> dict[str, float]:
    """Mean F1 of each kind of question, on charts that were left out."""
    figures = {}
    for kind in sorted({each.question.type.value for each in questions}):
        own = [each for each in questions if each.question.type.value == kind]
        chances = [each.reading.chances(weights.trees) for each in own]
        figures[f"{PARTS[1]}/{kind}/f1"] = mean_f1(own, chances, weights.threshold)
    return figures


def open_questions(folder: Path, settings: AnswererSettings) -> Iterator[OpenQuestion]:
    """The questions of the data set that the solver does not read."""
    source = FlowExplainBench(folder)
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    for question in source.questions():
        if not isinstance(question, Question) or computable(question.question):
            continue
        graph = charts[question.chart].graph
        reading = QuestionReading(question.question, graph)
        rows = matrix(reading.features)
        yield OpenQuestion(question, graph, reading, rows, worth(question.answers, graph, settings))


def worth(answers: Sequence[str], graph: FlowGraph, settings: AnswererSettings) -> Matrix:
    """(n,) worth of each node for one of the accepted answers, from 0 to 1."""
    texts = [node.text for node in graph.nodes]

    def f1(chosen: Sequence[int]) -> float:
        return AnswerComparison(" ".join(texts[number] for number in chosen), answers).f1

    alone = np.array([f1([number]) for number in range(len(texts))])
    best = np.zeros(len(texts))
    best[best_set(len(texts), f1, settings.least_gain)] = 1.0
    together: Matrix = (best + settings.alone * alone) / (1 + settings.alone)
    return together


def best_set(count: int, value: Callable[[Sequence[int]], float], least_gain: float) -> list[int]:
    """Numbers below ``count``, the one that adds most to ``value`` first, until none adds ``least_gain``."""
    chosen: list[int] = []
    reached = 0.0
    while len(chosen) < count:
        left = [number for number in range(count) if number not in chosen]
        following = max(left, key=lambda number: value([*chosen, number]))
        gained = value([*chosen, following])
        if gained <= reached + least_gain:
            break
        chosen.append(following)
        reached = gained
    return chosen


def trees_of(questions: Sequence[OpenQuestion], settings: AnswererSettings) -> BoostedTrees:
    """Trees for the nodes' worth: each row is once true and once false, by what it is worth and what it is not."""
    rows = np.concatenate([each.rows for each in questions])
    worths = np.concatenate([each.worth for each in questions])
    truth = np.repeat([True, False], len(rows))
    return grown(np.concatenate([rows, rows]), truth, settings.trees, np.concatenate([worths, 1 - worths]))


def cross_validated(questions: Sequence[OpenQuestion], settings: AnswererSettings) -> list[Matrix]:
    """Chances (n,) of each question's nodes, by trees that were grown on the other folds' charts."""
    chances: list[Matrix] = [np.zeros(0)] * len(questions)
    folds = [fold_of(each.question.chart, settings.folds) for each in questions]
    for fold in range(settings.folds):
        trees = trees_of([each for each, own in zip(questions, folds, strict=True) if own != fold], settings)
        for number, own in enumerate(folds):
            if own == fold:
                chances[number] = questions[number].reading.chances(trees)
    return chances


def mean_f1(questions: Sequence[OpenQuestion], chances: Sequence[Matrix], threshold: float) -> float:
    """Mean F1 of the answers."""
    scores = [each.f1(own, threshold) for each, own in zip(questions, chances, strict=True)]
    return float(np.mean(scores)) if scores else 0.0
