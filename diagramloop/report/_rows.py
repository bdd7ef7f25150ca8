"""Rows of the leaderboard: what every score ends in, and their ranking."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import groupby

from diagramloop.evaluation.confidences import ERRORS
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.scores import GOLD
from diagramloop.report._columns import columns, headline, ranking_note
from diagramloop.score import METRICS

ITEMS = {"extraction": "documents", "dialogue": "dialogues"}
"""What the items of a task are, where they are not charts."""


@dataclass(frozen=True)
class Board:
    """The systems measured on one data set of one task, best first; those not measured on all of it below.

    Attributes:
        systems: by name their cells, by metric.
        broken: by name of the systems that failed on every item, and so have no row, why.
    """

    task: str
    data: str
    metrics: tuple[str, ...]
    systems: tuple[tuple[str, dict[str, LeaderboardRow]], ...]
    broken: Mapping[str, str] = field(default_factory=dict)

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
        """The units that are resampled: charts, documents, ..."""
        return ITEMS.get(self.task, "charts")

    @property
    def headline(self) -> str:
        """The metric that ranks."""
        return headline(self._own, (cells for _, cells in self.systems))

    @property
    def ranking_note(self) -> str:
        """Why another metric ranks than the task's first; empty where that one does."""
        return ranking_note(self._own, dict(self.systems))

    @property
    def _own(self) -> tuple[str, ...]:
        return columns(self.task, self.metrics)

    @property
    def controls(self) -> tuple[str, ...]:
        """The systems that have no rank and are never the best, by value as all others."""
        return tuple(system for system, cells in self.systems if any(row.control for row in cells.values()))

    @property
    def places(self) -> tuple[int | None, ...]:
        """Of each system its rank, equals sharing one; none of a control, or of one that lacks a value on any item."""
        heads = [cells.get(self.headline) for _, cells in self.systems]
        ranked = [row.value for row in heads if row is not None and _ranks(row)]
        return tuple(ranked.index(row.value) + 1 if row is not None and _ranks(row) else None for row in heads)

    @property
    def no_system(self) -> bool:
        """True if there is nobody but the gold: then there is nothing to rank, and nothing to show."""
        return all(system == GOLD for system, _ in self.systems)

    @property
    def incomplete(self) -> dict[str, str]:
        """By system that has no value on some of its items, or on none, or has no row for that, why."""
        heads = ((system, cells.get(self.headline) or _any(cells)) for system, cells in self.systems)
        return {system: row.reason for system, row in heads if not row.complete and row.reason} | dict(self.broken)

    @property
    def notes(self) -> dict[str, tuple[str, ...]]:
        """By note, the systems whose rows it is on."""
        found: dict[str, list[str]] = {}
        for system, cells in self.systems:
            for note in dict.fromkeys(row.note for row in cells.values() if row.note):
                found.setdefault(note, []).append(system)
        return {note: tuple(systems) for note, systems in found.items()}

    def higher_is_better(self, metric: str) -> bool:
        """False where the best system has the least value."""
        return _higher_is_better(metric)

    def is_best(self, row: LeaderboardRow) -> bool:
        """True of a ranked system when none other of this board has a better value of the row's metric."""
        cells = [cells[row.metric] for _, cells in self.systems if row.metric in cells]
        return _ranks(row) and _badness(row) == min(_badness(other) for other in cells if _ranks(other))


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
    broken = {system: _any(of).reason for system, of in cells.items() if all(map(_failed, of.values()))}
    whole = {system: of for system, of in cells.items() if system not in broken}
    by = headline(columns(key[0], metrics), whole.values())
    ranked = sorted(whole.items(), key=lambda item: (_lack(item[1].get(by)), _badness(item[1].get(by)), item[0]))
    told = {system: f"no row: {reason}" for system, reason in sorted(broken.items())}
    return Board(key[0], key[1], metrics, tuple(ranked), told)


def _any(cells: Mapping[str, LeaderboardRow]) -> LeaderboardRow:
    return next(iter(cells.values()))


def _failed(row: LeaderboardRow) -> bool:
    """True if the machine failed, and nothing came of any item."""
    return row.failed > 0 and row.scored == 0


def _ranks(row: LeaderboardRow) -> bool:
    return row.complete and not row.control


def _lack(row: LeaderboardRow | None) -> int:
    """Sort key: what is known of some items only stands below what is known of all, and above what is not known."""
    if row is None or row.value is None:
        return 2
    return 0 if row.complete else 1


def _badness(row: LeaderboardRow | None) -> float:
    """Sort key: better values first, systems without a value last."""
    if row is None or row.value is None:
        return float("inf")
    return -row.value if _higher_is_better(row.metric) else row.value


def _higher_is_better(metric: str) -> bool:
    return METRICS[metric].higher_is_better if metric in METRICS else metric not in ERRORS.values()


def write_rows(rows: Iterable[LeaderboardRow]) -> str:
    """leaderboard.json: a list of rows, one per line."""
    lines = [json.dumps(asdict(row), ensure_ascii=False) for row in rows]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def read_rows(text: str) -> tuple[LeaderboardRow, ...]:
    """The inverse of :func:`write_rows`."""
    return tuple(LeaderboardRow(**row) for row in json.loads(text))
