"""Curves as MLflow runs: each version of a step once, by step of the training."""

from __future__ import annotations

import json
from pathlib import Path

import yaml
from mlflow import MlflowClient

from assets.machinery import Stage
from pipelines.machine_load import load_file, sampled
from pipelines.mlflow_curves import record_curves
from pipelines.mlflow_store import database
from pipelines.project import Project

LINES = [
    {"step": 1, "of": "train", "loss": 0.5},
    {"step": 2, "of": "train", "loss": 0.25},
    {"step": 2, "of": "validation", "iou_text": None, "iou_head": 0.75},
]
STAGES = [Stage("learned", "training", lambda run: run, curves="curves.jsonl"), Stage("other", "x", lambda run: run)]  # type: ignore[arg-type,return-value]


def put(project: Project, version: str) -> None:
    out = project.root / "artifacts" / "learned" / "small"
    out.mkdir(parents=True, exist_ok=True)
    (out / "curves.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in LINES))
    (out / "MODEL_CARD.md").write_text("# small\n")
    lock = {"stages": {"learned": {"outs": [{"path": "artifacts/learned", "md5": version}]}}}
    project.lock_file.write_text(yaml.safe_dump(lock))


def test_the_load_of_the_machine_stands_beside_the_curves(toy: Project) -> None:
    put(toy, "one.dir")
    with sampled(load_file(toy, "artifacts/learned/small"), seconds_between=0.01):
        while len(load_file(toy, "artifacts/learned/small").read_text().splitlines()) < 3:
            pass
    assert record_curves(toy, STAGES) == 1
    client = MlflowClient(database(toy))
    (experiment,) = [e for e in client.search_experiments() if e.name == "learned"]
    (run,) = client.search_runs([experiment.experiment_id])
    history = client.get_metric_history(run.info.run_id, "system/cpu_utilization_percentage")
    assert len(history) >= 3
    assert all(0 <= each.value <= 100 for each in history)
    assert 0 < run.data.metrics["system/system_memory_usage_percentage"] < 100
    assert run.data.metrics["train/loss"] == 0.25


def test_curves_of_a_version_are_recorded_once_with_their_steps(toy: Project) -> None:
    assert record_curves(toy, STAGES) == 0  # nothing is there yet
    put(toy, "one.dir")
    assert [record_curves(toy, STAGES), record_curves(toy, STAGES)] == [1, 0]
    put(toy, "two.dir")
    assert record_curves(toy, STAGES) == 1

    client = MlflowClient(database(toy))
    (experiment,) = [e for e in client.search_experiments() if e.name == "learned"]
    run = client.search_runs([experiment.experiment_id])[0]
    history = client.get_metric_history(run.info.run_id, "train/loss")
    assert [(each.step, each.value) for each in history] == [(1, 0.5), (2, 0.25)]
    assert run.data.metrics == {"train/loss": 0.25, "validation/iou_head": 0.75}
    assert [Path(file.path).name for file in client.list_artifacts(run.info.run_id)] == ["MODEL_CARD.md"]
