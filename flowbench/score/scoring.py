"""Scoring pairs, and summing rows up to what a leaderboard shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from flowbench.errors import FlowbenchError, RejectionReason
from flowbench.graph import FlowGraph
from flowbench.score.bootstrap import bootstrap_totals, percentile_interval
from flowbench.score.comparison import Comparison
from flowbench.score.counts import Counts, Floats
from flowbench.score.metric import Metric
from flowbench.score.registry import GRAPH_METRICS, METRICS
from flowbench.score.significance import exchanged_totals, holm, two_sided_p_value
from flowbench.score.similarity import TextSimilarity

_Table = dict[str, Floats]  # counts by chart; of a mean metric, those of its parts under each other


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One metric of one item; plain values, fit for a table.

    Attributes:
        chart: the cluster: all that was made from one chart carries its name.
        metric: a name in :data:`~flowbench.score.registry.METRICS`.
        correct, predicted, found, gold: see :class:`~flowbench.score.counts.Counts`; all 0 when missing.
        missing: why there is no value, or empty.
        similarity: name of the text similarity, and of the models and judges, that it depends on; or empty.
    """

    chart: str
    metric: str
    correct: float
    predicted: float
    found: float
    gold: float
    missing: str = ""
    similarity: str = ""

    @property
    def counts(self) -> Counts:
        """The four numbers."""
        return Counts(self.correct, self.predicted, self.found, self.gold)

    @property
    def value(self) -> float | None:
        """The metric on this item alone, or None when missing."""
        return None if self.missing else float(METRICS[self.metric].statistic(self.counts.row))


