"""Leaderboards as MLflow runs: each state of the data once, what is missing left out."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
import yaml
from mlflow import MlflowClient

from pipelines.mlflow_sink import SinkError, database, record_leaderboard
from pipelines.project import Project
from pipelines.refresh import refresh


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


@pytest.mark.faults
@pytest.mark.parametrize(
    "damage", [lambda whole: whole[: len(whole) // 2], lambda whole: b"no database", bytes.swapcase]
)
def test_a_damaged_database_is_named_and_the_board_is_whole_without_it(
    toy: Project, damage: Callable[[bytes], bytes]
) -> None:
    put(toy, "one.dir", [row("a", "node_f1", 0.5)])
    record_leaderboard(toy)
    runs = toy.state / "mlflow" / "mlflow.db"
    runs.write_bytes(damage(runs.read_bytes()))
    put(toy, "two.dir", [row("a", "node_f1", 0.5)])
    with pytest.raises(SinkError, match=r"mlflow\.db: .*: move it away"):
        record_leaderboard(toy)
    put(toy, "one.dir", [row("a", "node_f1", 0.5)])
    assert record_leaderboard(toy) == 0  # it is not asked again whether what is recorded there is whole


@pytest.mark.faults
def test_a_refresh_only_warns_and_records_when_it_is_gone(toy: Project, capfd: pytest.CaptureFixture[str]) -> None:
    runs = toy.state / "mlflow" / "mlflow.db"
    runs.write_bytes(b"no database, but text")
    refresh(toy, [])
    said = capfd.readouterr().err
    assert "warning: mlflow_runs: recorded does not hold: " in said
    assert "mlflow.db: file is not a database" in said
    runs.unlink()
    refresh(toy, [])
    assert "warning" not in capfd.readouterr().err
    assert runs.is_file()
