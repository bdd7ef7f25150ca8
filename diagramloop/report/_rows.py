"""Rows of the leaderboard: what every score ends in, and their ranking."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import groupby

from diagramloop.report._columns import columns, headline, note
from diagramloop.score import METRICS

ITEMS = {"extraction": "documents", "dialogue": "dialogues"}
"""What the items of a task are, where they are not charts."""


@dataclass(frozen=True)
class LeaderboardRow:
    """One metric of one system on one data set.

    Attributes:
        task: ``parsing``, ``generation``, ...
        data: source and variant, such as ``corpus/multi``.
        system: what was measured.
        metric: name in the metric registry, such as ``edge_f1``.
        value: None when the metric could not be computed; ``reason`` then says why.
        low, high: 95 % confidence interval, resampled by chart, document, ...
        n: number of charts, documents, ... behind the value.
        reason: why there is no value, else empty.
        control: whether the system is made of the gold or of nothing, to say what a score is worth: it has no rank.
    """

    task: str
    data: str
    system: str
    metric: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str = ""
    control: bool = False


@dataclass(frozen=True)
class Board:
    """The systems measured on one data set of one task, best first."""

    task: str
    data: str
    metrics: tuple[str, ...]
    systems: tuple[tuple[str, dict[str, LeaderboardRow]], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The metrics to show first, that which ranks leading."""
        return tuple(dict.fromkeys((self.headline, *self._own)))

    @property
    def further(self) -> tuple[str, ...]:
        """All other metrics."""
        return tuple(metric for metric in self.metrics if metric not in self.columns)

    @property
    def items(self) -> str:
        """What is resampled: charts, documents, ..."""
        return ITEMS.get(self.task, "charts")

    @property
    def headline(self) -> str:
        """The metric that ranks."""
        return headline(self._own, (cells for _, cells in self.systems))

    @property
    def note(self) -> str:
        """Why another metric ranks than the task's first; empty where that one does."""
        return note(self._own, dict(self.systems))

    @property
    def _own(self) -> tuple[str, ...]:
        return columns(self.task, self.metrics)

    @property
    def controls(self) -> tuple[str, ...]:
        """The systems that have no rank and are never the best, by value as all others."""
        return tuple(system for system, cells in self.systems if any(row.control for row in cells.values()))

    @property
    def places(self) -> tuple[int | None, ...]:
        """Of each system its rank, equals sharing one; none of a control or without a value."""
        ranked = [self._value(system) for system, _ in self.systems if system not in self.controls]
        return tuple(
            None if system in self.controls or value is None else ranked.index(value) + 1
            for system, value in ((system, self._value(system)) for system, _ in self.systems)
        )

    def _value(self, system: str) -> float | None:
        """Of the metric that ranks."""
        row = dict(self.systems)[system].get(self.headline)
        return None if row is None else row.value

    def higher_is_better(self, metric: str) -> bool:
        """False where the best system has the least value."""
        return _higher_is_better(metric)

    def is_best(self, row: LeaderboardRow) -> bool:
        """True of a ranked system when none other of this board has a better value of the row's metric."""
        if row.control or row.value is None:
            return False
        ranked = [cells[row.metric] for _, cells in self.systems if row.metric in cells]
        return _badness(row) == min(_badness(other) for other in ranked if not other.control)


def boards(rows: Iterable[LeaderboardRow]) -> tuple[Board, ...]:
    """Rows as one board per task and data set; metrics keep the order in which they first occur."""
    ordered = sorted(rows, key=lambda row: (row.task, row.data))
    return tuple(_board(key, list(group)) for key, group in groupby(ordered, key=lambda row: (row.task, row.data)))


def headlines(rows: Iterable[LeaderboardRow]) -> dict[tuple[str, str], str]:
    """The metric that ranks, by task and data set."""
    return {(board.task, board.data): board.headline for board in boards(rows)}


def task_headline(rows: Iterable[LeaderboardRow], task: str) -> str:
    """The metric that can rank on all data sets of a task together, where there is one; see :func:`headline`.

    Raises:
        IndexError: there is no row of this task, and it names no columns.
    """
    of_task = [row for row in rows if row.task == task]
    cells: dict[tuple[str, str], dict[str, LeaderboardRow]] = {}
    for row in of_task:
        cells.setdefault((row.data, row.system), {})[row.metric] = row
    return headline(columns(task, [row.metric for row in of_task]), cells.values())


def _board(key: tuple[str, str], rows: list[LeaderboardRow]) -> Board:
    metrics = tuple(dict.fromkeys(row.metric for row in rows))
    cells: dict[str, dict[str, LeaderboardRow]] = {}
    for row in rows:
        cells.setdefault(row.system, {})[row.metric] = row
    by = headline(columns(key[0], metrics), cells.values())
    ranked = sorted(cells.items(), key=lambda item: (_badness(item[1].get(by)), item[0]))
    return Board(task=key[0], data=key[1], metrics=metrics, systems=tuple(ranked))


def _badness(row: LeaderboardRow | None) -> float:
    """Sort key: better values first, systems without a value last."""
    if row is None or row.value is None:
        return float("inf")
    return -row.value if _higher_is_better(row.metric) else row.value


def _higher_is_better(metric: str) -> bool:
    return metric not in METRICS or METRICS[metric].higher_is_better


def write_rows(rows: Iterable[LeaderboardRow]) -> str:
    """leaderboard.json: a list of rows, one per line."""
    lines = [json.dumps(asdict(row), ensure_ascii=False) for row in rows]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def read_rows(text: str) -> tuple[LeaderboardRow, ...]:
    """The inverse of :func:`write_rows`."""
    return tuple(LeaderboardRow(**row) for row in json.loads(text))
