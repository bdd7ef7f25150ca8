"""Parse: what each parser reads from the pixels of each picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pyarrow as pa

from assets._answering import Answering, Canary, answer_by
from assets._canaries import tells, texts
from assets._graphs import to_cell
from assets._thumbnail import thumbnail_of
from assets.machinery import ANSWERS_REJECTED, PICTURE, Items, Row, StageReport, StageRun, stage
from diagramloop.asking import offers_of_picture
from diagramloop.declarations import declaration_of
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.parsers import PARSERS, SVG, Parser, graph_read, reads
from diagramloop.graph import FlowGraph

VERIFIED, READ = "verified", "read"  # by a person; by the parser alone
SYSTEM = "parsers.{parser}"

PARSED = pa.schema([(name, pa.string()) for name in ("id", "chart", "graph", "mermaid")])
CANONICAL = pa.schema(
    [(name, pa.string()) for name in ("id", "domain", "graph", "made", "svg")] + [("picture", PICTURE)]
)


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
    papers = run.with_gold("papers", ["id", "domain", "graph", "picture", "svg"])
    batch = run.items.for_each(canonical, papers, run.param("canonical"), CANONICAL, run.out)
    return StageReport.of(batch, thumbnail=thumbnail_of(run.out))


def canonical(paper: Row, make: str, options: Mapping[str, Any]) -> list[Row]:
    """The canonical graph of one paper's figure, by the parser ``make`` unless a person has verified one.

    Raises:
        DiagramloopError: as :func:`read`.
    """
    same = {name: paper[name] for name in ("id", "domain", "picture", "svg")}
    if paper["graph"]:
        return [{**same, "graph": paper["graph"], "made": VERIFIED}]
    graph, _ = answer_by(PARSERS, make, options, _read, paper, offers_of_picture(paper[SVG]))
    return [{**same, "graph": to_cell(graph), "made": READ}]


def read(figure: Row, make: str, options: Mapping[str, Any]) -> list[Row]:
    """One picture read by the parser ``make``, which gets its bytes and nothing else.

    Raises:
        DiagramloopError: the parser reads vectors and there are none (NOT_ASKED), or why it gave up.
    """
    graph, mermaid = answer_by(PARSERS, make, options, _read, figure, offers_of_picture(figure.get(SVG, "")))
    return [{"id": figure["id"], "chart": figure["chart"], "graph": to_cell(graph), "mermaid": mermaid}]


def _read(parser: Parser, figure: Row, by: str) -> tuple[FlowGraph, str]:
    drawing: bytes = figure[SVG].encode() if reads(parser) == SVG else figure["picture"]["bytes"]
    return graph_read(parser, drawing, by)


def _columns(make: str) -> list[str]:
    """Of a picture, as the parser ``make`` is given it."""
    return ["id", "chart", SVG if declaration_of(PARSERS, make).reads == SVG else "picture"]


def _pictures(stage: str, run: StageRun) -> Items:
    return run.rows(stage, _columns(run.system(SYSTEM)["make"]))


def _canary(canary: Row, pictures: Items, make: str) -> Row:
    del pictures
    return {name: canary[name] for name in _columns(make)}


def _tells(answer: Row, canary: Row) -> bool:
    return tells(texts(answer["graph"]), texts(canary["graph"]))


def _reading(stage: str) -> Answering:
    return Answering(SYSTEM, partial(_pictures, stage), read, PARSED, canary=Canary(stage, _canary, _tells))


parsed_figures = _reading("styled_figures").stage(
    "parsed_figures",
    "Every styled figure read back by one parser.",
    group="parse",
    inputs=("styled_figures", "tuned"),
    matrix={"source": "sources[figures|pictures]", "parser": "parsers"},
)
parsed_images = _reading("images").stage(
    "parsed_images",
    "Every generated image read back by one parser.",
    group="parse",
    inputs=("images", "tuned"),
    matrix={"source": "sources[figures|papers]", "generator": "generators", "parser": "parsers"},
    may_reject=(*ANSWERS_REJECTED, RejectionReason.NO_DIAGRAM),  # a generator may draw none
)
