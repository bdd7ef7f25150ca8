"""Answers: what is said to a question on a chart, beside the answers that are accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.evaluation.questions import QuestionItem
from diagramloop.scores import Compared, ScoreRow, metric_names, score_comparison
from diagramloop.scores.answers import AnswerComparison

TASK = "answers"
SHOWN: tuple[str, ...] = ("answer/lenient", "answer/exact", "answer/f1")


@dataclass(frozen=True)
class AnswerItem(QuestionItem):
    """A question as it is put in one view.

    Attributes:
        accepted: the accepted answers, the preferred one first.
    """

    accepted: tuple[str, ...]

    def score(self, answer: str | None, metrics: Sequence[str] | None = None) -> list[ScoreRow]:
        """Those of an answer in words; no answer is a wrong one."""
        comparison = AnswerComparison(answer or "", self.accepted)
        return score_comparison(comparison, chart=self.chart, metrics=metrics or all_metrics())


def all_metrics() -> tuple[str, ...]:
    """Return the names of its metrics; see :func:`diagramloop.evaluation.parsing.all_metrics`."""
    return metric_names(Compared.ANSWER)
