"""Leaderboards as MLflow runs: each state of the data once, what is missing left out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from mlflow import MlflowClient

from pipelines.composition import write_composition
from pipelines.mlflow_sink import record_leaderboard
from pipelines.mlflow_store import KIND, OF_MODELS, SinkError, database, experiment_pages
from pipelines.project import Project
from pipelines.refresh import refresh
from pipelines.repro import locked_outs
from tests.committed import commit


def put(project: Project, version: str, rows: list[dict[str, object]]) -> None:
    """A leaderboard and the lock that pins it."""
    if not project.params_file.is_file():
        write_composition(project, [])
    out = "artifacts/leaderboard"
    (project.root / out).mkdir(parents=True, exist_ok=True)
    (project.root / out / "leaderboard.json").write_text(json.dumps(rows))
    (project.root / out / "thumbnail.png").write_bytes(b"png")
    lock = {"stages": {"leaderboard": {"outs": [{"path": out, "md5": version}]}}}
    project.lock_file.write_text(yaml.safe_dump(lock))


def row(system: str, metric: str, value: float | None) -> dict[str, object]:
    label = {"task": "parsing", "data": "corpus/multi", "system": system, "metric": metric}
    return {**label, "value": value, "low": value, "high": None, "n": 3}


def runs_of(project: Project, task: str) -> dict[str, Any]:
    """The runs of a task's experiment by their names; the experiment opens on them."""
    client = MlflowClient(database(project))
    experiment = client.get_experiment_by_name(task)
    assert experiment.tags[KIND] == OF_MODELS
    return {run.info.run_name: run for run in client.search_runs([experiment.experiment_id])}


def test_rows_that_did_not_change_are_recorded_once_and_are_of_the_present_board(toy: Project) -> None:
    def versions(system: str) -> list[str]:
        runs = client.search_runs([experiment.experiment_id], filter_string=f"tags.system = '{system}'")
        return sorted(run.data.tags["diagramloop.leaderboard"] for run in runs)

    rows = [row("a", "node_f1", 0.5), row("a", "sciflow/graph", None), row("b", "node_f1", 0.25)]
    put(toy, "one.dir", rows)
    assert [record_leaderboard(toy), record_leaderboard(toy)] == [2, 0]
    (toy.state / "mlflow" / "recorded").unlink()
    assert record_leaderboard(toy) == 0  # the runs themselves say so too
    client = MlflowClient(database(toy))
    (experiment,) = [e for e in client.search_experiments() if e.name == "parsing"]

    newcomer = row("c", "node_f1", 0.75)
    put(toy, "two.dir", [{**r, "against": "c", "detectable": 0.1, "needs": 9} for r in rows] + [newcomer])
    assert record_leaderboard(toy) == 1  # what is said of others than itself makes no row another
    assert [versions(system) for system in "abc"] == [["two.dir"]] * 3
    put(toy, "three.dir", [*rows[:2], row("b", "node_f1", 0.5), newcomer])
    assert record_leaderboard(toy) == 1
    assert versions("b") == ["three.dir", "two.dir"]
    put(toy, "one.dir", rows)
    assert record_leaderboard(toy) == 0  # back again
    assert [versions(system) for system in "abc"] == [["one.dir"], ["one.dir", "three.dir"], ["three.dir"]]

    (run,) = client.search_runs([experiment.experiment_id], filter_string="tags.system = 'a'")
    assert run.data.metrics == {"corpus/multi/node_f1": 0.5}  # intervals are in the note and in scores.json
    assert {file.path for file in client.list_artifacts(run.info.run_id)} == {"scores.json", "thumbnail.png"}


def test_a_run_says_its_intervals_and_its_page_opens_on_runs(toy: Project) -> None:
    lopsided = {**row("a", "edge_f1", 0.8), "low": 0.3, "high": 1.0}
    put(toy, "one.dir", [lopsided, row("a", "sciflow/graph", 0.5)])
    record_leaderboard(toy)
    run = runs_of(toy, "parsing")["a"]
    assert run.data.tags["mlflow.note.content"] == "- corpus/multi: edge_f1 0.800 [0.300, 1.000]"
    page = f"http://h:1/#/experiments/{run.info.experiment_id}/runs?workflowType=machine_learning"
    assert experiment_pages(toy, "http://h:1") == {"parsing": page}


def test_two_models_of_one_system_are_two_runs_on_boards_named_after_a_model(toy: Project) -> None:
    systems = ("agent@gpt-5", "agent@qwen")
    put(toy, "one.dir", [{**row(system, "node_f1", 0.5), "data": "papers/reader@gpt-5"} for system in systems])
    assert record_leaderboard(toy) == 2
    runs = runs_of(toy, "parsing")
    assert set(runs) == set(systems)
    assert runs["agent@qwen"].data.metrics == {"papers/reader:gpt-5/node_f1": 0.5}
    assert runs["agent@qwen"].data.params["items/papers/reader:gpt-5"] == "3"


