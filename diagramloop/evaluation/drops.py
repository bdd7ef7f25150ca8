"""Drops from public to fresh data: what a system's scores lose on items that it cannot have seen.

The two sets are of unlike items, so the interval of the difference is made of the two intervals (MOVER; Zou and Donner,
2008), and a drop may be one of difficulty: the drop of a control that reads nothing tells how much is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import hypot

from diagramloop.evaluation.contamination import Contamination
from diagramloop.evaluation.rows import LeaderboardRow


@dataclass(frozen=True)
class Drop:
    """One metric of one system on a public and on a fresh board of the same variant.

    Attributes:
        value: on the public board less on the fresh one.
        low, high: bounds of its 95 % interval.
    """

    public: LeaderboardRow
    fresh: LeaderboardRow
    value: float
    low: float
    high: float


def drops(rows: Iterable[LeaderboardRow]) -> Iterator[Drop]:
    """Every row of a fresh board beside that of every other board that is like it but for the source."""
    every = [row for row in rows if row.value is not None and row.contamination and not row.control and not row.void]
    others = [row for row in every if not row.contamination.startswith(Contamination.FRESH)]
    for fresh in every:
        if fresh.contamination.startswith(Contamination.FRESH):
            yield from (drop for public in others if _alike(public, fresh) for drop in _drop(public, fresh))


def _alike(one: LeaderboardRow, other: LeaderboardRow) -> bool:
    return _place(one) == _place(other)


def _place(row: LeaderboardRow) -> tuple[str, str, str, str, str]:
    return row.task, row.data.partition("/")[2], row.system, row.metric, row.measured_by


def _drop(public: LeaderboardRow, fresh: LeaderboardRow) -> Iterator[Drop]:
    before, after = _bounds(public), _bounds(fresh)
    if before is None or after is None:
        return
    (low, value, high), (worst, now, best) = before, after
    apart = value - now
    yield Drop(public, fresh, apart, apart - hypot(value - low, best - now), apart + hypot(high - value, now - worst))


def _bounds(row: LeaderboardRow) -> tuple[float, float, float] | None:
    if row.value is None or row.low is None or row.high is None:
        return None
    return row.low, row.value, row.high
