"""Parse: what each parser reads from the pixels of each picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._canaries import put_canary, tells, texts
from assets._graphs import to_cell
from assets._thumbnail import thumbnail_of
from assets.machinery import ANSWERS_REJECTED, PICTURE, Row, StageReport, StageRun, made_of, stage
from diagramloop.asking import answering, askable, offers_of_picture
from diagramloop.declarations import declaration_of
from diagramloop.engines.parse.reading import PARSERS, SVG, Parser, graph_read, parser, reads
from diagramloop.errors import RejectionReason

VERIFIED, READ = "verified", "read"  # by a person; by the parser alone

PARSED = pa.schema([(name, pa.string()) for name in ("id", "chart", "graph", "mermaid")])
CANONICAL = pa.schema(
    [(name, pa.string()) for name in ("id", "domain", "graph", "made", "svg")] + [("picture", PICTURE)]
)


@stage(
    group="parse",
    inputs=("styled_figures", "tuned"),
    matrix={"source": "sources[figures|pictures]", "parser": "parsers"},
    params=made_of("parsers.{parser}"),
    may_reject=ANSWERS_REJECTED,
)
def parsed_figures(run: StageRun) -> StageReport:
    """Every styled figure read back by one parser."""
    return _parsed(run, "styled_figures")


@stage(
    group="parse",
    inputs=("images", "tuned"),
    matrix={"source": "sources[figures|papers]", "generator": "generators", "parser": "parsers"},
    params=made_of("parsers.{parser}"),
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
    """Gold of each paper's generated figures: its figure's verified graph, else what a parser reads.

    SciFlow-Bench, Section 3.1: the same pipeline builds the canonical graph and reads the generated images.
    """
    found = run.with_gold("papers", ["id", "domain", "graph", "picture", "svg"])
    batch = run.items.for_each(canonical, found, run.param("canonical"), CANONICAL, run.out)
    return StageReport.of(batch, thumbnail=thumbnail_of(run.out))


def canonical(paper: Row, make: str, options: Mapping[str, Any]) -> list[Row]:
    """The canonical graph of one paper's figure, by the parser ``make`` unless a person has verified one."""
    same = {name: paper[name] for name in ("id", "domain", "picture", "svg")}
    if paper["graph"]:
        return [{**same, "graph": paper["graph"], "made": VERIFIED}]
    graph, _ = graph_read(_parser(make, json.dumps(options)), paper["picture"]["bytes"], make)
    return [{**same, "graph": to_cell(graph), "made": READ}]


def read(figure: Row, make: str, options: Mapping[str, Any]) -> list[Row]:
    """One picture read by the parser ``make``, which gets its bytes and nothing else.

    Raises:
        DiagramloopError: the parser reads vectors and there are none (NOT_ASKED), or why it gave up.
    """
    chosen = askable(lambda: _parser(make, json.dumps(options)), figure, offers_of_picture(figure.get(SVG, "")))
    drawing: bytes = figure[SVG].encode() if reads(chosen) == SVG else figure["picture"]["bytes"]
    with answering():
        graph, mermaid = graph_read(chosen, drawing, make)
    return [{"id": figure["id"], "chart": figure["chart"], "graph": to_cell(graph), "mermaid": mermaid}]


def _parsed(run: StageRun, pictures: str) -> StageReport:
    system = run.system("parsers.{parser}")
    drawing = SVG if declaration_of(PARSERS, system["make"]).reads == SVG else "picture"
    figures = run.rows(pictures, ["id", "chart", drawing])
    batch = run.items.for_each(read, figures, system, PARSED, run.out)
    put_canary(
        *(run, batch, pictures, read, system, PARSED),
        item=lambda canary: {name: canary[name] for name in ("id", "chart", drawing)},
        told=lambda answer, canary: tells(texts(answer["graph"]), texts(canary["graph"])),
    )
    return StageReport.of(batch)


@lru_cache(maxsize=1)
def _parser(make: str, options: str) -> Parser:
    """Made once in each process: its models are loaded once."""
    return parser(make, **json.loads(options))
