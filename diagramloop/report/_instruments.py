"""The instruments by which rows of one metric can be ranked beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.scores.scoring import named


def could_rank(row: LeaderboardRow) -> bool:
    """True of a complete row of a system; whether it ranks is decided by what measured it."""
    return row.complete and not row.control


def ranking_instruments(rows: Sequence[LeaderboardRow]) -> frozenset[str] | None:
    """The instruments that measured most systems; None where no system could rank, or others measured as many.

    Values of unlike encoders or judges are on unlike scales, so that only one group of rows can have ranks.
    """
    counted = Counter(named(row.measured_by) for row in rows if could_rank(row)).most_common(2)
    if not counted or (len(counted) > 1 and counted[0][1] == counted[1][1]):
        return None
    return counted[0][0]
