"""Rows summed up to what a leaderboard shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from diagramloop.scores.bootstrap import bootstrap_totals, percentile_interval
from diagramloop.scores.registry import METRICS
from diagramloop.scores.scoring._rows import ScoreRow
from diagramloop.scores.scoring._tables import Table, by_chart, items_of, rows_by_metric


@dataclass(frozen=True, slots=True)
class Summary:
    """One metric of one system over its charts.

    Attributes:
        metric: its name.
        value: over all charts that have one; None when none has, or when no chart has anything to count.
        low, high: bounds of the 95 % bootstrap interval over charts, or None.
        n: charts behind the value.
        missing: why the value, or part of the charts, is missing; empty when nothing is.
        similarity: as in :class:`ScoreRow`, of the charts that have a value.
    """

    metric: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    missing: str = ""
    similarity: str = ""


def summarise(rows: Iterable[ScoreRow], *, seed: int) -> list[Summary]:
    """Value and interval of each metric over the rows of one system, in order of first appearance; means last.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.scores import score_pair, summarise
        >>> [total] = summarise(score_pair(tea, tea, metrics=['text/edge_f1']), seed=0)
        >>> total.value
        1.0
    """
    by_metric = rows_by_metric(rows)
    tables = {metric: by_chart(items) for metric, items in items_of(by_metric).items()}
    by_metric |= {name: _parts_rows(name, by_metric) for name in tables if name not in by_metric}
    intervals = _intervals(tables, seed)
    return [_summary(metric, members, tables[metric], intervals) for metric, members in by_metric.items()]


def measured_by(rows: Iterable[ScoreRow]) -> str:
    """Names of everything that the values of these rows depend on, in order of first appearance."""
    names = (name for row in rows if row.similarity and not row.missing for name in row.similarity.split(", "))
    return ", ".join(dict.fromkeys(names))


def named(measured: str) -> frozenset[str]:
    """Return the names in such a list; two values can be compared if they are the same."""
    return frozenset(filter(None, measured.split(", ")))


def _parts_rows(mean: str, by_metric: Mapping[str, list[ScoreRow]]) -> list[ScoreRow]:
    """The rows of that part of a mean of which most items are missing: where a part is, so is the mean."""
    return max((by_metric[part] for part in METRICS[mean].mean_of), key=lambda rows: sum(bool(r.missing) for r in rows))


def _intervals(tables: Mapping[str, Table], seed: int) -> dict[str, tuple[float, float]]:
    """Bootstrap interval of each metric; metrics over the same charts share their samples."""
    by_charts: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for metric, table in tables.items():
        if table:
            by_charts[*table, next(iter(table.values())).shape].append(metric)
    intervals: dict[str, tuple[float, float]] = {}
    for metrics in by_charts.values():
        counts = np.stack([np.stack(list(tables[metric].values())) for metric in metrics], axis=1)
        totals = bootstrap_totals(counts, seed=seed)
        for column, metric in enumerate(metrics):
            intervals[metric] = percentile_interval(METRICS[metric].statistic(totals[:, column]))
    return intervals


def _summary(
    name: str, rows: Sequence[ScoreRow], table: Table, intervals: Mapping[str, tuple[float, float]]
) -> Summary:
    absent = [row.missing for row in rows if row.missing]
    missing = f"{len(absent)} of {len(rows)} items: {min(absent)}" if absent else ""
    similarity = measured_by(rows)
    total = np.sum(list(table.values()), axis=0)
    if not table or (not total.any() and METRICS[name].of_nothing is None):
        return Summary(name, None, None, None, len(table), missing or "nothing to count", similarity)
    return Summary(name, float(METRICS[name].statistic(total)), *intervals[name], len(table), missing, similarity)
