"""Rows of the leaderboard: what every score ends in, and their ranking."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from diagramloop.evaluation.confidences import ERRORS
from diagramloop.evaluation.heard import in_words
from diagramloop.evaluation.rows import LeaderboardRow, cells_of
from diagramloop.evaluation.scores import GOLD
from diagramloop.report._columns import columns, headline, ranking_note
from diagramloop.report._instruments import could_rank, ranking_instruments
from diagramloop.report._worth import worth
from diagramloop.scores import METRICS
from diagramloop.scores.scoring import named

ITEMS = {"extraction": "documents", "dialogue": "dialogues", "conversion": "files"}
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
        """Of each system its rank, equals sharing one.

        None of a control, of one that lacks a value on any item, or of one that other instruments measured.
        """
        heads = [cells.get(self.headline) for _, cells in self.systems]
        ranked = [row.value for row in heads if row is not None and self.ranks(row)]
        return tuple(ranked.index(row.value) + 1 if row is not None and self.ranks(row) else None for row in heads)

    def ranks(self, row: LeaderboardRow) -> bool:
        """True of a complete row of a system that was measured by the instruments that rank."""
        return could_rank(row) and self.is_alike(row)

    def is_alike(self, row: LeaderboardRow) -> bool:
        """True of a row that was measured by the instruments that rank on this board by the row's metric."""
        return named(row.measured_by) == self._ranking.get(row.metric)

    @property
    def unlike(self) -> dict[str, str]:
        """By system that has no rank because other instruments measured it than those of most systems, why."""
        heads = {system: cells[self.headline] for system, cells in self.systems if self.headline in cells}
        known = sorted(self._ranking.get(self.headline) or ())
        by = f"ranks are of what was measured by {', '.join(known)}" if known else "as many by others, so nobody has"
        return {
            system: f"no rank: {row.metric} was measured by {row.measured_by or 'nothing but the graphs'}; {by}"
            for system, row in heads.items()
            if could_rank(row) and not self.ranks(row)
        }

    @cached_property
    def _ranking(self) -> dict[str, frozenset[str] | None]:
        return {metric: ranking_instruments(self._cells(metric)) for metric in self.metrics}

    @property
    def measured_by(self) -> dict[str, tuple[str, ...]]:
        """By names of instruments, the shown metrics that they measured of any system."""
        return self._measured_by(self.columns)

    def _measured_by(self, shown: Iterable[str]) -> dict[str, tuple[str, ...]]:
        metrics_by: dict[str, list[str]] = {}
        for metric in shown:
            for by in dict.fromkeys(row.measured_by for row in self._cells(metric) if row.measured_by):
                metrics_by.setdefault(by, []).append(metric)
        return {by: tuple(metrics) for by, metrics in metrics_by.items()}

    def _cells(self, metric: str) -> list[LeaderboardRow]:
        return [cells[metric] for _, cells in self.systems if metric in cells]

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
        systems_by: dict[str, list[str]] = {}
        for system, cells in self.systems:
            for note in dict.fromkeys(row.note for row in cells.values() if row.note):
                systems_by.setdefault(note, []).append(system)
        return {note: tuple(systems) for note, systems in systems_by.items()}

    @property
    def answers(self) -> dict[str, str]:
        """By system whose models were asked, or were asked of it, how many answers were understood, by role."""
        lines = {system: in_words(_any(cells).answers) for system, cells in self.systems}
        return {system: line for system, line in lines.items() if line}

    @property
    def void(self) -> tuple[str, ...]:
        """The systems whose values say nothing of them, see :attr:`LeaderboardRow.void`."""
        return tuple(system for system, cells in self.systems if any(row.void for row in cells.values()))

    @property
    def worth(self) -> tuple[str, ...]:
        """Return the worth of the values of the metric that ranks, in words."""
        shown = [row for metric in self.columns for row in self._cells(metric)]
        return tuple(worth(self._cells(self.headline), shown, self.items))

    def notes_by_kind(self, shown: Sequence[str]) -> list[list[str]]:
        """Lines on ranks, instruments and rows for the readers of a table of the metrics ``shown``, kind by kind."""
        instruments: list[str] = []
        notes: list[str] = []
        for names, metrics in self._measured_by(shown).items():
            instruments.append(f"measured by {names}: {', '.join(metrics)}")
        for note, systems in self.notes.items():
            notes.append(f"{', '.join(systems)}: {note}")
        reasons = [_by_system(lines) for lines in (self.incomplete, self.unlike, self.answers)]
        return [[self.ranking_note] if self.ranking_note else [], *reasons, instruments, notes]

    def higher_is_better(self, metric: str) -> bool:
        """False where the best system has the least value."""
        return _higher_is_better(metric)

    def is_best(self, row: LeaderboardRow) -> bool:
        """True of a ranked system when none other of this board has a better value of the row's metric."""
        ranked = (_badness(other) for other in self._cells(row.metric) if self.ranks(other))
        return self.ranks(row) and _badness(row) == min(ranked)


def _by_system(lines: Mapping[str, str]) -> list[str]:
    return [f"{system}: {line}" for system, line in lines.items()]


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
    unscored = {system: f"no row: {reason}" for system, reason in sorted(broken.items())}
    return Board(key[0], key[1], metrics, tuple(ranked), unscored)


def _any(cells: Mapping[str, LeaderboardRow]) -> LeaderboardRow:
    return next(iter(cells.values()))


def _failed(row: LeaderboardRow) -> bool:
    """True if the machine failed, and nothing came of any item."""
    return row.failed > 0 and row.scored == 0


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
    lines = [json.dumps(cells_of(row), ensure_ascii=False) for row in rows]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def read_rows(text: str) -> tuple[LeaderboardRow, ...]:
    """The inverse of :func:`write_rows`."""
    return tuple(LeaderboardRow(**row) for row in json.loads(text))