@dataclass(frozen=True, slots=True)
class Summary:
    """One metric of one system over its charts.

    Attributes:
        metric: its name.
        value: over all charts that have one; None when none has, or when no chart has anything to count.
        low, high: bounds of the 95 % bootstrap interval over charts, or None.
        n: charts behind the value.
        missing: why the value, or part of the charts, is missing; empty when nothing is.
        similarity: as in :class:`ScoreRow`.
    """

    metric: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    missing: str = ""
    similarity: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two systems compared on one metric over the charts both have.

    Attributes:
        metric, first, second: names.
        difference: value of the first less that of the second.
        p_value: of the paired test, corrected (Holm) over all pairs of systems on this metric.
        n: charts.
    """

    metric: str
    first: str
    second: str
    difference: float
    p_value: float
    n: int


def score_pair(
    pred: FlowGraph,
    gold: FlowGraph,
    *,
    chart: str = "",
    metrics: Sequence[str] = GRAPH_METRICS,
    similarity: TextSimilarity | None = None,
) -> list[ScoreRow]:
    """Score one prediction; an item that was rejected is scored as the empty graph.

    Args:
        chart: the cluster it belongs to.
        metrics: names in :data:`~flowbench.score.registry.METRICS`.
        similarity: for metrics that match by text; lexical when None.

    Returns:
        One row per metric, in order. A metric that cannot be had (no boxes, weights not installed) has a
        row that says why.

    Raises:
        KeyError: there is no metric of that name.
        FlowbenchError: TOO_LARGE, for graphs beyond 1,000,000 pairs of elements.
    """
    comparison = Comparison(pred, gold) if similarity is None else Comparison(pred, gold, similarity)
    return score_comparison(comparison, chart=chart, metrics=metrics)


def score_comparison(comparison: Any, *, chart: str, metrics: Sequence[str]) -> list[ScoreRow]:
    """As :func:`score_pair`, for any task's comparison of a prediction with its gold.

    Args:
        comparison: what the named metrics count from; has a ``similarity`` where one of them is by text.

    Returns:
        As :func:`score_pair`, but means of other metrics have no rows: they follow from their parts' rows.
    """
    rows = (_row(comparison, chart, METRICS[name]) for name in metrics)
    return [row for row in rows if row is not None]


def summarise(rows: Iterable[ScoreRow], *, seed: int) -> list[Summary]:
    """Value and interval of each metric over the rows of one system, in order of first appearance; means last."""
    by_metric = _by_metric(rows)
    tables = _tables(by_metric)
    by_metric |= {name: _parts_rows(name, by_metric) for name in tables if name not in by_metric}
    intervals = _intervals(tables, seed)
    return [_summary(metric, members, tables[metric], intervals) for metric, members in by_metric.items()]


def compare(systems: Mapping[str, Iterable[ScoreRow]], *, seed: int) -> list[Difference]:
    """Every metric of every pair of systems over the charts that both have it on.

    Returns:
        Metric by metric in order of first appearance, then pair by pair in the order of ``systems``.
    """
    tables: dict[str, dict[str, _Table]] = defaultdict(dict)
    for system, rows in systems.items():
        for metric, table in _tables(_by_metric(rows)).items():
            tables[metric][system] = table
    return [difference for metric, table in tables.items() for difference in _differences(metric, table, seed)]


def _row(comparison: Any, chart: str, metric: Metric) -> ScoreRow | None:
    if metric.count is None:
        return None
    name = metric.name
    similarity = _measured_by(comparison, metric)
    try:
        counts = metric.count(comparison)
    except FlowbenchError as error:
        if error.reason is not RejectionReason.MISSING:
            raise
        return ScoreRow(chart, name, 0, 0, 0, 0, str(error), similarity)
    return ScoreRow(chart, name, counts.correct, counts.predicted, counts.found, counts.gold, "", similarity)


def _measured_by(comparison: Any, metric: Metric) -> str:
    """Names of the text similarity and of the models and judges that a value depends on."""
    by_text = metric.by_text or (metric.aligned and not comparison.by_place)
    names = [comparison.similarity.name] if by_text else []
    names += [comparison.parts[part].by for part in metric.parts if part in comparison.parts]
    return ", ".join(dict.fromkeys(name for name in names if name))


def _by_metric(rows: Iterable[ScoreRow]) -> dict[str, list[ScoreRow]]:
    grouped: dict[str, list[ScoreRow]] = defaultdict(list)
    for row in rows:
        grouped[row.metric].append(row)
    return grouped


def _sum_by_chart(rows: Iterable[ScoreRow]) -> _Table:
    """Counts by chart, charts in order of name so that the order of rows is no matter."""
    table: _Table = defaultdict(lambda: np.zeros(4))
    for row in rows:
        if not row.missing:
            table[row.chart] = table[row.chart] + row.counts.row
    return dict(sorted(table.items()))


def _tables(by_metric: Mapping[str, Sequence[ScoreRow]]) -> dict[str, _Table]:
    """The table of each metric that has rows, and then of each mean whose parts all have rows."""
    tables = {metric: _sum_by_chart(members) for metric, members in by_metric.items()}
    means = [metric for metric in METRICS.values() if metric.mean_of and tables.keys() >= set(metric.mean_of)]
    return tables | {mean.name: _stacked([tables[part] for part in mean.mean_of]) for mean in means}


def _stacked(parts: Sequence[_Table]) -> _Table:
    """The counts of several metrics under each other, for the charts that have them all."""
    return {chart: np.stack([part[chart] for part in parts]) for chart in parts[0] if all(chart in p for p in parts)}


def _parts_rows(mean: str, by_metric: Mapping[str, list[ScoreRow]]) -> list[ScoreRow]:
    """The rows of that part of a mean of which most items are missing: where a part is, so is the mean."""
    return max((by_metric[part] for part in METRICS[mean].mean_of), key=lambda rows: sum(bool(r.missing) for r in rows))


def _intervals(tables: Mapping[str, _Table], seed: int) -> dict[str, tuple[float, float]]:
    """Bootstrap interval of each metric; metrics over the same charts share their samples."""
    by_charts: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for metric, table in tables.items():
        if table:
            by_charts[*table, next(iter(table.values())).shape].append(metric)
    found: dict[str, tuple[float, float]] = {}
    for metrics in by_charts.values():
        counts = np.stack([np.stack(list(tables[metric].values())) for metric in metrics], axis=1)
        totals = bootstrap_totals(counts, seed=seed)
        for column, metric in enumerate(metrics):
            found[metric] = percentile_interval(METRICS[metric].statistic(totals[:, column]))
    return found


def _summary(
    name: str, rows: Sequence[ScoreRow], table: _Table, intervals: Mapping[str, tuple[float, float]]
) -> Summary:
    absent = [row.missing for row in rows if row.missing]
    missing = f"{len(absent)} of {len(rows)} items: {min(absent)}" if absent else ""
    similarity = ", ".join(sorted({row.similarity for row in rows if row.similarity}))
    total = np.sum(list(table.values()), axis=0)
    if not table or (not total.any() and METRICS[name].of_nothing is None):
        return Summary(name, None, None, None, len(table), missing or "nothing to count", similarity)
    return Summary(name, float(METRICS[name].statistic(total)), *intervals[name], len(table), missing, similarity)


def _differences(metric: str, tables: Mapping[str, _Table], seed: int) -> list[Difference]:
    """All pairs of systems on one metric, p-values corrected together."""
    found = [
        _difference(metric, first, second, tables[first], tables[second], seed)
        for first, second in combinations(tables, 2)
        if tables[first].keys() & tables[second].keys()
    ]
    corrected = holm([difference.p_value for difference in found])
    return [replace(difference, p_value=p_value) for difference, p_value in zip(found, corrected, strict=True)]


def _difference(metric: str, first: str, second: str, a: _Table, b: _Table, seed: int) -> Difference:
    shared = [chart for chart in a if chart in b]
    left, right = (np.stack([side[chart] for chart in shared]) for side in (a, b))
    totals = exchanged_totals(left, right, seed=seed)
    of_first, of_second = (METRICS[metric].statistic(side) for side in totals)
    differences = of_first - of_second
    return Difference(metric, first, second, float(differences[0]), two_sided_p_value(differences), len(shared))
