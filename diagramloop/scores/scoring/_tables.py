"""Counts by metric, item and chart: what sums over charts are taken of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from diagramloop.scores.counts import Floats
from diagramloop.scores.registry import METRICS
from diagramloop.scores.scoring._rows import ScoreRow

Table = dict[str, Floats]  # counts by chart; of a mean metric, those of its parts under each other
Items = dict[str, tuple[str, Floats]]  # by item its chart and its counts, for the items that have any


def rows_by_metric(rows: Iterable[ScoreRow]) -> dict[str, list[ScoreRow]]:
    """Rows by metric, in order of first appearance."""
    grouped: dict[str, list[ScoreRow]] = defaultdict(list)
    for row in rows:
        grouped[row.metric].append(row)
    return grouped


def items_of(by_metric: Mapping[str, Sequence[ScoreRow]]) -> dict[str, Items]:
    """The counted items of each metric that has rows, and then of each mean whose parts all have rows."""
    tables = {metric: _counted(members) for metric, members in by_metric.items()}
    means = [metric for metric in METRICS.values() if metric.mean_of and tables.keys() >= set(metric.mean_of)]
    return tables | {mean.name: _stacked([tables[part] for part in mean.mean_of]) for mean in means}


def by_chart(items: Items, chosen: Collection[str] | None = None) -> Table:
    """The counts of the chosen items, of all if None, by chart; charts in order of name, so that no order matters."""
    table: Table = {}
    for item, (chart, counts) in items.items():
        if chosen is None or item in chosen:
            table[chart] = table[chart] + counts if chart in table else counts
    return dict(sorted(table.items()))


def _counted(rows: Iterable[ScoreRow]) -> Items:
    items: Items = {}
    for row in rows:
        if not row.missing:
            item = row.id or row.chart
            before = items.get(item)
            items[item] = (row.chart, row.counts.row if before is None else before[1] + row.counts.row)
    return items


def _stacked(parts: Sequence[Items]) -> Items:
    """The counts of several metrics under each other, for the items that have them all."""
    items: Items = {}
    for item, (chart, _) in parts[0].items():
        if all(item in part for part in parts):
            items[item] = (chart, np.stack([part[item][1] for part in parts]))
    return items
