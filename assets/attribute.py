"""Attribute: the nodes that each attributor grounds each answer in, from the chart's graph and from its picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from assets._answering import COST_COLUMNS, Answering, Canary, answer_by, costs
from assets._canaries import put_like, tells
from assets._given_charts import questions_given
from assets._graphs import from_cell
from assets.machinery import Items, Row, StageRun
from diagramloop.engines.attribute import ATTRIBUTORS, Attribution, AttributionTask, attributed

ATTRIBUTED = pa.schema(
    [(name, pa.string()) for name in ("id", "question", "view", "type", "trace")]
    + [("nodes", pa.list_(pa.string())), ("regions", pa.list_(pa.list_(pa.float64())))]
    + COST_COLUMNS
)


def attribute(item: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """One question answered for by the attributor ``make``, which gets no more than the task.

    Raises:
        DiagramloopError: why there is no attribution.
    """
    grounds = attribution_of(task_of(item), make, options)
    row = {name: item[name] for name in ("id", "question", "view")}
    row |= {"type": grounds.type.value if grounds.type else "", "trace": _trace(grounds)}
    row |= {"nodes": list(grounds.nodes), "regions": [list(region) for region in grounds.regions]}
    return [row | costs(grounds.usage)]


def attribution_of(task: AttributionTask, make: str, options: dict[str, Any]) -> Attribution:
    """Return what the attributor ``make`` makes of a task; raises as :func:`attribute`."""
    return answer_by(ATTRIBUTORS, make, options, attributed, task, task.offers)


def task_of(item: Row) -> AttributionTask:
    """The task that an attributor is given: no more than it may know."""
    picture = item["picture"] and item["picture"]["bytes"]
    return AttributionTask(item["question"], from_cell(item["graph"]), item["asked"], item["answer"], picture)


def answers_given(run: StageRun) -> Items:
    """Every question in every view with its preferred answer, where a graph is given."""
    return list(_answered(run))


def _answered(run: StageRun) -> Iterator[Row]:
    preferred = {row["id"]: row["answers"][0] for row in run.with_gold("questions", ["id", "answers"])}
    for item in questions_given(run, run.param("attribute")):
        if item["graph"]:
            yield {**item, "answer": preferred[item["question"]]}


def _trace(made: Attribution) -> str:
    """Without milliseconds, which :mod:`assets.tool_times` measures: the same input makes the same bytes."""
    steps = [{"tool": s.tool, "arguments": dict(s.arguments), "result": s.result} for s in made.trace]
    return json.dumps(steps, ensure_ascii=False)


def _tells(named: Row, canary: Row) -> bool:
    return tells(named["nodes"], canary["attribution"])


attributions = Answering(
    "attributors.{attributor}", answers_given, attribute, ATTRIBUTED, canary=Canary("questions", put_like, _tells)
).stage(
    "attributions",
    "The nodes behind every question's answer by one attributor, given the graph and given the picture.",
    params=("attribute",),
    group="attribute",
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "tuned"),
    matrix={"source": "sources[questions]", "attributor": "attributors"},
)
