"""Answers of each metric to planted faults in rising number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from diagramloop.scores.comparison import Comparison
from diagramloop.scores.correlation import kendall
from diagramloop.scores.counts import Floats
from diagramloop.scores.extraction import ExtractionComparison
from diagramloop.scores.faults import WHOLE, Fault
from diagramloop.scores.metric import Compared, Metric
from diagramloop.scores.parts import Part
from diagramloop.scores.planted_faults._charts import flowchart, process
from diagramloop.scores.planted_faults._conversations import (
    ATTRIBUTION_FAULTS,
    DIALOGUE_FAULTS,
    attributions,
    dialogues,
)
from diagramloop.scores.planted_faults._graphs import GRAPH_FAULTS, planted
from diagramloop.scores.planted_faults._said_answers import ANSWER_FAULTS, said_answers
from diagramloop.scores.registry import METRICS, own_metrics
from diagramloop.scores.similarity import Lexical, TextSimilarity

LEAST_TAU = 0.95
ITEMS = 12  # of a board
MOST = 6  # faults of an item
_DECIMALS = 9  # of a value: more than that differs between machines


@dataclass(frozen=True)
class MetricAnswer:
    """The answer of one metric to one fault.

    Attributes:
        tau: Kendall's tau-b between the number of faults and how bad the board's value is; 0 where it never changes.
        rises: whether a fault made the value of some item better.
    """

    tau: float
    rises: bool

    @property
    def falls(self) -> bool:
        """It never rises, and tau is at least 0.95."""
        return not self.rises and self.tau >= LEAST_TAU


@dataclass(frozen=True)
class FaultTask:
    """Items that faults can be planted in, and what is compared of them.

    Attributes:
        planted: makes one item without and with 1, 2, ... faults from a fault, a seed, a size and their most.
        sizes: of items, for each of which the metrics must answer.
    """

    compared: tuple[Compared, ...]
    faults: tuple[Fault, ...]
    planted: Callable[[Fault, int, int, int], Sequence[Any]]
    sizes: tuple[int, ...]

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The library's own that should notice."""
        return own_metrics(*self.compared)


def _drawn(fault: Fault, seed: int, size: int, most: int) -> list[Comparison]:
    gold = flowchart(seed, size)
    if fault is Fault.MARK_LOWER:
        marks = [1.0 - number / most for number in range(most + 1)]
        return [drawn_comparison(gold, gold, mark) for mark in marks]
    return [drawn_comparison(pred, gold) for pred in planted(gold, fault, seed, most)]


def drawn_comparison(pred: Any, gold: Any, mark: float = 1.0, similarity: TextSimilarity | None = None) -> Comparison:
    """Comparison of a prediction that has all parts, each with the same mark; by edits where no similarity is given."""
    parts = {name: Part(mark, "scripted") for name in _measured()}
    return Comparison(pred, gold, similarity or Lexical(), asked=gold, parts=parts)


@cache
def _measured() -> list[str]:
    return sorted({part for metric in METRICS.values() for part in metric.parts})


def _extracted(fault: Fault, seed: int, size: int, most: int) -> list[ExtractionComparison]:
    gold = process(seed, size)
    return [ExtractionComparison(pred, gold) for pred in planted(gold, fault, seed, most)]


TASKS: dict[str, FaultTask] = {
    "graph": FaultTask(
        (Compared.GRAPH, Compared.PROMPT),
        (*(fault for fault in GRAPH_FAULTS if fault is not Fault.ACTOR_WRONG), Fault.MARK_LOWER),
        _drawn,
        (12, 24, 48),
    ),
    "extraction": FaultTask(
        (Compared.EXTRACTION,),
        tuple(fault for fault in GRAPH_FAULTS if fault not in (Fault.GROUP_MISSING, Fault.SHAPE_WRONG)),
        _extracted,
        (24, 48),  # fewer nodes are not of every kind
    ),
    "attribution": FaultTask((Compared.ATTRIBUTION,), ATTRIBUTION_FAULTS, attributions, (12, 24, 48)),
    "answer": FaultTask((Compared.ANSWER,), ANSWER_FAULTS, said_answers, (3, 6, 12)),
    "dialogue": FaultTask((Compared.DIALOGUE,), DIALOGUE_FAULTS, dialogues, (12, 24)),
}


