"""Toy stages in the shape of the real ones: ingest, a matrix, a gathering stage."""

from __future__ import annotations

import base64
import json
import os
import time
from pathlib import Path

import pyarrow as pa

from assets.machinery import Row, StageReport, StageRun, stage, write_rejected, write_rows
from diagramloop.errors import DiagramloopError, RejectionReason

THUMBNAIL = base64.b64decode(  # one pixel
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)
WORDS = pa.schema([("id", pa.string()), ("text", pa.string())])


@stage(group="ingest", data="data/{source}", matrix={"source": "sources"})
def words(run: StageRun) -> StageReport:
    """The words of a source."""
    assert run.data is not None
    rows = [{"id": f.stem, "text": f.read_text()} for f in sorted(run.data.glob("*.txt"))]
    write_rows(run.out, rows, WORDS)
    write_rejected(run.out, [])
    return StageReport(len(rows), len(rows))


def change(row: Row, how: str, pause: float) -> list[Row]:
    """One word changed; an empty one is rejected."""
    if log := os.environ.get("TOY_LOG"):
        with Path(log).open("a") as started:
            started.write(f"{how} {row['id']}\n")
    time.sleep(pause)
    if not row["text"]:
        raise DiagramloopError("an empty word", reason=RejectionReason.EMPTY)
    if Path("DOWN").exists() and row["id"] in Path("DOWN").read_text().split():
        raise DiagramloopError("the endpoint does not answer", reason=RejectionReason.ENGINE_FAILED)
    if row["text"] == "crash":
        raise ZeroDivisionError
    return [{"id": row["id"], "text": getattr(row["text"], how)()}]


@stage(
    group="change",
    inputs=("words",),
    matrix={"source": "sources", "changer": "changers"},
    params=("changers.{changer}", "pause"),
    may_reject=(RejectionReason.EMPTY,),
)
def changed(run: StageRun) -> StageReport:
    """Every word changed by one changer."""
    options = {"how": run.param("changers.{changer}")["how"], "pause": run.param("pause")}
    return StageReport.of(run.items.for_each(change, run.rows("words"), options, WORDS, run.out))


@stage(
    group="leaderboard",
    inputs=("changed",),
    metrics="scores",
    plots={"ranks": {"template": "bar_horizontal", "x": "value", "y": "system"}},
)
def leaderboard(run: StageRun) -> StageReport:
    """Number of words that each changer changed."""
    rows = []
    for made in run.inputs["changed"]:
        count = StageReport.read(made.folder).done
        measured = {"task": "change", "data": made.key["source"], "system": made.key["changer"], "metric": "done"}
        rows.append({**measured, "value": float(count), "low": None, "high": None, "n": count})
    (run.out / "leaderboard.json").write_text(json.dumps(rows))
    for folder in ("scores", "ranks"):
        (run.out / folder).mkdir()
    for row in rows:
        (run.out / "scores" / f"{row['system']}.json").write_text(json.dumps({"done": row["value"]}))
    table = "".join(f"{row['system']},{row['value']}\n" for row in rows)
    (run.out / "ranks" / "change.csv").write_text(f"system,value\n{table}")
    return StageReport(len(rows), len(rows), figures={"systems": float(len(rows))}, thumbnail=THUMBNAIL)
