"""Ceilings: how far people, or a second reference, come on a board whose gold is somebody else's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.scores import METRICS
from diagramloop.scores.scoring import named

Column = tuple[str, str, str, frozenset[str] | None]  # task, data, metric, instruments


def with_ceilings(rows: Iterable[LeaderboardRow], people: Collection[tuple[str, str]]) -> list[LeaderboardRow]:
    """The rows with what people reach by their metric on all items of their board, measured by the same instruments.

    A row of people that lacks items says nothing of a whole board, and of several the best counts.

    Args:
        people: task and system of those that are people, or second references.
    """
    every = list(rows)
    reached: dict[Column, list[float]] = defaultdict(list)
    for row in every:
        if (row.task, row.system) in people and row.complete and row.value is not None:
            reached[_column(row)].append(row.value)
    best = {column: _best(column[2], values) for column, values in reached.items()}
    return [replace(row, ceiling=best.get(_column(row))) for row in every]


def _best(metric: str, values: Iterable[float]) -> float:
    return min(values) if metric in METRICS and not METRICS[metric].higher_is_better else max(values)


def _column(row: LeaderboardRow) -> Column:
    return row.task, row.data, row.metric, named(row.measured_by)
