"""Dialogues: those that a source has along its charts, or that are synthesised along the paths of its charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from assets._dialogues import dialogue_form, faqs_form
from assets._graphs import to_cell
from assets._ingested import write_items
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, gold, stage
from diagramloop.data.dialogues.references import Reference, annotated, synthesised
from diagramloop.data.sources import Rejected, open_dialogues, open_transitions

DIALOGUES = pa.schema(
    [(name, pa.string()) for name in ("id", "chart", "split", "voice", "graph", "faqs")]
    + [gold("dialogue", pa.string())]
)


@stage(
    group="ingest",
    data="data/{source}",
    matrix={"source": "sources[dialogues]"},
    params=("sources.{source}",),
    may_reject=ANSWERS_REJECTED,  # of a model that words a user
)
def dialogues(run: StageRun) -> StageReport:
    """Every dialogue of a source with its chart and FAQs; or, if it is to, synthesised along its paths."""
    assert run.data is not None
    node = run.param("sources.{source}")
    return write_items(run, list(_made(run.data, node)), _row, DIALOGUES)


def _made(root: Path, node: Mapping[str, Any]) -> Iterator[Reference | Rejected]:
    if node["synthesise"]:
        source = open_transitions(node["make"], root, **node["options"])
        return synthesised(source, node["voices"], node["limit"])
    return annotated(open_dialogues(node["make"], root, **node["options"]), node["limit"])


def _row(held: Reference) -> Row:
    return {
        "id": held.id,
        "chart": held.chart.id,
        "split": held.split,
        "voice": held.voice,
        "graph": to_cell(held.chart.graph),
        "dialogue": dialogue_form.dump_json(held.dialogue).decode(),
        "faqs": faqs_form.dump_json(held.faqs).decode(),
    }
