"""Answer scores: what was said beside the answers that are accepted."""

from __future__ import annotations

from collections.abc import Mapping

from assets._graphs import from_cell
from assets._question_scores import QuestionScoring
from assets._scores import score_rows
from assets.machinery import Row, StageRun
from diagramloop.engines.answer import ANSWERERS
from diagramloop.evaluation import answering
from diagramloop.evaluation.answering import AnswerItem, all_metrics


def score(item: Row) -> list[Row]:
    """The score rows of one question."""
    question = AnswerItem(
        **{name: item[name] for name in ("id", "data", "chart", "type", "domain")},
        graph=from_cell(item["chart_graph"]),
        accepted=tuple(item["gold"]),
    )
    return score_rows(item, question, str, all_metrics())


class _Answers(QuestionScoring):
    """Answers to questions; right is the preferred answer."""

    board = answering
    kind = ANSWERERS
    systems = ("answerers", "answerer")
    answers = ("answers",)
    node, right, failures_alone = "answer", "answers", True

    def gold(self, item: Row) -> str:
        preferred: str = item["gold"][0]
        return preferred

    def said(self, run: StageRun) -> Mapping[str, str]:
        return {row["id"]: row["answer"] for row in run.rows("answers", ["id", "answer"])}


answer_scores = _Answers().stage(
    "answer_scores",
    "Answers of one answerer, beside the accepted ones; or the preferred ones, as a control.",
    score,
    params=("answer", "score"),
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "answers", "tuned"),
    matrix={"source": "sources[questions]", "answerer": "answerers"},
)
