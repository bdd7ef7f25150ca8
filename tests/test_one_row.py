"""A stranger's system has one and the same row, wherever it is run from: Inspect, the command line, the pipeline."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from whole_plan import run_plan

from diagramloop.graph import Edge, FlowGraph, Node
from tests.diagramloop.doors.cli.command import run

inspect_ai = pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")

DOCUMENTS = 6
SYSTEM = f"{__name__}:sentences"
OTHERS = ("parser", "generator", "attributor", "answerer", "agent")


def sentences(text: str) -> FlowGraph:
    """One step for each sentence of a document, one after the other: what somebody might begin with."""
    steps = [part.strip() for part in text.split(".") if part.strip()]
    nodes = tuple(Node(id=f"s{at}", text=step) for at, step in enumerate(steps))
    edges = (Edge(source=one.id, target=other.id) for one, other in pairwise(nodes))
    return FlowGraph(nodes=nodes, edges=tuple(edges))


def from_inspect(folder: Path) -> dict[str, float]:
    from diagramloop.doors.inspect_tasks import extract

    model = inspect_ai.model.get_model("mockllm/model")
    made = extract(system=SYSTEM, documents=DOCUMENTS)
    (log,) = inspect_ai.eval(made, model=model, log_dir=str(folder), display="none")
    (scores,) = log.results.scores
    return {name: metric.value for name, metric in scores.metrics.items()}


def from_the_command_line() -> dict[str, float]:
    result = run("run", "extract", "--system", SYSTEM, "--limit", str(DOCUMENTS), "--json")
    assert result.exit_code == 0, result.stderr
    return {row["metric"]: row["value"] for row in json.loads(result.stdout)}


def from_the_pipeline(folder: Path) -> dict[str, float]:
    chosen = ["source=[corpus]", f"sources.corpus.limit={DOCUMENTS}", *(f"{kind}=[]" for kind in OTHERS)]
    mine = {"mine": {"make": SYSTEM, "options": {}, "note": ""}}
    made = run_plan(chosen, folder, changes={"extractors": mine})
    rows = json.loads((made["leaderboard"][0] / "leaderboard.json").read_text())
    return {row["metric"]: row["value"] for row in rows if (row["task"], row["system"]) == ("extraction", "mine")}


@pytest.mark.long
def test_the_row_is_the_same_from_everywhere(tmp_path: Path) -> None:
    told, inspected, made = from_the_command_line(), from_inspect(tmp_path / "logs"), from_the_pipeline(tmp_path)
    shared = told.keys() & inspected.keys() & made.keys()
    assert {"strict/flow_f1", "strict/xor_f1"} <= shared
    assert {name: told[name] for name in shared} == {name: inspected[name] for name in shared}
    assert {name: told[name] for name in shared} == {name: made[name] for name in shared}
    assert any(0 < told[name] < 1 for name in shared)
