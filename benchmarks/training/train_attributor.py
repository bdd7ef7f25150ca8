"""Train the embedded attributor's weights.

    python -m benchmarks.training.train_attributor FLOWEXPLAINBENCH [--charts dev|all] [--out NPZ]

Only charts of the dev split are looked at (``_parts.py``: 70 % of charts, by SHA-256 of the id),
unless ``--charts all`` says otherwise. Prints what five-fold cross-validation over charts says, fold by fold with both
readings trained anew, of the questions that are learned and of all, and writes the weights trained on all of those
charts. Needs scikit-learn.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from benchmarks.training._parts import attribution_part
from diagramloop.attribute import AttributionTask
from diagramloop.attribute.embedded.boosted_trees import LEAF, BoostedTrees
from diagramloop.attribute.embedded.features import Reading, matrix
from diagramloop.attribute.embedded.question_typing import cue_vector
from diagramloop.attribute.embedded.topology import topological_grounds
from diagramloop.attribute.embedded.weights import Weights
from diagramloop.attribute.symbolic_chart import SymbolicChart, Trace
from diagramloop.sources import Chart, FlowExplainBench, Question, QuestionType

FOLDS = 5
BAGS = 5
TREES = {
    "max_iter": 200,
    "learning_rate": 0.05,
    "max_leaf_nodes": 12,
    "min_samples_leaf": 40,
    "l2_regularization": 5.0,
    "max_features": 0.15,
}
THRESHOLDS = np.arange(0.3, 0.55, 0.025)


@dataclass(frozen=True)
class Example:
    """One question with its features and its gold nodes."""

    reading: Reading
    rows: np.ndarray
    gold: np.ndarray
    fold: int


def fold_of(chart: str) -> int:
    """In which part of the cross-validation a chart is, by another hash than the split's."""
    return int(hashlib.sha256(f"fold {chart}".encode()).hexdigest(), 16) % FOLDS


def task_of(question: Question, chart: Chart) -> AttributionTask:
    """The question as a system gets it, with the preferred answer."""
    return AttributionTask(question.id, chart.graph, question.question, question.answers[0])


def examples(tasks: list[tuple[AttributionTask, Question]]) -> tuple[list[Example], list[str]]:
    """The questions that have to be learned, and the names of their features."""
    made: list[Example] = []
    names: list[str] = []
    for task, question in tasks:
        trace = Trace(SymbolicChart(task.graph))
        if topological_grounds(task.question, trace):
            continue
        reading = Reading(task, trace)
        first = reading.first()
        names = [*first, *reading.second(np.zeros(len(reading.ids)))]
        gold = np.array([id in question.attribution for id in reading.ids])
        made.append(Example(reading, matrix(first), gold, fold_of(question.chart)))
    return made, names


def computed(tasks: list[tuple[AttributionTask, Question]]) -> np.ndarray:
    """Right, named and gold nodes of the questions that are computed from the graph, summed."""
    total = np.zeros(3)
    for task, question in tasks:
        found = set(topological_grounds(task.question, Trace(SymbolicChart(task.graph))))
        if found:
            gold = set(question.attribution)
            total += (len(found & gold), len(found), len(gold))
    return total


def grown(rows: np.ndarray, gold: np.ndarray) -> BoostedTrees:
    """Trees of several seeds, averaged."""
    forests = [
        HistGradientBoostingClassifier(random_state=seed, early_stopping=False, **TREES).fit(rows, gold)
        for seed in range(BAGS)
    ]
    trees = [tree[0].nodes for forest in forests for tree in forest._predictors]
    width = max(map(len, trees))

    def padded(of: Callable[[np.ndarray], np.ndarray], empty: float, kind: str) -> np.ndarray:
        table = np.full((len(trees), width), empty, dtype=kind)
        for row, nodes in zip(table, trees, strict=True):
            row[: len(nodes)] = of(nodes)
        return table

    base = np.mean([forest._baseline_prediction.ravel()[0] for forest in forests])
    return BoostedTrees(
        padded(lambda n: np.where(n["is_leaf"], LEAF, n["feature_idx"]), LEAF, "i2"),
        padded(lambda n: np.where(n["is_leaf"], 0, n["num_threshold"]), 0, "f4"),
        padded(lambda n: n["left"], 0, "i2"),
        padded(lambda n: n["right"], 0, "i2"),
        padded(lambda n: n["value"] / BAGS, 0, "f4"),
        np.array(base),
    )


