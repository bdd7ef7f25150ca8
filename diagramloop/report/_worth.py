"""The worth of a board's values, in a few words below its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diagramloop.evaluation.rows import LeaderboardRow


def worth(rows: Sequence[LeaderboardRow], items: str) -> Iterator[str]:
    """Lines on the cells of the metric that ranks: from which difference on they can be told apart.

    Args:
        items: what is counted, such as ``charts``.
    """
    found = [row for row in rows if row.detectable is not None and not row.control]
    if found:
        told = (f"{row.system} {row.detectable:.3f} ({row.against or 'another of its spread'})" for row in found)
        yield f"least difference of {found[0].metric} that {found[0].n} {items} show, by row (from): {', '.join(told)}"
    for row in _undecided(found):
        yield f"not decided: {row.system} and {row.against} by {row.metric}; needs {row.needs:,} {items}"


def _undecided(rows: Sequence[LeaderboardRow]) -> Iterator[LeaderboardRow]:
    """Rows whose difference from the best other is not found, each pair once."""
    told: set[frozenset[str]] = set()
    for row in rows:
        pair = frozenset((row.system, row.against))
        if row.needs is not None and pair not in told:
            told.add(pair)
            yield row
