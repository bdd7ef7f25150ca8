"""The agreement of a model judge with itself: asked anew past its store of calls, and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from scripted_endpoint import ScriptedEndpoint

from assets._figures import figures
from assets._graphs import to_cell
from assets.generate import PROMPTS
from assets.judge_stability import judge_stability
from assets.machinery import Input, ItemRunner, Rows, StageRun
from assets.machinery.tables import ShardWriter, write_rejected
from diagramloop.graph.mermaid import read_mermaid

pytest.importorskip("openai", reason="models are asked with diagramloop[chat]")

GRAPHS = pa.schema([("id", pa.string()), ("graph", pa.string())])
KEY = {"source": "papers"}


def table(folder: Path, schema: pa.Schema, rows: list[dict[str, Any]]) -> Input:
    folder.mkdir(parents=True)
    write_rejected(folder, [])
    with ShardWriter(folder, schema) as writer:
        writer.write(pa.RecordBatch.from_pylist(rows, schema))
    return Input(KEY, folder)


def stability_of(tmp_path: Path, endpoint: ScriptedEndpoint, papers: int) -> Input:
    ids = [f"p{at}" for at in range(papers)]
    chart = "flowchart TD; a[One] --> b[Two]; b --> c[Three]"
    inputs = {
        "prompts": (table(tmp_path / "prompts", PROMPTS, [dict.fromkeys(PROMPTS.names, id) for id in [*ids, "odd"]]),),
        "canonical_graphs": (
            table(tmp_path / "graphs", GRAPHS, [{"id": id, "graph": to_cell(read_mermaid(chart))} for id in ids]),
        ),
    }
    model = {"back_end": "endpoint", "model": "j", "base_url": endpoint.base_url, "key_env": "", "attempts": 1}
    params = {"judge.make": "model", "judge.options": {"model": {**model, "store": str(tmp_path / "calls.sqlite")}}}
    out = tmp_path / "out"
    out.mkdir()
    items = ItemRunner("judge_stability", tmp_path / "items.sqlite", "v1")
    assert judge_stability.body(StageRun(KEY, params, inputs, None, out, items)).adds_up
    return Input(KEY, out)


def test_a_judge_is_asked_anew_as_often_as_there_are_rounds(
    tmp_path: Path, scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = lambda body: "1" if "p0" in str(body["messages"]) else "5"
    made = stability_of(tmp_path, scripted_endpoint, papers=2)
    assert len(scripted_endpoint.requests) == 2 * 3 * 2
    assert not (tmp_path / "calls.sqlite").exists()
    rows = list(Rows(made.folder))
    assert [(row["id"], row["judge"]) for row in rows] == [("asked again", "j"), ("listed in another order", "j")]
    assert all(
        (row["icc"], row["kappa"], row["identical"], row["units"], row["unmarked"]) == (1, 1, 1, 2, 0) for row in rows
    )
    board = tmp_path / "leaderboard"
    board.mkdir()
    for name in ("strata", "leaderboard"):
        (board / f"{name}.json").write_text("[]")
    run = StageRun({}, {}, {"leaderboard": (Input({}, board),), "judge_stability": (made,)}, None, tmp_path, None)  # type: ignore[arg-type]
    (figure,) = figures(run)
    assert figure.caption.startswith("The judge j with itself on papers: 2 graphs asked again (0 without a mark)")


def test_a_judge_that_gives_no_mark_has_no_figure_and_says_of_how_many(
    tmp_path: Path, scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = ["no mark"] * 100
    made = stability_of(tmp_path, scripted_endpoint, papers=1)
    assert [(row["icc"], row["identical"], row["units"], row["unmarked"]) for row in Rows(made.folder)] == [
        (None, None, 0, 1)
    ] * 2
