"""Answers: what each answerer says to each question, from the chart's graph and from its picture."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from assets._answering import COST_COLUMNS, Answering, Canary, answer_by, costs
from assets._canaries import put_like, tells
from assets._given_charts import questions_given
from assets._graphs import from_cell
from assets.machinery import ANSWERS_REJECTED, Items, Row, StageRun
from diagramloop.engines.answer import ANSWERERS, AnswerTask, answered
from diagramloop.errors import RejectionReason

ANSWERS = pa.schema([*((name, pa.string()) for name in ("id", "question", "view", "answer", "by")), *COST_COLUMNS])


def answer(item: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """One question answered by the answerer ``make``, which gets no more than the task.

    Raises:
        DiagramloopError: why there is no answer.
    """
    graph = from_cell(item["graph"]) if item["graph"] else None
    picture = item["picture"] and item["picture"]["bytes"]
    task = AnswerTask(item["question"], item["asked"], graph, picture)
    reply = answer_by(ANSWERERS, make, options, answered, task, task.offers)
    row = {name: item[name] for name in ("id", "question", "view")}
    row |= {"answer": reply.text, "by": reply.by}
    return [row | costs(reply.usage)]


def _questions(run: StageRun) -> Items:
    return list(questions_given(run, run.param("answer")))


def _tells(said: Row, canary: Row) -> bool:
    return tells([said["answer"]], canary["answers"])


answers = Answering(
    "answerers.{answerer}", _questions, answer, ANSWERS, canary=Canary("questions", put_like, _tells)
).stage(
    "answers",
    "The answer of one answerer to every question, given the graph and given the picture.",
    params=("answer",),
    group="answer",
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "tuned"),
    matrix={"source": "sources[questions]", "answerer": "answerers"},
    may_reject=(*ANSWERS_REJECTED, RejectionReason.UNSUPPORTED, RejectionReason.NO_DIAGRAM),
)