def answers(
    task: FaultTask,
    fault: Fault,
    *,
    size: int,
    items: int = ITEMS,
    most: int = MOST,
    metrics: Sequence[Metric] | None = None,
) -> dict[str, MetricAnswer]:
    """Return the answer of each metric of a task to ``fault``.

    Each seeded item gets 1, 2, ... up to ``most`` faults, all items together at each step. Where an item has a fault
    or has it not, and for metrics that are a verdict on a whole item, one item after another gets one fault.

    Args:
        size: of an item: nodes, turns.
        items: how many of them make a board's value.
        metrics: the task's own if None.
    """
    asked = task.metrics if metrics is None else metrics
    counts = PlantedCounts([task.planted(fault, seed, size, most) for seed in range(items)], asked)
    return {metric.name: _answer(metric, counts, one_by_one=metric.verdict or fault in WHOLE) for metric in asked}


def counts_of(metric: Metric, comparisons: Sequence[Any]) -> Floats:
    """Counts of a metric on each comparison: shape (comparisons, 4); of a mean (comparisons, parts, 4)."""
    parts = [METRICS[name].count for name in metric.mean_of] or [metric.count]
    counts = np.array([[count(comparison).row for count in parts if count is not None] for comparison in comparisons])
    return counts if metric.mean_of else np.asarray(counts[:, 0])


class PlantedCounts:
    """The counts of every metric on every version of every item."""

    def __init__(self, items: Sequence[Sequence[Any]], metrics: Iterable[Metric]) -> None:
        self.steps = max(map(len, items)) - 1
        self._table = {
            metric.name: np.stack([self._of_item(metric, versions) for versions in items])
            for metric in metrics
            if metric.count is not None
        }

    def _of_item(self, metric: Metric, versions: Sequence[Any]) -> Floats:
        assert metric.count is not None
        rows = [metric.count(version).row for version in versions]
        return np.stack([*rows, *[rows[-1]] * (self.steps + 1 - len(rows))])

    def of(self, metric: Metric) -> Floats:
        """Shape (items, steps + 1, 4); of a mean of other metrics (items, steps + 1, parts, 4)."""
        if metric.mean_of:
            return np.stack([self._table[part] for part in metric.mean_of], axis=-2)
        return self._table[metric.name]


def _answer(metric: Metric, counts: PlantedCounts, *, one_by_one: bool) -> MetricAnswer:
    measured = counts.of(metric)
    if not counts.steps:
        return MetricAnswer(0.0, rises=False)
    of_items = signed(metric, measured)
    values = board_values(metric, counts, one_by_one=one_by_one)
    rises = bool((np.diff(of_items, axis=1) > 0).any() or (np.diff(values) > 0).any())
    tau = kendall(np.arange(len(values), dtype=np.float64), -values, np.ones((1, len(values))))[0]
    return MetricAnswer(round(float(np.nan_to_num(tau)), 4), rises)


def board_values(metric: Metric, counts: PlantedCounts, *, one_by_one: bool) -> Floats:
    """Values of a board, the greatest being the best, as the faults rise.

    Args:
        one_by_one: one item after another gets one fault; else all items get one more at each step.
    """
    measured = counts.of(metric)
    if not one_by_one:
        return signed(metric, measured.sum(axis=0))
    damaged = np.cumsum(measured[:, 1] - measured[:, 0], axis=0)
    return signed(metric, np.concatenate([measured[:, 0].sum(axis=0)[None], measured[:, 0].sum(axis=0) + damaged]))


def signed(metric: Metric, counts: Floats) -> Floats:
    return np.asarray((1.0 if metric.higher_is_better else -1.0) * metric.statistic(counts).round(_DECIMALS))
