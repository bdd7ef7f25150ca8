"""The matrix of systems and tasks that the report begins with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from diagramloop.report._verdicts import BoardVerdict, interval_told
from diagramloop.scores.bootstrap import interval_text

_ANSWERS = ("Lead of the best", "Is the lead real?", "Differences are seen from", "People reach")


@dataclass(frozen=True)
class MatrixCell:
    """The value of a system on a board by the metric that ranks.

    Attributes:
        beside: its interval, if there is one, and of how many items the value is, if not of all.
        place: its rank; empty where it has none.
        standing: ``best``, ``level`` where its difference from the best is not found, or empty.
        title: the interval, and whether the items can have been in training data.
        seen: True where they were.
    """

    value: str
    beside: str
    place: str
    standing: str
    title: str
    seen: bool


@dataclass(frozen=True)
class Matrix:
    """Systems, controls aside, by boards.

    Attributes:
        verdicts: of the boards, one a column.
    """

    verdicts: Sequence[BoardVerdict]

    @property
    def tasks(self) -> list[tuple[str, int]]:
        """The tasks with the number of their boards, in order."""
        of_task = groupby(self.verdicts, key=lambda verdict: verdict.board.task)
        return [(task, sum(1 for _ in group)) for task, group in of_task]

    @property
    def rows(self) -> list[tuple[str, list[MatrixCell | None]]]:
        """By system its cells, in the order in which the boards rank them."""
        ordered = dict.fromkeys(system for verdict in self.verdicts for system in _systems(verdict))
        cells = [dict(_cells(verdict)) for verdict in self.verdicts]
        return [(system, [of_board.get(system) for of_board in cells]) for system in ordered]

    @property
    def seen(self) -> bool:
        """True where some system was trained on items that it is measured on."""
        return any(cell is not None and cell.seen for _, cells in self.rows for cell in cells)

    @property
    def answers(self) -> list[tuple[str, list[str]]]:
        """The rows at the foot: what is to be read below each board."""
        answers = [(verdict.lead, verdict.certainty, verdict.sees, verdict.ceiling) for verdict in self.verdicts]
        by_name = zip(_ANSWERS, zip(*answers, strict=True), strict=False)  # no verdict, no answers
        return [(name, list(row)) for name, row in by_name if any(row)]


def address(verdict: BoardVerdict) -> str:
    """The address of a board's own table on the page."""
    asked = {"board-task": verdict.board.task, "board-data": verdict.board.data}
    return f"#leaderboard?{urlencode(asked, errors='replace')}"


def _systems(verdict: BoardVerdict) -> list[str]:
    return [system for system, _ in verdict.board.systems if system not in verdict.board.controls]


def _cells(verdict: BoardVerdict) -> Iterator[tuple[str, MatrixCell]]:
    board, best = verdict.board, {row.system for row in verdict.best}
    for place, (system, of_system) in zip(board.places, board.systems, strict=True):
        row = of_system.get(board.headline)
        if row is None or row.value is None:
            continue
        interval = interval_text(row.value, row.low, row.high)
        beside = f"{interval} {row.of_items}".strip()
        standing = "best" if system in best else "level" if system in verdict.level else ""
        lacks = "" if row.complete else row.reason or row.note
        title = "; ".join(filter(None, (interval_told(row), row.contamination, lacks)))
        yield system, MatrixCell(f"{row.value:.3f}", beside, str(place or ""), standing, title, bool(row.seen))
