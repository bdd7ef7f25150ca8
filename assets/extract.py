"""Extract: the procedural graph that each extractor makes of each document."""

from __future__ import annotations

from typing import Any

from assets._answering import Answering, Canary, answer_by
from assets._canaries import tells, texts
from assets._extractions import EXTRACTED, row_of
from assets._graphs import from_cell
from assets.machinery import Items, Row, StageRun
from diagramloop.engines.extract import EXTRACTORS, Extraction, extracted
from diagramloop.evaluation.contestants.extraction_controls import CONTROLS

SYSTEM = "extractors.{extractor}"


def extract(document: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """The graph of one document by the extractor ``make``, which gets the text and nothing else; controls get the gold.

    Raises:
        DiagramloopError: why there is none.
    """
    if make in CONTROLS:
        extraction = Extraction(CONTROLS[make](from_cell(document["graph"])))
    else:
        extraction = answer_by(EXTRACTORS, make, options, extracted, document["text"])
    return [row_of(document["id"], extraction)]


def _documents(run: StageRun) -> Items:
    is_control = run.system(SYSTEM)["make"] in CONTROLS
    return run.with_gold("documents", ["id", "graph"]) if is_control else run.rows("documents", ["id", "text"])


def _canary(canary: Row, documents: Items, make: str) -> Row | None:
    del documents
    return None if make in CONTROLS else {name: canary[name] for name in ("id", "text")}


def _tells(answer: Row, canary: Row) -> bool:
    return tells([answer["text"], *texts(answer["graph"])], texts(canary["graph"]))


procedural_graphs = Answering(
    SYSTEM, _documents, extract, EXTRACTED, canary=Canary("documents", _canary, _tells)
).stage(
    "procedural_graphs",
    "The procedural graph of every document by one extractor; controls alter the gold instead.",
    group="extract",
    inputs=("documents", "tuned"),
    matrix={"source": "sources[documents]", "extractor": "extractors"},
)
