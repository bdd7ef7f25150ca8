"""Answers: what each answerer says to each question, from the chart's graph and from its picture."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._canaries import put_canary, put_like, tells
from assets._given_charts import questions_given
from assets._graphs import from_cell
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, made_of, stage
from diagramloop.asking import answering, askable
from diagramloop.engines.answer import Answerer, AnswerTask, answered, answerer
from diagramloop.errors import RejectionReason

ANSWERS = pa.schema(
    [(name, pa.string()) for name in ("id", "question", "view", "answer", "by")]
    + [(name, pa.int64()) for name in ("prompt_tokens", "completion_tokens", "calls")]
    + [("seconds", pa.float64())]  # that models took when they were first called
)


@stage(
    group="answer",
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "tuned"),
    matrix={"source": "sources[questions]", "answerer": "answerers"},
    params=(*made_of("answerers.{answerer}"), "answer"),
    may_reject=(*ANSWERS_REJECTED, RejectionReason.UNSUPPORTED, RejectionReason.NO_DIAGRAM),
)
def answers(run: StageRun) -> StageReport:
    """The answer of one answerer to every question, given the graph and given the picture."""
    items, system = list(questions_given(run, run.param("answer"))), run.system("answerers.{answerer}")
    batch = run.items.for_each(answer, items, system, ANSWERS, run.out)
    put_canary(
        *(run, batch, "questions", answer, system, ANSWERS),
        item=lambda canary: put_like(items, canary),
        told=lambda said, canary: tells([said["answer"]], canary["answers"]),
    )
    return StageReport.of(batch)


def answer(item: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """One question answered by the answerer ``make``, which gets no more than the task.

    Raises:
        DiagramloopError: why there is no answer.
    """
    graph = from_cell(item["graph"]) if item["graph"] else None
    picture = item["picture"] and item["picture"]["bytes"]
    task = AnswerTask(item["question"], item["asked"], graph, picture)
    chosen = askable(lambda: made_answerer(make, json.dumps(options)), task, task.offers)
    with answering():
        made = answered(chosen, task, make)
    used = {name: getattr(made.usage, name) for name in ("prompt_tokens", "completion_tokens", "calls", "seconds")}
    said = {"answer": made.text, "by": made.by}
    return [{**{name: item[name] for name in ("id", "question", "view")}, **said, **used}]


@lru_cache(maxsize=1)
def made_answerer(make: str, options: str) -> Answerer:
    """Made once in each process: its weights are loaded once."""
    return answerer(make, **json.loads(options))
