"""The worth of a board's values: from which difference on its rows can be told apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from diagramloop.evaluation.board_items import RowKey
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.scores import ItemScore
from diagramloop.scores import METRICS, Difference, ScoreRow
from diagramloop.scores.scoring import named, spreads

Place = tuple[str, str]  # task and data
Systems = Mapping[str, Sequence[ScoreRow]]  # by system the scores of its items
_Column = dict[str, LeaderboardRow]  # of one metric, by system


def with_detectable(
    rows: Iterable[LeaderboardRow], boards: Mapping[Place, Systems], differences: Mapping[Place, Sequence[Difference]]
) -> list[LeaderboardRow]:
    """The rows with the least difference that their board can show.

    Args:
        boards: the scores that the rows sum up; rows of which there are none are left as they are.
        differences: of the boards' systems, all of them.
    """
    every = list(rows)
    columns: dict[tuple[Place, str], _Column] = defaultdict(dict)
    for row in every:
        columns[(row.task, row.data), row.metric][row.system] = row
    tested = {place: _by_pair(found) for place, found in differences.items()}
    alone = _Alone(boards)
    return [_told(row, columns[(row.task, row.data), row.metric], tested, alone) for row in every]


def boards_of(scores: Iterable[tuple[RowKey, ItemScore]]) -> dict[Place, dict[str, list[ScoreRow]]]:
    """The score rows by board and system."""
    boards: dict[Place, dict[str, list[ScoreRow]]] = {}
    for (task, data, system), score in scores:
        boards.setdefault((task, data), {}).setdefault(system, []).append(score.row)
    return boards


def _told(
    row: LeaderboardRow, column: _Column, tested: Mapping[Place, Mapping[tuple[str, ...], Difference]], alone: _Alone
) -> LeaderboardRow:
    place = row.task, row.data
    if row.value is None or row.metric not in METRICS:
        return row
    best = _best_other(row, column)
    difference = best and tested.get(place, {}).get((row.metric, *sorted((row.system, best))))
    if difference:
        return replace(row, detectable=difference.spread.detectable(), against=best, needs=difference.needs)
    return replace(row, detectable=alone.detectable(place, row.system, row.metric))


def _best_other(row: LeaderboardRow, column: _Column) -> str:
    """The best other complete row of a system that the same instruments measured; empty where there is none."""
    alike = [
        (other.value if METRICS[row.metric].higher_is_better else -other.value, name)
        for name, other in sorted(column.items(), reverse=True)
        if name != row.system and not other.control and other.complete and other.value is not None
        if named(other.measured_by) == named(row.measured_by)
    ]
    return max(alike)[1] if alike else ""


def _by_pair(differences: Iterable[Difference]) -> dict[tuple[str, ...], Difference]:
    return {(found.metric, *sorted((found.first, found.second))): found for found in differences}


class _Alone:
    """Spreads of rows beside which nothing stands, worked out where they are asked for."""

    def __init__(self, boards: Mapping[Place, Systems]) -> None:
        self._boards = boards
        self._known: dict[tuple[Place, str], dict[str, float | None]] = {}

    def detectable(self, place: Place, system: str, metric: str) -> float | None:
        """The least difference from a row of equal spread; None where it is not known."""
        if (place, system) not in self._known:
            found = spreads(self._boards.get(place, {}).get(system, ()))
            self._known[place, system] = {name: s.against_another.detectable() for name, s in found.items()}
        return self._known[place, system].get(metric)
