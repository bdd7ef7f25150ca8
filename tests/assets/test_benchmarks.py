"""A benchmark built by the pipeline: labels, agreement, choice, pictures; and a board on what was built."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scripted_endpoint import ScriptedEndpoint
from whole_plan import run_plan

from assets.machinery import Rows
from diagramloop.data.sources import Chart, FlowExplainBench
from diagramloop.scores.annotation import AnnotationStore, Rubric

PLANT = "flowchart TD\n    a{Dry?} -->|yes| b[Water it]\n    a -->|no| c[Wait]\n"
ASKED = ("It is dry. What now?", "How many nodes are there?", "It is wet. What now?")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Unlabelled questions, and what two people picked; the third question nobody has done."""
    folder = tmp_path / "own"
    (folder / "charts" / "home").mkdir(parents=True)
    (folder / "charts" / "home" / "plant.mmd").write_text(PLANT)
    (folder / "questions" / "home").mkdir(parents=True)
    rows = [{"type": "applied_scenario", "question": asked, "answers": ["So."]} for asked in ASKED]
    (folder / "questions" / "home" / "plant.json").write_text(json.dumps({"chart": "plant", "questions": rows}))
    store = AnnotationStore(folder / "annotations.jsonl", {f"plant_{n}": ["a", "b", "c"] for n in (1, 2)})
    for who in ("Ada", "Bo"):
        store.save(who, "plant_1", ["a", "b"], Rubric(2, 2, 2))
        store.save(who, "plant_2", ["a", "b", "c"], Rubric(2, 2, 2))
    return folder


def test_from_bare_questions_to_a_board(own: Path, tmp_path: Path, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = ['{"nodes": ["A"]}', "I do not know.", '{"nodes": ["B"]}']
    overrides = ["experiment=build_benchmark", f"benchmarks.own.folder={own}", "benchmarks.own.engine=merman"]
    overrides += ["benchmarks.own.labels=${models.chat}", "models.chat.model=scripted"]
    overrides += [f"models.chat.base_url={scripted_endpoint.base_url}", f"models.chat.store={tmp_path}/calls.sqlite"]
    made = run_plan(overrides, tmp_path / "building")
    assert set(made) == {"benchmark_labels@own", "built_benchmark@own"}
    labels, said = made["benchmark_labels@own"]
    assert {row["id"]: row["nodes"] for row in Rows(labels)} == {"plant_1": ["a"], "plant_3": ["b"]}
    assert said.rejected == {"empty": 1}

    built, report = made["built_benchmark@own"]
    assert (report.done, report.figures["kappa of Ada and Bo"], report.figures["pictures"]) == (1, 1.0, 1.0)
    assert report.figures["kappa of Ada and model: scripted"] == pytest.approx(
        0.4
    )  # 2 of 3 decisions, 4 of 9 by chance
    dropped = {one["id"]: one["reason"] for one in json.loads((built / "selection.json").read_text())["dropped"]}
    assert dropped == {"plant_2": "trivial", "plant_3": "not_annotated"}
    (chart,) = FlowExplainBench(built / "dataset").charts()
    assert isinstance(chart, Chart)
    assert chart.picture

    overrides = ["experiment=attribution", f"sources.flowexplainbench.folder={built / 'dataset'}", "parser=[]"]
    board = run_plan([*overrides, "attributor=[everything]", "attribute.views=[graph]"], tmp_path / "board")
    rows = json.loads((board["leaderboard"][0] / "leaderboard.json").read_text())
    (row,) = (row for row in rows if (row["system"], row["metric"]) == ("everything", "attribution/f1"))
    assert (row["value"], row["items"]) == (pytest.approx(0.8), 1)


def test_without_a_model_and_before_anybody_annotated(own: Path, tmp_path: Path) -> None:
    (own / "annotations.jsonl").unlink()
    made = run_plan(["experiment=build_benchmark", f"benchmarks.own.folder={own}"], tmp_path / "building")
    assert made["benchmark_labels@own"][1].items == made["built_benchmark@own"][1].done == 0
    assert json.loads((made["built_benchmark@own"][0] / "dataset" / "dataset.json").read_text()) == {}
