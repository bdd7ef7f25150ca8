"""Counts by metric and chart: what sums over charts are taken of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from diagramloop.score.counts import Floats
from diagramloop.score.registry import METRICS
from diagramloop.score.scoring._rows import ScoreRow

Table = dict[str, Floats]  # counts by chart; of a mean metric, those of its parts under each other


def rows_by_metric(rows: Iterable[ScoreRow]) -> dict[str, list[ScoreRow]]:
    """Rows by metric, in order of first appearance."""
    grouped: dict[str, list[ScoreRow]] = defaultdict(list)
    for row in rows:
        grouped[row.metric].append(row)
    return grouped


def tables_of(by_metric: Mapping[str, Sequence[ScoreRow]]) -> dict[str, Table]:
    """The table of each metric that has rows, and then of each mean whose parts all have rows."""
    found = {metric: _sum_by_chart(members) for metric, members in by_metric.items()}
    means = [metric for metric in METRICS.values() if metric.mean_of and found.keys() >= set(metric.mean_of)]
    return found | {mean.name: _stacked([found[part] for part in mean.mean_of]) for mean in means}


def _sum_by_chart(rows: Iterable[ScoreRow]) -> Table:
    """Counts by chart, charts in order of name so that the order of rows is no matter."""
    table: Table = defaultdict(lambda: np.zeros(4))
    for row in rows:
        if not row.missing:
            table[row.chart] = table[row.chart] + row.counts.row
    return dict(sorted(table.items()))


def _stacked(parts: Sequence[Table]) -> Table:
    """The counts of several metrics under each other, for the charts that have them all."""
    return {chart: np.stack([part[chart] for part in parts]) for chart in parts[0] if all(chart in p for p in parts)}
