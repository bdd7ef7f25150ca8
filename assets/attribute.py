"""Attribute: the nodes that each attributor grounds each answer in, from the chart's graph and from its picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._canaries import put_canary, put_like, tells
from assets._given_charts import questions_given
from assets._graphs import from_cell
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, made_of, stage
from diagramloop.asking import answering, askable
from diagramloop.engines.attribute import Attribution, AttributionTask, Attributor, attributed, attributor

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
    system, items = run.system("attributors.{attributor}"), list(answers_given(run))
    batch = run.items.for_each(attribute, items, system, ATTRIBUTED, run.out)
    put_canary(
        *(run, batch, "questions", attribute, system, ATTRIBUTED),
        item=lambda canary: put_like(items, canary),
        told=lambda named, canary: tells(named["nodes"], canary["attribution"]),
    )
    return StageReport.of(batch)


def attribute(item: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """One question answered for by the attributor ``make``, which gets no more than the task.

    Raises:
        DiagramloopError: why there is no attribution.
    """
    made = attribution_of(task_of(item), make, options)
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


def attribution_of(task: AttributionTask, make: str, options: dict[str, Any]) -> Attribution:
    """Return what the attributor ``make`` makes of a task; raises as :func:`attribute`."""
    chosen = askable(lambda: made_attributor(make, json.dumps(options)), task, task.offers)
    with answering():
        return attributed(chosen, task, make)


def task_of(item: Row) -> AttributionTask:
    """The task that an attributor is given: no more than it may know."""
    picture = item["picture"] and item["picture"]["bytes"]
    return AttributionTask(item["question"], from_cell(item["graph"]), item["asked"], item["answer"], picture)


@lru_cache(maxsize=1)
def made_attributor(make: str, options: str) -> Attributor:
    """Made once in each process: its weights are loaded once."""
    return attributor(make, **json.loads(options))


def answers_given(run: StageRun) -> Iterator[Row]:
    """Every question in every view with its preferred answer, where a graph is given."""
    preferred = {row["id"]: row["answers"][0] for row in run.with_gold("questions", ["id", "answers"])}
    for item in questions_given(run, run.param("attribute")):
        if item["graph"]:
            yield {**item, "answer": preferred[item["question"]]}


def _trace(made: Attribution) -> str:
    """Without milliseconds, which :mod:`assets.tool_times` measures: the same input makes the same bytes."""
    steps = [{"tool": s.tool, "arguments": dict(s.arguments), "result": s.result} for s in made.trace]
    return json.dumps(steps, ensure_ascii=False)
