"""Extract: the procedural graph that each extractor makes of each document."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from assets._canaries import put_canary, tells, texts
from assets._extractions import EXTRACTED, row_of
from assets._graphs import from_cell
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, made_of, stage
from diagramloop.asking import answering, askable
from diagramloop.engines.extract import Extraction, Extractor, extracted, extractor
from diagramloop.engines.extract.controls import CONTROLS


@stage(
    group="extract",
    inputs=("documents", "tuned"),
    matrix={"source": "sources[documents]", "extractor": "extractors"},
    params=made_of("extractors.{extractor}"),
    may_reject=ANSWERS_REJECTED,
)
def procedural_graphs(run: StageRun) -> StageReport:
    """The procedural graph of every document by one extractor; controls alter the gold instead."""
    system = run.system("extractors.{extractor}")
    is_control = system["make"] in CONTROLS
    documents = run.with_gold("documents", ["id", "graph"]) if is_control else run.rows("documents", ["id", "text"])
    batch = run.items.for_each(extract, documents, system, EXTRACTED, run.out)
    if not is_control:
        put_canary(
            *(run, batch, "documents", extract, system, EXTRACTED),
            item=lambda canary: {name: canary[name] for name in ("id", "text")},
            told=lambda answer, canary: tells([answer["text"], *texts(answer["graph"])], texts(canary["graph"])),
        )
    return StageReport.of(batch)


def extract(document: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """The graph of one document by the extractor ``make``, which gets the text and nothing else; controls get the gold.

    Raises:
        DiagramloopError: why there is none.
    """
    if make in CONTROLS:
        made = Extraction(CONTROLS[make](from_cell(document["graph"])))
    else:
        text = document["text"]
        chosen = askable(lambda: _extractor(make, json.dumps(options)), text)
        with answering():
            made = extracted(chosen, text, make)
    return [row_of(document["id"], made)]


@lru_cache(maxsize=1)
def _extractor(make: str, options: str) -> Extractor:
    """Made once in each process: its weights are loaded once."""
    return extractor(make, **json.loads(options))
