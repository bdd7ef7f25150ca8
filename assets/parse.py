"""Parse: what each parser reads from the pixels of each picture."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

import pyarrow as pa

from assets._graphs import to_cell
from assets._stage import MACHINERY, StageReport, StageRun, stage
from assets._tables import Row
from flowbench.errors import RejectionReason
from flowbench.graph import FlowGraph

CODE = (*MACHINERY, "assets/_graphs.py", "flowbench/errors.py", "flowbench/graph", "flowbench/parse")

PARSED = pa.schema([(name, pa.string()) for name in ("id", "chart", "graph", "mermaid")])


@stage(
    group="parse",
    inputs=("styled_figures",),
    matrix={"source": "sources[figures]", "parser": "parsers"},
    params=("parsers.{parser}",),
    code=CODE,
)
def parsed_figures(run: StageRun) -> StageReport:
    """Every styled figure read back by one parser."""
    return _parsed(run, "styled_figures")


@stage(
    group="parse",
    inputs=("images",),
    matrix={"source": "sources[figures]", "generator": "generators", "parser": "parsers"},
    params=("parsers.{parser}",),
    code=CODE,
    may_reject=(RejectionReason.NO_DIAGRAM,),  # a generator may draw none
)
def parsed_images(run: StageRun) -> StageReport:
    """Every generated image read back by one parser."""
    return _parsed(run, "images")


def read(figure: Row, call: str, options: Mapping[str, Any]) -> list[Row]:
    """One picture read by the parser ``call`` (``package.module:function``), which gets its bytes and ``options``."""
    parsed = resolve_name(call)(figure["picture"]["bytes"], **options)
    graph: FlowGraph = getattr(parsed, "graph", parsed)
    row = {"id": figure["id"], "chart": figure["chart"], "graph": to_cell(graph)}
    return [{**row, "mermaid": getattr(parsed, "mermaid", "")}]


def _parsed(run: StageRun, pictures: str) -> StageReport:
    figures = run.rows(pictures, ["id", "chart", "picture"])
    return StageReport.of(run.items.for_each(read, figures, run.param("parsers.{parser}"), PARSED, run.out))
