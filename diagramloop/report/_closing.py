"""The last lines in the terminal: the best at each task, what came of one's own systems, and where all of it lies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report._verdicts import BoardVerdict, Test, interval_told, verdicts

MOST_OWN = 3  # rows of one's own that are named
RowName = tuple[str, str, str]  # task, data, system


def closing_lines(
    rows: Iterable[LeaderboardRow],
    differences: Iterable[Test],
    known: Collection[RowName] | None,
    notes: Sequence[str],
    paths: Mapping[str, str],
) -> list[str]:
    """At most eleven lines, of up to seven tasks: the best of each, one's own rows, notes and paths.

    Args:
        differences: the paired tests, as the leaderboard's ``differences.json`` has them.
        known: rows that others have measured before; None where that is not known, and then none is one's own.
        notes: of the board, printed above.
        paths: by name.
    """
    judged = verdicts(rows, differences)
    lines = [_best(task, list(of_task)) for task, of_task in groupby(judged, key=lambda verdict: verdict.board.task)]
    own = list(_own(judged, known)) if known is not None else []
    if own:
        more = f"; and {len(own) - MOST_OWN} more" if len(own) > MOST_OWN else ""
        lines.append(f"yours: {'; '.join(own[:MOST_OWN])}{more}")
    if notes:
        lines.append(f"notes: {len(notes)}, above")
    return [*lines, *(f"{name}: {path}" for name, path in paths.items())]


def _best(task: str, boards: Sequence[BoardVerdict]) -> str:
    """The systems that are best on the boards of one task, how many of their leads are real, and what people reach."""
    winners: dict[str, list[BoardVerdict]] = {}
    for verdict in boards:
        winners.setdefault(" and ".join(row.system for row in verdict.best) or "nobody", []).append(verdict)
    of = f"of {len(boards)} board{'s' if len(boards) > 1 else ''}"
    who = ", ".join(f"{name} best on {len(won)} {of}{_scores(won)}" for name, won in winners.items())
    return f"{task}: {who}; {_leads(boards)}{_people(boards)}{_caution(boards)}"


def _leads(boards: Iterable[BoardVerdict]) -> str:
    tested = [verdict.real for verdict in boards if verdict.real is not None]
    return f"{sum(tested)} of {len(tested)} leads real" if tested else "nobody to compare with"


def _people(boards: Iterable[BoardVerdict]) -> str:
    """The values that people reach, of the boards on which they were measured."""
    winners = (row for verdict in boards for row in verdict.best[:1])
    reached = [row.ceiling for row in winners if row.ceiling is not None]
    return f"; people reach {_span(reached)}" if reached else ""


def _caution(boards: Iterable[BoardVerdict]) -> str:
    return "; trained on these items" if any(verdict.caution for verdict in boards) else ""


def _scores(won: Sequence[BoardVerdict]) -> str:
    """The metric with the least and the greatest value, where one metric ranks on all of the boards."""
    rows = [verdict.best[0] for verdict in won if verdict.best]
    values = [row.value for row in rows if row.value is not None]
    return f" ({rows[0].metric} {_span(values)})" if values and len({row.metric for row in rows}) == 1 else ""


def _span(values: Sequence[float]) -> str:
    """The least and the greatest value; one where they look alike."""
    return " to ".join(dict.fromkeys(f"{value:.3f}" for value in (min(values), max(values))))


def _own(boards: Iterable[BoardVerdict], known: Collection[RowName]) -> Iterator[str]:
    """Rows of systems, not of controls, that are not known, with their rank."""
    for board in (verdict.board for verdict in boards):
        ranked = sum(place is not None for place in board.places)
        for place, (system, cells) in zip(board.places, board.systems, strict=True):
            row = cells.get(board.headline)
            if row and not row.control and (board.task, board.data, system) not in known:
                rank = f"rank {place} of {ranked}" if place else "no rank"
                yield f"{system} on {board.data} ({board.task}): {interval_told(row)}, {rank}"