def test_a_run_says_whether_it_is_of_all_items(toy: Project) -> None:
    failed = {**row("a", "node_f1", 0.5), "failed": 1, "not_asked": 0, "reason": "2 of 3 items; 1 failed: timed out"}
    put(toy, "one.dir", [failed, {**row("b", "node_f1", 0.5), "failed": 0, "not_asked": 0, "reason": ""}])
    record_leaderboard(toy)
    runs = runs_of(toy, "parsing")
    assert runs["a"].data.metrics == {"incomplete/corpus/multi/node_f1": 0.5}  # in no column of whole rows
    assert runs["b"].data.metrics == {"corpus/multi/node_f1": 0.5}
    tags = {name: run.data.tags for name, run in runs.items()}
    assert (tags["a"]["complete"], tags["a"]["lacks"]) == ("false", failed["reason"])
    assert tags["b"]["complete"] == "true"


def test_a_run_of_which_too_little_was_understood_is_in_no_column_of_whole_rows(toy: Project) -> None:
    def heard(system: str, unread: int) -> dict[str, Any]:
        counts = {"asked": 100, "read": 100 - unread, "repaired": 0, "unread": unread, "cut": 0, "decides": 100}
        answers = [{"role": "matcher", "party": "system", "counts": counts}]
        note = "no rank" if unread > 5 else ""
        return {**row(system, "node_f1", 0.5), "asked": 100, "unread": unread / 100, "answers": answers, "note": note}

    put(toy, "one.dir", [heard("a", 12), heard("b", 1), row("c", "node_f1", 0.5)])
    record_leaderboard(toy)
    runs = runs_of(toy, "parsing")
    assert runs["a"].data.metrics == {"incomplete/corpus/multi/node_f1": 0.5, "corpus/multi/unread": 0.12}
    assert (runs["a"].data.tags["complete"], runs["a"].data.tags["lacks"]) == ("false", "no rank")
    assert runs["b"].data.metrics == {"corpus/multi/node_f1": 0.5, "corpus/multi/unread": 0.01}
    assert runs["b"].data.tags["complete"] == "true"
    assert runs["c"].data.metrics == {"corpus/multi/node_f1": 0.5}


@pytest.mark.long
def test_runs_of_unlike_compositions_are_told_apart_and_stand_side_by_side(refreshed: Project) -> None:
    commit(refreshed)
    before = runs_of(refreshed, "change")
    outside = refreshed.root / "data" / "outside"
    outside.mkdir(parents=True)
    (outside / "01.txt").write_text("one")
    refresh(refreshed, ["source=[small,outside]"])
    client = MlflowClient(database(refreshed))
    experiment = client.get_experiment_by_name("change")
    runs = [r for r in client.search_runs([experiment.experiment_id]) if r.info.run_name == "title"]
    both, first = sorted(runs, key=lambda run: len(run.data.metrics), reverse=True)
    assert set(before) == {"title", "upper"}
    assert first.data.metrics == {"small/done": 8.0}
    assert both.data.metrics == {"small/done": 8.0, "outside/done": 1.0}
    assert (first.data.params["items/small"], both.data.params["items/outside"]) == ("8", "1")
    assert first.data.params["changers.title.how"] == both.data.params["changers.title.how"] == "title"
    assert not [name for name in both.data.params if "upper" in name]  # nothing of another system
    assert (first.data.params["composed_from"], both.data.params["composed_from"]) == (
        "the default",
        "source=[small,outside]",
    )
    assert "mlflow.source.git.commit" not in first.data.tags  # nothing was committed then
    assert len(both.data.tags["mlflow.source.git.commit"]) == 40
    data = {read.dataset.name: read.dataset.digest for read in both.inputs.dataset_inputs}
    assert data["small"] == locked_outs(refreshed)["data.dvc"]["data/small"]
    assert set(data) == {"small", "outside"}


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


def test_a_database_whose_making_ends_half_way_is_not_there_and_is_made_anew(
    toy: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.mlflow_file.unlink()
    toy.mlflow_file.with_name(".unfinished-of-a-kill").mkdir()

    def end(_: MlflowClient, address: str, **__: object) -> None:
        Path(address.removeprefix("sqlite:///")).write_bytes(b"half of the tables")
        raise OSError("no space")

    put(toy, "one.dir", [row("a", "node_f1", 0.5)])
    with monkeypatch.context() as patch:
        patch.setattr(MlflowClient, "__init__", end)
        with pytest.raises(SinkError, match="no space"):
            record_leaderboard(toy)
    assert not toy.mlflow_file.exists()
    assert record_leaderboard(toy) == 1
    assert [path.name for path in toy.mlflow_file.parent.glob(".*")] == []


@pytest.mark.long
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
