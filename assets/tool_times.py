"""Tool times: how long the calls of an attributor's tools take (Follow the Flow, Figures 7, 10 and 11).

Times are another each time and on each machine, so they have an artifact of their own, which nothing but their figures
reads: all others have the same bytes wherever they are made. Answers of models are replayed from the store of calls.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from assets.attribute import answers_given, attribution_of, task_of
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, made_of, stage

_EACH = {"tools": pa.list_(pa.string()), "milliseconds": pa.list_(pa.float64())}  # in the order of the calls
TIMED = pa.schema([("id", pa.string()), ("nodes", pa.int64()), *_EACH.items()])


@stage(
    group="attribute",
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "tuned"),
    matrix={"source": "sources[questions]", "attributor": "tool_times"},
    params=(*made_of("attributors.{attributor}"), "attribute"),
    may_reject=ANSWERS_REJECTED,
)
def tool_times(run: StageRun) -> StageReport:
    """The milliseconds of every call of a tool by one attributor, on this machine."""
    items = list(answers_given(run))
    return StageReport.of(run.items.for_each(measure, items, run.system("attributors.{attributor}"), TIMED, run.out))


def measure(item: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """The calls of one question's attribution.

    Raises:
        DiagramloopError: why there is no attribution.
    """
    task = task_of(item)
    steps = attribution_of(task, make, options).trace
    taken = {"tools": [step.tool for step in steps], "milliseconds": [step.milliseconds for step in steps]}
    return [{"id": item["id"], "nodes": len(task.graph.nodes), **taken}]
