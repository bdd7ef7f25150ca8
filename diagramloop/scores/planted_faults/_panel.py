"""The panel: pairs of readings of which any reader likes the one better, and what a metric makes of each pair.

Unlike a promise (:attr:`~diagramloop.scores.metric.Metric.sees`), which a metric makes for itself, it is asked of all
metrics of a task alike. Who ranks systems has to pass it; a paper's metric keeps its form and is marked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from diagramloop.scores.counts import Floats
from diagramloop.scores.faults import Fault
from diagramloop.scores.metric import Metric
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.planted_faults._experiment import counts_of, signed

LEAST_SHARE = 0.95  # of items whose order a metric sees that passes, as of the steps in a promise


@dataclass(frozen=True)
class Order:
    """The order of two readings of one thing.

    Attributes:
        below: the fault of the worse one.
        above: the fault of the better one; None for the reference itself.
        lenient: True where both may be worth the same: the fault is small.
    """

    below: Fault
    above: Fault | None = None
    lenient: bool = False

    def __str__(self) -> str:
        return self.below.value if self.above is None else f"{self.below.value} below {self.above.value}"


Pairs = Mapping[Order, tuple[Any, Any]]
"""The comparisons of one item with its reference, by order: the better reading, then the worse one."""


class Finding(StrEnum):
    """The verdict on a metric and an order."""

    PASSES = "passes"
    BLIND = "blind"  # it makes no difference
    WRONG = "wrong"  # it prefers the fault


@dataclass(frozen=True)
class Verdict:
    """The answer of one metric to one order.

    Attributes:
        falls: items of which the worse reading is worth less.
        rises: items of which it is worth more.
        items: all items on which the metric counts anything.
        values: of a board of the better readings, and of the worse ones.
        lenient: whether items may tie.
    """

    falls: int
    rises: int
    items: int
    values: tuple[float, float]
    lenient: bool = False

    @property
    def finding(self) -> Finding:
        """WRONG where some item is worth more with the fault; BLIND where fewer than 95 % are worth less."""
        if self.rises:
            return Finding.WRONG
        passes = self.lenient or self.falls >= LEAST_SHARE * self.items
        return Finding.PASSES if passes else Finding.BLIND


Panel = Mapping[str, Mapping[Order, Verdict]]
"""By metric and order."""


def panel(items: Iterable[Pairs], metrics: Sequence[Metric]) -> Panel:
    """The verdicts on metrics, each on what it can be counted of.

    Left out are metrics that depend on what judges and vision models measured or that promise to see nothing, and of a
    verdict on whole items the order of two faults.
    """
    asked = [metric for metric in metrics if not metric.parts and metric.sees != frozenset()]
    counts: dict[str, dict[Order, list[Floats]]] = {metric.name: defaultdict(list) for metric in asked}
    for pairs in items:
        for metric in asked:
            for order, both in _counted(metric, pairs):
                counts[metric.name][order].append(both)
    return {
        metric.name: {order: _verdict(metric, order, rows) for order, rows in counts[metric.name].items()}
        for metric in asked
    }


def _counted(metric: Metric, pairs: Pairs) -> Iterator[tuple[Order, Floats]]:
    """Counts of both readings; none where the metric cannot be had or has nothing to count in the better one."""
    known: dict[int, Floats] = {}  # by comparison: the reference stands above most faults of an item
    for order, pair in pairs.items():
        if order.above is not None and metric.verdict:
            continue
        try:
            for comparison in pair:
                if id(comparison) not in known:
                    known[id(comparison)] = counts_of(metric, [comparison])[0]
        except MissingPartError:
            continue
        better, worse = (known[id(comparison)] for comparison in pair)
        if better.any():
            yield order, np.stack([better, worse])


def _verdict(metric: Metric, order: Order, rows: Sequence[Floats]) -> Verdict:
    counts = np.stack(rows)
    values = signed(metric, counts)
    steps = values[:, 1] - values[:, 0]
    better, worse = np.abs(signed(metric, counts.sum(axis=0))).tolist()
    falls, rises = int((steps < 0).sum()), int((steps > 0).sum())
    return Verdict(falls, rises, len(rows), (better, worse), order.lenient)


def panel_mark(verdicts: Mapping[Order, Verdict]) -> str:
    """The words on a board: what a metric cannot see, or all that it sees where that is less, and what it prefers.

    Empty where it passes all.
    """
    orders: dict[Finding, list[str]] = defaultdict(list)
    for order, verdict in verdicts.items():
        if verdict.falls or verdict.rises or not order.lenient:
            orders[verdict.finding].append(str(order))
    passed, blind, wrong = (orders[finding] for finding in Finding)
    words = [f"prefers: {', '.join(wrong)}"] if wrong else []
    if len(blind) > len(passed):
        words.insert(0, f"sees only: {', '.join(passed) or 'nothing of the panel'}")
    elif blind:
        words.insert(0, f"cannot see: {', '.join(blind)}")
    return "; ".join(words)