def first_trees(some: list[Example]) -> BoostedTrees:
    """The first reading's."""
    return grown(np.concatenate([e.rows for e in some]), np.concatenate([e.gold for e in some]))


def with_second(example: Example, trees: BoostedTrees) -> np.ndarray:
    """An example's rows for the second reading."""
    return np.hstack([example.rows, matrix(example.reading.second(trees.probabilities(example.rows)))])


def both_trees(some: list[Example]) -> tuple[BoostedTrees, BoostedTrees]:
    """Both readings'; the second learns from what first readings say of charts that they were not trained on."""
    rows, gold = [], []
    for fold in sorted({e.fold for e in some}):
        trees = first_trees([e for e in some if e.fold != fold])
        for example in some:
            if example.fold == fold:
                rows.append(with_second(example, trees))
                gold.append(example.gold)
    return first_trees(some), grown(np.concatenate(rows), np.concatenate(gold))


def micro_f1(chances: np.ndarray, gold: np.ndarray, threshold: float) -> float:
    """Of the nodes from a threshold on."""
    chosen = chances >= threshold
    return float(2 * (chosen & gold).sum() / (chosen.sum() + gold.sum()))


def cross_validated(some: list[Example]) -> tuple[np.ndarray, np.ndarray]:
    """Chances of every node by readings trained on the other folds' charts, and gold."""
    chances, gold = [], []
    for fold in range(FOLDS):
        first, second = both_trees([e for e in some if e.fold != fold])
        for example in some:
            if example.fold == fold:
                chances.append(second.probabilities(with_second(example, first)))
                gold.append(example.gold)
    return np.concatenate(chances), np.concatenate(gold)


def typing(tasks: list[tuple[AttributionTask, Question]]) -> np.ndarray:
    """Softmax regression of the question types, the scale of the cues folded in; prints its cross-validation."""
    rows = np.stack([cue_vector(task)[1:] for task, _ in tasks])
    kinds = np.array([list(QuestionType).index(question.type) for _, question in tasks])
    folds = np.array([fold_of(question.chart) for _, question in tasks])
    mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-6)

    def fit(keep: np.ndarray) -> np.ndarray:
        model = LogisticRegression(C=0.3, max_iter=2000).fit(((rows - mean) / scale)[keep], kinds[keep])
        slopes = model.coef_ / scale
        return np.hstack([(model.intercept_ - slopes @ mean)[:, None], slopes])

    constant = np.hstack([np.ones((len(rows), 1)), rows])
    right = sum(
        int(((constant[folds == fold] @ fit(folds != fold).T).argmax(axis=1) == kinds[folds == fold]).sum())
        for fold in range(FOLDS)
    )
    print(f"question types, cross-validated: {right} of {len(kinds)} right")
    return fit(np.ones(len(kinds), dtype=bool))


def main() -> None:
    """Trains, prints, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--charts", choices=("dev", "all"), default="dev")
    parser.add_argument("--out", type=Path, default=Path("diagramloop/attribute/embedded/weights.npz"))
    asked = parser.parse_args()
    source = FlowExplainBench(asked.data)
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    questions = [
        q for q in source.questions() if isinstance(q, Question) and asked.charts in ("all", attribution_part(q.chart))
    ]
    tasks = [(task_of(question, charts[question.chart]), question) for question in questions]
    learned, names = examples(tasks)
    chances, gold = cross_validated(learned)
    # With true chances the set of highest micro F1 takes the nodes above half of it.
    threshold = round(max(micro_f1(chances, gold, at) for at in THRESHOLDS) / 2, 2)
    print(
        f"{asked.charts}: {len(tasks)} questions, {len(learned)} to be learned; cross-validated micro F1 by threshold:"
    )
    print(", ".join(f"{t:.3f}: {micro_f1(chances, gold, t):.4f}" for t in THRESHOLDS))
    chosen = chances >= threshold
    right, named, total = computed(tasks) + np.array([(chosen & gold).sum(), chosen.sum(), gold.sum()])
    print(f"with those that are computed, at {threshold}: {2 * right / (named + total):.4f}")
    kinds = typing(tasks)
    Weights(*both_trees(learned), threshold, kinds, tuple(names)).save(asked.out)
    print(f"{asked.out}: threshold {threshold}, {asked.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
