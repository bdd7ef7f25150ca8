"""Profiles of metrics: the share of the faults that one is to see which it notices, and of the edits that say the same
which leave it alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from diagramloop.graph import FlowGraph
from diagramloop.scores.extraction import ExtractionComparison
from diagramloop.scores.faults import WHOLE, Fault
from diagramloop.scores.metric import Compared, Metric
from diagramloop.scores.planted_faults._charts import flowchart, process
from diagramloop.scores.planted_faults._experiment import (
    TASKS,
    FaultTask,
    PlantedCounts,
    board_values,
    counts_of,
    drawn_comparison,
)
from diagramloop.scores.planted_faults._graphs import planted
from diagramloop.scores.planted_faults._invariance import EDITS
from diagramloop.scores.registry import METRICS

LEAST_SENSITIVITY, LEAST_INVARIANCE = 0.95, 0.999
ITEMS = 12  # of a board
MOST_FAULTS = 4  # of an item
_DECIMALS = 9
_BEFORE = (Fault.EDGE_REVERSED, Fault.NODE_RENAMED)  # what an answer has before it is edited, so that it is not perfect


@dataclass(frozen=True)
class Profile:
    """The profile of one metric on items of one size.

    Attributes:
        noticed: by kind of fault that the metric declares to see, the share of steps at which the value of a board gets
            worse, each of whose items gets one fault more; of verdicts, at which one item more has one.
        unmoved: by edit, the share of items whose value stays.
    """

    noticed: Mapping[str, float]
    unmoved: Mapping[str, float]

    @property
    def sensitivity(self) -> float | None:
        """The mean over kinds of fault; None where it sees none."""
        return float(np.mean(list(self.noticed.values()))) if self.noticed else None

    @property
    def invariance(self) -> float | None:
        """The mean over edits; None where there is none of what it compares."""
        return float(np.mean(list(self.unmoved.values()))) if self.unmoved else None

    @property
    def mark(self) -> str:
        """The words on a board: what is below .95 or .999; empty where neither is."""
        measured = (
            ("sensitivity", self.sensitivity, LEAST_SENSITIVITY),
            ("invariance", self.invariance, LEAST_INVARIANCE),
        )
        return ", ".join(
            f"{name} {value:.3f}" for name, value, least in measured if value is not None and value < least
        )


def profiles(task_name: str, size: int, metrics: Sequence[Metric] | None = None) -> dict[str, Profile]:
    """The profiles of the metrics of a task of :data:`TASKS`, its own if None, on items of a size."""
    task = TASKS[task_name]
    asked = task.metrics if metrics is None else metrics
    noticed: dict[str, dict[str, float]] = defaultdict(dict)
    for fault in task.faults:
        seeing = [metric for metric in asked if fault in (metric.sees or ())]
        counts = _counts(task, fault, size, seeing)
        for metric in seeing if counts.steps else ():
            falls = _falls(metric, counts, one_by_one=metric.verdict or fault in WHOLE)
            if len(falls):
                noticed[metric.name][fault.value] = float(falls.mean())
    unmoved = _unmoved(task, size, asked)
    return {metric.name: Profile(noticed[metric.name], unmoved[metric.name]) for metric in asked}


def _counts(task: FaultTask, fault: Fault, size: int, seeing: Sequence[Metric]) -> PlantedCounts:
    """Counts of the metrics that see a fault, and of their parts, on items with more and more of it."""
    parts = [*seeing, *(METRICS[part] for metric in seeing for part in metric.mean_of)]
    versions = [task.planted(fault, seed, size, MOST_FAULTS) for seed in range(ITEMS)] if seeing else [[None]]
    return PlantedCounts(versions, {metric.name: metric for metric in parts}.values())


def _falls(metric: Metric, counts: PlantedCounts, *, one_by_one: bool) -> Any:
    """At which steps the value of a board gets worse, whose items get a fault each, or one item more has one."""
    falls = np.diff(board_values(metric, counts, one_by_one=one_by_one)) < 0
    if one_by_one:  # an item on which it counts nothing has nothing to lose
        falls = falls[counts.of(metric)[:, 0].reshape(len(falls), -1).any(axis=1)]
    return falls


def _values(metric: Metric, comparisons: Sequence[Any]) -> Any:
    sign = 1.0 if metric.higher_is_better else -1.0
    return sign * metric.statistic(counts_of(metric, comparisons)).round(_DECIMALS)


def _unmoved(task: FaultTask, size: int, metrics: Sequence[Metric]) -> dict[str, dict[str, float]]:
    unmoved: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for edit, pair in _edited(task, size):
        for metric in metrics:
            before, after = _values(metric, pair)
            unmoved[metric.name][edit].append(bool(before == after))
    shares = {name: {edit: float(np.mean(kept)) for edit, kept in of.items()} for name, of in unmoved.items()}
    return defaultdict(dict, shares)


def _edited(task: FaultTask, size: int) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Comparisons of an imperfect answer, before and after each edit; none where no graph is compared."""
    if not {Compared.GRAPH, Compared.EXTRACTION} & set(task.compared):
        return
    drawn = Compared.GRAPH in task.compared
    for seed in range(ITEMS // 2):
        gold = flowchart(seed, size) if drawn else process(seed, size)
        pred = _imperfect(gold, seed)
        for name, edit in EDITS.items():
            both = (pred, edit(pred, Random(f"{name} {seed}")))  # noqa: S311 - reproducible, no secret
            compared = [drawn_comparison(p, gold) if drawn else ExtractionComparison(p, gold) for p in both]
            yield name, (compared[0], compared[1])


def _imperfect(gold: FlowGraph, seed: int) -> FlowGraph:
    graph = gold
    for fault in _BEFORE:
        graph = planted(graph, fault, seed, 1)[-1]
    return graph
