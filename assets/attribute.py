"""Attribute: the nodes that each attributor grounds each answer in, from the chart's graph and from its picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._given_charts import figures_given, readings
from assets._graphs import from_cell
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, made_of, stage
from diagramloop.attribute import Attribution, AttributionTask, Attributor, attributed, attributor
from diagramloop.evaluation.attribution import GRAPH, PIXELS

ATTRIBUTED = pa.schema(
    [(name, pa.string()) for name in ("id", "question", "view", "type", "trace")]
    + [("nodes", pa.list_(pa.string())), ("regions", pa.list_(pa.list_(pa.float64())))]
    + [(name, pa.int64()) for name in ("prompt_tokens", "completion_tokens", "calls")]
    + [("seconds", pa.float64())]  # that models took when they were first called
)


@stage(
    group="attribute",
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "tuned"),
    matrix={"source": "sources[questions]", "attributor": "attributors"},
    params=(*made_of("attributors.{attributor}"), "attribute"),
    may_reject=ANSWERS_REJECTED,
)
def attributions(run: StageRun) -> StageReport:
    """The nodes behind every question's answer by one attributor, given the graph and given the picture."""
    items = [item for view in run.param("attribute")["views"] for item in GIVEN[view](run)]
    return StageReport.of(
        run.items.for_each(attribute, items, run.system("attributors.{attributor}"), ATTRIBUTED, run.out)
    )


def attribute(item: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """One question answered for by the attributor ``make``, which gets no more than the task.

    Raises:
        DiagramloopError: why there is no attribution.
    """
    made = attributed(made_attributor(make, json.dumps(options)), task_of(item), make)
    used = {name: getattr(made.usage, name) for name in ("prompt_tokens", "completion_tokens", "calls", "seconds")}
    return [
        {
            **{name: item[name] for name in ("id", "question", "view")},
            "type": made.type.value if made.type else "",
            "trace": _trace(made),
            "nodes": list(made.nodes),
            "regions": [list(region) for region in made.regions],
            **used,
        }
    ]


def task_of(item: Row) -> AttributionTask:
    """The task that an attributor is given: no more than it may know."""
    picture = item["picture"] and item["picture"]["bytes"]
    return AttributionTask(item["question"], from_cell(item["graph"]), item["asked"], item["answer"], picture)


@lru_cache(maxsize=1)
def made_attributor(make: str, options: str) -> Attributor:
    """Made once in each process: its weights are loaded once."""
    return attributor(make, **json.loads(options))


def _given_graphs(run: StageRun) -> Iterator[Row]:
    charts = {row["id"]: row for row in run.rows("charts", ["id", "graph", "picture"])}
    for question in _questions(run):
        chart = charts.get(question.pop("chart"))
        if chart is not None:
            id = f"{question['question']}/{GRAPH}"
            yield {**question, "id": id, "view": GRAPH, "graph": chart["graph"], "picture": chart["picture"]}


def _given_pictures(run: StageRun) -> Iterator[Row]:
    """Questions on charts with a picture that the chosen parser could read."""
    settings = run.param("attribute")
    read = readings(run, settings)
    pictures = {figure["chart"]: figure for figure in figures_given(run, run.inputs["questions"][0], settings)}
    for question in _questions(run):
        figure = pictures.get(question.pop("chart"))
        if figure is not None and figure["id"] in read:
            id = f"{question['question']}/{PIXELS}"
            graph = read[figure["id"]]
            yield {**question, "id": id, "view": PIXELS, "graph": graph, "picture": figure["picture"]}


def _questions(run: StageRun) -> Iterator[Row]:
    for row in run.rows("questions", ["id", "chart", "question", "answers"]):
        yield {"question": row["id"], "chart": row["chart"], "asked": row["question"], "answer": row["answers"][0]}


def _trace(made: Attribution) -> str:
    """Without milliseconds, which :mod:`assets.tool_times` measures: the same input makes the same bytes."""
    steps = [{"tool": s.tool, "arguments": dict(s.arguments), "result": s.result} for s in made.trace]
    return json.dumps(steps, ensure_ascii=False)


GIVEN = {GRAPH: _given_graphs, PIXELS: _given_pictures}
"""By view, the items of its questions."""
