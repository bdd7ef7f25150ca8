"""Answer scores: what was said beside the answers that are accepted."""

from __future__ import annotations

from assets._canaries import canary_note
from assets._given_charts import unread
from assets._graphs import from_cell
from assets._question_scores import QuestionScores
from assets._scores import GOLD, link, score_rows
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.engines.answer import ANSWERERS
from diagramloop.errors import Cause
from diagramloop.evaluation.answering import SHOWN, TASK, AnswerItem, all_metrics
from diagramloop.evaluation.lineage import lineages_of
from diagramloop.evaluation.outcome import Link


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures"),
    matrix={"source": "sources[questions]"},
    params=("answer", "score"),
)
def gold_answer_scores(run: StageRun) -> StageReport:
    """The control row: the preferred answer to every question, scored as if a system had said it."""
    asked = list(QUESTIONS.asked(run))
    return QUESTIONS.scored(run, asked, {item["id"]: item["gold"][0] for item in asked}, GOLD)


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "answers", "tuned"),
    matrix={"source": "sources[questions]", "answerer": "answerers"},
    params=("answer", "score", *made_of("answerers.{answerer}")),
)
def answer_scores(run: StageRun) -> StageReport:
    """Answers of one answerer, beside the accepted ones."""
    said = {row["id"]: row["answer"] for row in run.rows("answers", ["id", "answer"])}
    asked = list(QUESTIONS.asked(run))
    refused = unread(run, asked, run.param("answer"))
    failed = {id: refusal for id, refusal in refused.items() if refusal.reason.cause is not Cause.ITEM}
    links = (Link("parsed_figures", failed, answers=False), link(run, "answers"))
    system = run.system("answerers.{answerer}")
    lineages = lineages_of(ANSWERERS, system["make"], system["options"])
    note = canary_note(run.folder("answers"))
    return QUESTIONS.scored(run, asked, said, run.key["answerer"], links, lineages, note)


def score(item: Row) -> list[Row]:
    """The score rows of one question."""
    question = AnswerItem(
        **{name: item[name] for name in ("id", "data", "chart", "type", "domain")},
        graph=from_cell(item["chart_graph"]),
        accepted=tuple(item["gold"]),
    )
    return score_rows(item, question, str, all_metrics())


QUESTIONS = QuestionScores(TASK, SHOWN, "answer", "answers", score)
