"""Scores of diagramloop in Inspect's logs: the counts of every item, and their sums by the board's own code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspect_ai.scorer import NOANSWER, Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import TaskState

from diagramloop.evaluation.heard import ItemAnswers, Party, counts_of
from diagramloop.evaluation.rows import board_rows, with_answers
from diagramloop.evaluation.written_scores import read

SCORES = "diagramloop_scores"  # of a sample's store, and of a score's metadata
HEARD = "diagramloop_answers"  # likewise: what models answered, by role, and what of it was not understood


@scorer(metrics=[], name="diagramloop")
def _stored_scores(headline: str) -> Scorer:
    """A scorer that reads the counts from the sample's store: its value is the headline metric of this item alone."""

    async def score(state: TaskState, target: Target) -> Score:
        del target
        kept = state.store.get(SCORES, [])
        value = next((read(one).row.value for one in kept if one["row"]["metric"] == headline), None)
        metadata = {SCORES: kept, HEARD: state.store.get(HEARD, [])}
        return Score(value=NOANSWER if value is None else value, metadata=metadata)

    return score


@metric(name="board")
def board(task: str, system: str, seed: int) -> Metric:
    """Every metric of the board over all items, as ``diagramloop run`` gives it; those without a value are left out.

    Beside them ``unread``, the share of the system's answers that were not understood, where scores hang on any.

    Args:
        task: name of the board.
        system: of the row.
        seed: of the intervals.
    """

    def summed(scores: list[SampleScore]) -> Value:
        items = [read(kept) for kept in _kept(scores, SCORES)]
        heard = [_answers(kept) for kept in _kept(scores, HEARD)]
        rows = with_answers(board_rows(items, task=task, system=system, seed=seed), heard)
        several = len({row.data for row in rows}) > 1
        values: dict[str, float] = {}
        for row in rows:
            before = f"{row.data} " if several else ""
            for name, value in ((row.metric, row.value), ("unread", row.unread)):
                if value is not None:
                    values[f"{before}{name}"] = value
        return dict(values)

    return summed


def _kept(scores: list[SampleScore], name: str) -> list[Mapping[str, Any]]:
    """The entries that all samples keep under a name."""
    return [entry for sample in scores for entry in (sample.score.metadata or {}).get(name, [])]


def _answers(kept: Mapping[str, Any]) -> ItemAnswers:
    roles = {role: counts_of(counts) for role, counts in kept["roles"].items()}
    return ItemAnswers(kept["data"], Party(kept["party"]), roles)


def board_scorer(task: str, system: str, headline: str, seed: int) -> Scorer:
    """The scorer of a task, with the board's metrics."""
    made: Scorer = scorer(metrics=[board(task, system, seed)], name="diagramloop")(_stored_scores)(headline)
    return made
