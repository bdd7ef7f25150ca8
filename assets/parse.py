"""Parse: what each parser reads from the pixels of each picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from assets._graphs import to_cell
from assets._thumbnail import thumbnail_of
from assets.machinery import ANSWERS_REJECTED, PICTURE, Row, StageReport, StageRun, stage
from diagramloop.by_name import standing_at
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.parse.reading import graph_read

SYSTEM = tuple(f"parsers.{{parser}}.{name}" for name in ("call", "options", "reads"))
SVG = "svg"  # what a parser may read instead of the picture
VERIFIED, READ = "verified", "read"  # by a person; by the parser alone

PARSED = pa.schema([(name, pa.string()) for name in ("id", "chart", "graph", "mermaid")])
CANONICAL = pa.schema([(name, pa.string()) for name in ("id", "domain", "graph", "made")] + [("picture", PICTURE)])


@stage(
    group="parse",
    inputs=("styled_figures",),
    matrix={"source": "sources[figures|pictures]", "parser": "parsers"},
    params=SYSTEM,
    may_reject=ANSWERS_REJECTED,
)
def parsed_figures(run: StageRun) -> StageReport:
    """Every styled figure read back by one parser."""
    return _parsed(run, "styled_figures")


@stage(
    group="parse",
    inputs=("images",),
    matrix={"source": "sources[figures|papers]", "generator": "generators", "parser": "parsers"},
    params=SYSTEM,
    may_reject=(*ANSWERS_REJECTED, RejectionReason.NO_DIAGRAM),  # a generator may draw none
)
def parsed_images(run: StageRun) -> StageReport:
    """Every generated image read back by one parser."""
    return _parsed(run, "images")


@stage(
    group="parse",
    inputs=("papers",),
    matrix={"source": "sources[papers]"},
    params=("canonical",),
    may_reject=(*ANSWERS_REJECTED, RejectionReason.NO_DIAGRAM),
)
def canonical_graphs(run: StageRun) -> StageReport:
    """What each paper's generated figures are held against: its figure's verified graph, else what a parser reads.

    SciFlow-Bench, Section 3.1: the same pipeline builds the canonical graph and reads the generated images.
    """
    found = run.rows("papers", ["id", "domain", "graph", "picture"])
    batch = run.items.for_each(canonical, found, run.param("canonical"), CANONICAL, run.out)
    return StageReport.of(batch, thumbnail=thumbnail_of(run.out))


def canonical(paper: Row, call: str, options: Mapping[str, Any]) -> list[Row]:
    """The canonical graph of one paper's figure, by the parser ``call`` unless a person has verified one."""
    same = {name: paper[name] for name in ("id", "domain", "picture")}
    if paper["graph"]:
        return [{**same, "graph": paper["graph"], "made": VERIFIED}]
    graph, _ = _parsed_by(call, options, paper["picture"]["bytes"])
    return [{**same, "graph": to_cell(graph), "made": READ}]


def read(figure: Row, call: str, options: Mapping[str, Any], reads: str) -> list[Row]:
    """One picture read by the parser ``call`` (``package.module:function``), which gets its bytes and ``options``.

    Raises:
        DiagramloopError: the parser reads vectors and there are none (NOT_ASKED), or why it gave up.
    """
    drawing: bytes = figure[SVG].encode() if reads == SVG else figure["picture"]["bytes"]
    if not drawing:
        raise DiagramloopError("there is no SVG of it", reason=RejectionReason.NOT_ASKED)
    graph, mermaid = _parsed_by(call, options, drawing)
    return [{"id": figure["id"], "chart": figure["chart"], "graph": to_cell(graph), "mermaid": mermaid}]


def _parsed_by(call: str, options: Mapping[str, Any], drawing: bytes) -> tuple[FlowGraph, str]:
    """The graph and, from parsers that write it, the Mermaid."""
    return graph_read(standing_at(call, "parser"), drawing, options, call)


def _parsed(run: StageRun, pictures: str) -> StageReport:
    options = {name.rpartition(".")[2]: run.param(name) for name in SYSTEM}
    drawing = SVG if options["reads"] == SVG else "picture"
    figures = run.rows(pictures, ["id", "chart", drawing])
    return StageReport.of(run.items.for_each(read, figures, options, PARSED, run.out))
