"""Answers: what each answerer says to each question, from the chart's graph and from its picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._given_charts import figures_given, readings, refused_readings
from assets._graphs import from_cell
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, made_of, stage
from diagramloop.answer import Answerer, AnswerTask, answered, answerer
from diagramloop.errors import Cause, RejectionReason
from diagramloop.evaluation.attribution import GRAPH, PIXELS

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
    items = [item for view in run.param("answer")["views"] for item in GIVEN[view](run)]
    return StageReport.of(run.items.for_each(answer, items, run.system("answerers.{answerer}"), ANSWERS, run.out))


def answer(item: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """One question answered by the answerer ``make``, which gets no more than the task.

    Raises:
        DiagramloopError: why there is no answer.
    """
    graph = from_cell(item["graph"]) if item["graph"] else None
    picture = item["picture"] and item["picture"]["bytes"]
    task = AnswerTask(item["question"], item["asked"], graph, picture)
    made = answered(made_answerer(make, json.dumps(options)), task, make)
    used = {name: getattr(made.usage, name) for name in ("prompt_tokens", "completion_tokens", "calls", "seconds")}
    said = {"answer": made.text, "by": made.by}
    return [{**{name: item[name] for name in ("id", "question", "view")}, **said, **used}]


@lru_cache(maxsize=1)
def made_answerer(make: str, options: str) -> Answerer:
    """Made once in each process: its weights are loaded once."""
    return answerer(make, **json.loads(options))


def _given_graphs(run: StageRun) -> Iterator[Row]:
    charts = {row["id"]: row for row in run.rows("charts", ["id", "graph", "picture"])}
    for question in _questions(run):
        chart = charts.get(question["chart"])
        if chart is not None:
            yield {**_item(question, GRAPH), "graph": chart["graph"], "picture": chart["picture"]}


def _given_pictures(run: StageRun) -> Iterator[Row]:
    """Questions on charts with a picture; without a graph where the parser itself made out none."""
    settings = run.param("answer")
    read, refused = readings(run, settings), refused_readings(run, settings)
    pictures = {figure["chart"]: figure for figure in figures_given(run, run.inputs["questions"][0], settings)}
    for question in _questions(run):
        figure, refusal = pictures.get(question["chart"]), refused.get(question["chart"])
        if figure is None:
            continue
        if figure["id"] in read or (refusal is not None and refusal.reason.cause is Cause.ITEM):
            yield {**_item(question, PIXELS), "graph": read.get(figure["id"], ""), "picture": figure["picture"]}


def _questions(run: StageRun) -> Iterator[Row]:
    return iter(run.rows("questions", ["id", "chart", "question"]))


def _item(question: Row, view: str) -> Row:
    id = f"{question['id']}/{view}"
    return {"id": id, "question": question["id"], "asked": question["question"], "view": view}


GIVEN = {GRAPH: _given_graphs, PIXELS: _given_pictures}
"""By view, the items of its questions."""
