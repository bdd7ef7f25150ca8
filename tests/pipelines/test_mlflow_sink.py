"""Leaderboards as MLflow runs: each state of the data once, what is missing left out."""

from __future__ import annotations

import json

import yaml
from mlflow import MlflowClient

from pipelines.mlflow_sink import database, record_leaderboard
from pipelines.project import Project


def put(project: Project, version: str, rows: list[dict[str, object]]) -> None:
    """A leaderboard and the lock that pins it."""
    out = "artifacts/leaderboard"
    (project.root / out).mkdir(parents=True, exist_ok=True)
    (project.root / out / "leaderboard.json").write_text(json.dumps(rows))
    (project.root / out / "thumbnail.png").write_bytes(b"png")
    lock = {"stages": {"leaderboard": {"outs": [{"path": out, "md5": version}]}}}
    project.lock_file.write_text(yaml.safe_dump(lock))


def row(system: str, metric: str, value: float | None) -> dict[str, object]:
    label = {"task": "parsing", "data": "corpus/multi", "system": system, "metric": metric}
    return {**label, "value": value, "low": value, "high": None, "n": 3}


def test_a_version_is_recorded_once_and_a_new_one_beside_it(toy: Project) -> None:
    rows = [row("a", "node_f1", 0.5), row("a", "sciflow/graph", None), row("b", "node_f1", 0.25)]
    put(toy, "one.dir", rows)
    assert [record_leaderboard(toy), record_leaderboard(toy)] == [2, 0]
    (toy.state / "mlflow" / "recorded").unlink()
    assert record_leaderboard(toy) == 0  # the runs themselves say so too
    put(toy, "two.dir", rows)
    assert record_leaderboard(toy) == 2

    client = MlflowClient(database(toy))
    (experiment,) = [e for e in client.search_experiments() if e.name == "parsing"]
    runs = client.search_runs([experiment.experiment_id], filter_string="tags.system = 'a'")
    assert {run.data.tags["diagramloop.leaderboard"] for run in runs} == {"one.dir", "two.dir"}
    assert runs[0].data.metrics == {"node_f1": 0.5, "node_f1.low": 0.5}
    assert {file.path for file in client.list_artifacts(runs[0].info.run_id)} == {"scores.json", "thumbnail.png"}


def test_a_run_says_whether_it_is_of_all_items(toy: Project) -> None:
    failed = {**row("a", "node_f1", 0.5), "failed": 1, "not_asked": 0, "reason": "2 of 3 items; 1 failed: timed out"}
    put(toy, "one.dir", [failed, {**row("b", "node_f1", 0.5), "failed": 0, "not_asked": 0, "reason": ""}])
    record_leaderboard(toy)
    client = MlflowClient(database(toy))
    (experiment,) = [e for e in client.search_experiments() if e.name == "parsing"]
    tags = {run.data.tags["system"]: run.data.tags for run in client.search_runs([experiment.experiment_id])}
    assert (tags["a"]["complete"], tags["a"]["lacks"]) == ("false", failed["reason"])
    assert tags["b"]["complete"] == "true"
