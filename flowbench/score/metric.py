"""What a metric is: one column of the leaderboard, whatever the task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flowbench.score.counts import Counts, Statistic, f1


@dataclass(frozen=True, slots=True)
class Metric:
    """One column of the leaderboard.

    Attributes:
        name: as the leaderboard writes it.
        count: gives the additive counts of one item from the comparison its task makes; raises an error
            with reason ``missing`` where the metric cannot be had.
        description: what it is, in one line.
        source: the paper that defines it.
        by_text: True where it depends on the text similarity, whose name is then kept with it.
        statistic: turns summed counts (..., 4) into values (...).
        bounded: True where values lie in [0, 1].
        higher_is_better: False where the best system has the least value.
    """

    name: str
    count: Callable[[Any], Counts]
    description: str
    source: str
    by_text: bool = False
    statistic: Statistic = f1
    bounded: bool = True
    higher_is_better: bool = True
