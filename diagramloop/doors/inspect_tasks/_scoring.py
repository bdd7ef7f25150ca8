"""Scores of diagramloop in Inspect's logs: the counts of every item, and their sums by the board's own code."""

from __future__ import annotations

from inspect_ai.scorer import NOANSWER, Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import TaskState

from diagramloop.evaluation.rows import board_rows
from diagramloop.evaluation.written_scores import read

SCORES = "diagramloop_scores"  # of a sample's store, and of a score's metadata


@scorer(metrics=[], name="diagramloop")
def _stored_scores(headline: str) -> Scorer:
    """A scorer that reads the counts from the sample's store: its value is the headline metric of this item alone."""

    async def score(state: TaskState, target: Target) -> Score:
        del target
        kept = state.store.get(SCORES, [])
        value = next((read(one).row.value for one in kept if one["row"]["metric"] == headline), None)
        return Score(value=NOANSWER if value is None else value, metadata={SCORES: kept})

    return score


@metric(name="board")
def board(task: str, system: str, seed: int) -> Metric:
    """Every metric of the board over all items, as ``diagramloop run`` gives it; those without a value are left out.

    Args:
        task: name of the board.
        system: of the row.
        seed: of the intervals.
    """

    def summed(scores: list[SampleScore]) -> Value:
        items = [read(one) for sample in scores for one in (sample.score.metadata or {}).get(SCORES, [])]
        rows = board_rows(items, task=task, system=system, seed=seed)
        several = len({row.data for row in rows}) > 1
        return {
            f"{row.data} {row.metric}" if several else row.metric: row.value for row in rows if row.value is not None
        }

    return summed


def board_scorer(task: str, system: str, headline: str, seed: int) -> Scorer:
    """The scorer of a task, with the board's metrics."""
    made: Scorer = scorer(metrics=[board(task, system, seed)], name="diagramloop")(_stored_scores)(headline)
    return made
