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
    found = [row for row in rows if row.detectable is not None and not row.control]
    if found:
        told = (f"{row.system} {row.detectable:.3f} ({row.against or 'another of its spread'})" for row in found)
        yield f"least difference of {found[0].metric} that {found[0].n} {items} show, by row (from): {', '.join(told)}"
    for row in _undecided(found):
        yield f"not decided: {row.system} and {row.against} by {row.metric}; needs {row.needs:,} {items}"
    reached = [row for row in rows if row.ceiling is not None and row.value is not None]
    if reached:
        shares = "".join(share_of_ceiling(row) for row in reached if not row.control)
        yield f"people reach {reached[0].ceiling:.3f} by {reached[0].metric}{shares}"
    marks = {row.metric: row.profile for row in shown if row.profile}
    if marks:
        yield f"marked metrics: {', '.join(f'{metric} ({mark})' for metric, mark in marks.items())}"
    classes: dict[str, list[str]] = {}
    for row in rows:
        if row.contamination and not row.control:
            classes.setdefault(row.contamination, []).append(row.system)
    yield from (f"data {told}: {', '.join(systems)}" for told, systems in classes.items())


def _undecided(rows: Sequence[LeaderboardRow]) -> Iterator[LeaderboardRow]:
    """Rows whose difference from the best other is not found, each pair once."""
    told: set[frozenset[str]] = set()
    for row in rows:
        pair = frozenset((row.system, row.against))
        if row.needs is not None and pair not in told:
            told.add(pair)
            yield row


def drop_lines(rows: Iterable[LeaderboardRow], ranked_by: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Lines on what systems lose from public to fresh data, by the metrics that rank the fresh boards."""
    for drop in drops(rows):
        public, fresh = drop.public, drop.fresh
        if fresh.metric == ranked_by[fresh.task, fresh.data]:
            told = f"{public.data} {public.value:.3f}, {fresh.data} {fresh.value:.3f}"
            interval = f"{drop.low:+.3f} .. {drop.high:+.3f}"
            yield f"{fresh.task}, {fresh.system}, {fresh.metric}: {told}, a drop of {drop.value:+.3f} ({interval})"


def share_of_ceiling(row: LeaderboardRow) -> str:
    """The share of its ceiling that a value has, where more is better and there is something to reach."""
    if row.value is None or not row.ceiling or (row.metric in METRICS and not METRICS[row.metric].higher_is_better):
        return ""
    return f" ({row.value / row.ceiling:.0%} of it by {row.system})"
