"""Confidences: what every parser says of its own readings, beside what is right of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pyarrow as pa

from assets._graphs import from_cell
from assets._scores import SCORES, read_cells, read_scores
from assets.machinery import Row, Rows, StageReport, StageRun, stage
from diagramloop.evaluation.confidences import Told, confidence_rows, told
from diagramloop.evaluation.rows import cells_of

TOLD = pa.schema([("id", pa.string()), ("told", pa.string())])


@stage(
    group="score",
    inputs=("styled_figures", "parsed_figures", "parsing_scores"),
    matrix={"source": "sources[figures|pictures]", "parser": "parsers"},
    params=("score",),
)
def confidences(run: StageRun) -> StageReport:
    """Calibration of one parser's confidences, and the scores of the readings that it is surest of."""
    gold = {row["id"]: row["graph"] for row in run.with_gold("styled_figures", ["id", "graph"])}
    read = [{**row, "gold": gold[row["id"]]} for row in run.rows("parsed_figures", ["id", "graph"])]
    batch = run.items.for_each(tell, read, {}, TOLD, run.out)
    scored, seed = run.folder("parsing_scores"), run.param("score")["seed"]
    rows = confidence_rows(read_cells(scored), read_scores(scored), read_told(run.out), seed=seed)
    (run.out / SCORES).write_text(json.dumps([cells_of(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    return StageReport.of(batch, {f"{row.data} {row.metric}": row.value for row in rows})


def read_told(folder: Path) -> Iterator[Told]:
    """Return what the readings of an artifact tell."""
    return (Told(**json.loads(row["told"])) for row in Rows(folder))


def tell(figure: Row) -> list[Row]:
    """Return what one reading tells of itself."""
    said = told(figure["id"], from_cell(figure["graph"]), from_cell(figure["gold"]))
    return [{"id": figure["id"], "told": json.dumps(asdict(said))}]
