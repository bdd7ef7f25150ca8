"""Answers: what is said to a question on a chart, beside the answers that are accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.evaluation.scores import Place
from diagramloop.graph import FlowGraph
from diagramloop.score import Compared, ScoreRow, metric_names, score_comparison
from diagramloop.score.answers import AnswerComparison
from diagramloop.score.attribution_strata import attribution_strata

TASK = "answers"
SHOWN: tuple[str, ...] = ("answer/lenient", "answer/exact")


@dataclass(frozen=True)
class AnswerItem:
    """A question as it is put in one view.

    Attributes:
        id: of the question in its view.
        data: the board.
        chart: asked about.
        type: of the question.
        domain: of the chart, or empty.
        graph: the chart's own, by whose size the question is filed.
        accepted: the accepted answers, the preferred one first.
    """

    id: str
    data: str
    chart: str
    type: str
    domain: str
    graph: FlowGraph
    accepted: tuple[str, ...]

    @property
    def place(self) -> Place:
        """By the question's type, and the chart's domain and size."""
        return Place(self.id, self.data, self.chart, attribution_strata(self.graph, type=self.type, domain=self.domain))

    def score(self, answer: str | None, metrics: Sequence[str] | None = None) -> list[ScoreRow]:
        """Those of an answer in words; no answer is a wrong one."""
        comparison = AnswerComparison(answer or "", self.accepted)
        return score_comparison(comparison, chart=self.chart, metrics=metrics or all_metrics())


def all_metrics() -> tuple[str, ...]:
    """Return the names of its metrics; see :func:`diagramloop.evaluation.parsing.all_metrics`."""
    return metric_names(Compared.ANSWER)
