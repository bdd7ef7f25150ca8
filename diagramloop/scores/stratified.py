"""Scores by stratum: the same summaries over parts of the items.

A stratum is a property of an item: its type of question, its domain, its bin of sizes. Items say on each axis where
they belong, and every axis is treated alike, so that a new one needs nothing here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from diagramloop.scores.scoring import ScoreRow, Summary, summarise

Strata = Mapping[str, str]  # axis to stratum, such as {"type": "topological", "nodes": "11-20"}


@dataclass(frozen=True, slots=True)
class StratumSummary:
    """One metric of one system over the items of one stratum."""

    axis: str
    stratum: str
    summary: Summary


def summarise_strata(rows: Iterable[tuple[Strata, ScoreRow]], *, seed: int) -> list[StratumSummary]:
    """:func:`~diagramloop.scores.scoring.summarise` for each stratum of each axis.

    Args:
        rows: scores of one system, each with the strata of its item.

    Returns:
        By axis in order of first appearance, then by stratum in order of name, then by metric.
    """
    parts: dict[str, dict[str, list[ScoreRow]]] = defaultdict(lambda: defaultdict(list))
    for strata, row in rows:
        for axis, stratum in strata.items():
            parts[axis][stratum].append(row)
    return [
        StratumSummary(axis, stratum, summary)
        for axis, by_stratum in parts.items()
        for stratum, members in sorted(by_stratum.items())
        for summary in summarise(members, seed=seed)
    ]


def size_stratum(size: int, bounds: Sequence[int]) -> str:
    """The bin of ``size`` as text, such as ``11-20``; names of bins sort as the bins do.

    Args:
        bounds: last size of each bin, rising; sizes beyond form a bin of their own, such as ``41+``.
    """
    width = len(str(bounds[-1] + 1))
    stratum = bisect_left(bounds, size)
    first = bounds[stratum - 1] + 1 if stratum else 0
    return f"{first:0{width}d}-{bounds[stratum]:0{width}d}" if stratum < len(bounds) else f"{first:0{width}d}+"
