"""The verdict on a board: who is best, by how much, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from diagramloop.evaluation.contamination import Contamination
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report._rows import Board, boards
from diagramloop.report._worth import share_of_ceiling
from diagramloop.scores.bootstrap import value_text

LEVEL = 0.05  # of the paired tests
SURELY = 0.001  # p-values below are not told apart

Test = Mapping[str, Any]  # as the leaderboard's differences.json has them


@dataclass(frozen=True)
class BoardVerdict:
    """The best systems of a board by the metric that ranks, beside the next one.

    Attributes:
        best: those that share the first rank; none where nobody has a rank.
        next: the best of the others that have one.
        p_value: of the paired test between the first of ``best`` and ``next``; None where there was none.
        level: systems with a rank whose difference from the first of ``best`` is not found.
    """

    board: Board
    best: tuple[LeaderboardRow, ...]
    next: LeaderboardRow | None
    p_value: float | None
    level: tuple[str, ...]

    @property
    def real(self) -> bool | None:
        """True where a paired test finds the lead; None where there is no lead, or none was tested."""
        return None if self.p_value is None or len(self.best) != 1 else self.p_value < LEVEL

    @property
    def lead(self) -> str:
        """Return the distance between the best and the next, in words."""
        if not self.best:
            return "nobody has a rank"
        if len(self.best) > 1:
            return f"shared by {len(self.best)}"
        return f"{self._apart:.3f} before {self.next.system}" if self.next else "nobody to lead"

    @property
    def certainty(self) -> str:
        """Return the answer to the question whether the lead is real."""
        if len(self.best) != 1 or self.next is None:
            return "nothing to test"
        if self.p_value is None:
            return "not tested"
        if self.real:
            return f"yes, {_told(self.p_value)}"
        return f"not shown, {_told(self.p_value)}{self._needs}"

    @property
    def sees(self) -> str:
        """The least difference that the board can show from its best row."""
        detectable = self.best[0].detectable if self.best else None
        return "not known" if detectable is None else f"{detectable:.3f}"

    @property
    def ceiling(self) -> str:
        """The value that people reach, and the share of it that the best row has; empty where nobody measured it."""
        row = self.best[0] if self.best else None
        return "" if row is None or row.ceiling is None else f"{row.ceiling:.3f}{share_of_ceiling(row)}"

    @property
    def caution(self) -> str:
        """The reason to distrust the best row; empty where there is none."""
        seen = [row for row in self.best if row.contamination.startswith(Contamination.TRAINED_ON)]
        return f"{', '.join(row.system for row in seen)}: {seen[0].contamination}" if seen else ""

    @property
    def sentence(self) -> str:
        """All of this in plain words."""
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        where = f"{self.board.task} on {self.board.data}"
        if not self.best:
            yield f"{where}: nobody has a rank."
            return
        first, names = self.best[0], " and ".join(row.system for row in self.best)
        score = f"by {first.metric}, {interval_told(first)}"
        yield f"{where}: {names} {'is' if len(self.best) == 1 else 'are'} best {score}."
        if len(self.best) == 1 and self.next:
            verdict = "is real" if self.real else "is not shown to be real"
            tested = "not tested" if self.p_value is None else _told(self.p_value)
            yield f"The lead of {self._apart:.3f} before {self.next.system} {verdict} ({tested}){self._needs}."
        if not self.next and len(self.best) == 1:
            yield "There is no other system to compare it with."
        if first.detectable is not None:
            yield f"These {first.n} {self.board.items} show differences from {first.detectable:.3f} on."
        if self.ceiling:
            yield f"People reach {self.ceiling}."
        if self.caution:
            yield f"With care: {self.caution}."

    @property
    def _apart(self) -> float:
        assert self.next is not None
        assert self.best[0].value is not None
        assert self.next.value is not None
        return abs(self.best[0].value - self.next.value)

    @property
    def _needs(self) -> str:
        row = self.best[0]
        named = self.next is not None and row.against == self.next.system
        return f"; it would need {row.needs:,} {self.board.items}" if named and row.needs is not None else ""


def verdicts(rows: Iterable[LeaderboardRow], differences: Iterable[Test]) -> list[BoardVerdict]:
    """The verdicts on all boards that have a system.

    Args:
        differences: the paired tests, as the leaderboard's ``differences.json`` has them.
    """
    tests: dict[tuple[str, str], list[Test]] = {}
    for test in differences:
        tests.setdefault((test["task"], test["data"]), []).append(test)
    return [_verdict(board, tests.get((board.task, board.data), ())) for board in boards(rows) if not board.no_system]


def _verdict(board: Board, tests: Sequence[Test]) -> BoardVerdict:
    placed = zip(board.places, board.systems, strict=True)
    ranked = [(place, cells[board.headline]) for place, (_, cells) in placed if place is not None]
    best = tuple(row for place, row in ranked if place == 1)
    others = [row for place, row in ranked if place > 1]
    p_values = _p_values(best[0].system, board.headline, tests) if best else {}
    level = tuple(row.system for row in others if p_values.get(row.system, 0.0) >= LEVEL)
    return BoardVerdict(
        board, best, others[0] if others else None, p_values.get(others[0].system) if others else None, level
    )


def _p_values(best: str, metric: str, tests: Iterable[Test]) -> dict[str, float]:
    """By system, of its tests against the best."""
    of_metric = [test for test in tests if test["metric"] == metric and best in (test["first"], test["second"])]
    return {test["second"] if test["first"] == best else test["first"]: test["p_value"] for test in of_metric}


def interval_told(row: LeaderboardRow) -> str:
    """The value of a row with its interval, where it has one."""
    return "no value" if row.value is None else value_text(row.value, row.low, row.high)


def _told(p_value: float) -> str:
    return f"p < {SURELY}" if p_value < SURELY else f"p {p_value:.3f}"
