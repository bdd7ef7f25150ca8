"""The worth of a board's values, in a few words below its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from diagramloop.evaluation.drops import drops
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.scores import METRICS


def worth(rows: Sequence[LeaderboardRow], shown: Iterable[LeaderboardRow], items: str) -> Iterator[str]:
    """Lines on a board: from which difference on rows can be told apart, what its metrics miss, how known its data are.

    Args:
        rows: the cells of the metric that ranks.
        shown: those of all metrics that are shown.
        items: what is counted, such as ``charts``.
    """
    own = [row for row in rows if not row.control]
    measured = [row for row in own if row.detectable is not None]
    if measured:
        spreads = (f"{row.system} {row.detectable:.3f} ({row.against or 'another of its spread'})" for row in measured)
        least = f"least difference of {measured[0].metric} that {measured[0].n} {items} show, by row (from)"
        yield f"{least}: {', '.join(spreads)}"
    for row in _undecided(measured):
        yield f"not decided: {row.system} and {row.against} by {row.metric}; needs {row.needs:,} {items}"
    yield from _people(rows)
    marks = {row.metric: row.profile for row in shown if row.profile}
    if marks:
        yield f"marked metrics: {', '.join(f'{metric} ({mark})' for metric, mark in marks.items())}"
    yield from _contaminated(own)


def _people(rows: Iterable[LeaderboardRow]) -> Iterator[str]:
    """The values that people reach, and the shares of it that systems do."""
    reached = [row for row in rows if row.ceiling is not None and row.value is not None]
    if reached:
        shares = "".join(share_of_ceiling(row) for row in reached if not row.control)
        yield f"people reach {reached[0].ceiling:.3f} by {reached[0].metric}{shares}"


def _contaminated(rows: Iterable[LeaderboardRow]) -> Iterator[str]:
    """The systems by what they may have seen of the data."""
    classes: dict[str, list[str]] = {}
    for row in rows:
        if row.contamination:
            classes.setdefault(row.contamination, []).append(row.system)
    for contamination, systems in classes.items():
        yield f"data {contamination}: {', '.join(systems)}"


def _undecided(rows: Sequence[LeaderboardRow]) -> Iterator[LeaderboardRow]:
    """Rows whose difference from the best other is not found, each pair once."""
    pairs: set[frozenset[str]] = set()
    for row in rows:
        pair = frozenset((row.system, row.against))
        if row.needs is not None and pair not in pairs:
            pairs.add(pair)
            yield row


def drop_lines(rows: Iterable[LeaderboardRow], ranked_by: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Lines on what systems lose from public to fresh data, by the metrics that rank the fresh boards."""
    for drop in drops(rows):
        public, fresh = drop.public, drop.fresh
        if fresh.metric == ranked_by[fresh.task, fresh.data]:
            values = f"{public.data} {public.value:.3f}, {fresh.data} {fresh.value:.3f}"
            interval = f"{drop.low:+.3f} .. {drop.high:+.3f}"
            yield f"{fresh.task}, {fresh.system}, {fresh.metric}: {values}, a drop of {drop.value:+.3f} ({interval})"


def share_of_ceiling(row: LeaderboardRow) -> str:
    """The share of its ceiling that a value has, where more is better and there is something to reach."""
    if row.value is None or not row.ceiling or (row.metric in METRICS and not METRICS[row.metric].higher_is_better):
        return ""
    return f" ({row.value / row.ceiling:.0%} of it by {row.system})"
