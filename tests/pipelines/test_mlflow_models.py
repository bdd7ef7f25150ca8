"""Trained weights as MLflow's registered models: each result once, with its run, lineage and card."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from mlflow import MlflowClient

from assets.machinery import Stage, StageReport, StageRun
from pipelines import mlflow_models
from pipelines.mlflow_curves import record_curves
from pipelines.mlflow_models import register_models
from pipelines.mlflow_store import SinkError, database
from pipelines.plan import load_stages
from pipelines.project import Project
from pipelines.refresh import refresh


def body(run: StageRun) -> StageReport:
    """Learns something."""
    return StageReport(1, 1)


TRAINED = Stage("trained", "training", body, matrix={"net": "nets"}, curves="curves.jsonl", model="{net}.json")
LEARNED = Stage("learned", "training", body, matrix={"learner": "learners"}, model="{learner}.json")
STAGES = [TRAINED, LEARNED, Stage("other", "x", body, matrix={"net": "nets"})]
LINEAGE = {"weight": "small", "data": "charts (MIT)", "use": "trained on", "things": ["one", "two"]}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def put(project: Project, weights: bytes = b"numbers", version: str = "one.dir", net: str = "small") -> Path:
    """A training's artifact and the lock that pins it."""
    out = project.root / "artifacts" / "trained" / net
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{net}.safetensors").write_bytes(weights)
    (out / "curves.jsonl").write_text('{"step": 1, "of": "train", "loss": 0.5}\n')
    (out / "MODEL_CARD.md").write_text(f"# {net}\n")
    (out / f"{net}.lineage.json").write_text(json.dumps(LINEAGE))
    digests = {path.name: sha256(path.read_bytes()) for path in out.iterdir()}
    (out / f"{net}.json").write_text(json.dumps({"name": net, "sha256": digests, "code": version}))
    pin(project, {"trained": version})
    return out


def pin(project: Project, versions: dict[str, str]) -> None:
    stages = {name: {"outs": [{"path": f"artifacts/{name}", "md5": md5}]} for name, md5 in versions.items()}
    project.lock_file.write_text(yaml.safe_dump({"stages": stages}))


def versions(project: Project, name: str = "trained-small") -> list[Any]:
    found = MlflowClient(database(project)).search_model_versions(f"name = '{name}'")
    return sorted(found, key=lambda each: int(each.version))


def current(project: Project, name: str = "trained-small") -> str:
    return str(MlflowClient(database(project)).get_model_version_by_alias(name, "current").version)


def test_each_result_is_a_version_once(toy: Project) -> None:
    assert register_models(toy, STAGES) == 0  # nothing is trained yet
    put(toy)
    assert [register_models(toy, STAGES), register_models(toy, STAGES)] == [1, 0]
    put(toy, b"numbers", "two.dir")  # trained anew, to the same weights
    assert register_models(toy, STAGES) == 0
    put(toy, b"others", "three.dir")
    assert register_models(toy, STAGES) == 1
    told = [(str(each.version), each.tags["sha256"]) for each in versions(toy)]
    assert told == [("1", sha256(b"numbers")), ("2", sha256(b"others"))]
    assert current(toy) == "2"
    put(toy)  # the first one is back
    assert register_models(toy, STAGES) == 0
    assert current(toy) == "1"


def test_every_step_has_its_model(toy: Project) -> None:
    put(toy)
    put(toy, net="large")
    assert register_models(toy, STAGES) == 2
    assert [each.description for each in versions(toy, "trained-large")] == ["# large\n"]


def test_a_version_says_what_it_was_made_of_and_its_files_lie_with_the_run_of_its_curves(toy: Project) -> None:
    out = put(toy)
    record_curves(toy, STAGES)
    register_models(toy, STAGES)
    client, (version,) = MlflowClient(database(toy)), versions(toy)
    tags = {"data": "charts (MIT)", "use": "trained on", "things": "2", "things_sha256": sha256(b"one\ntwo")}
    assert tags.items() <= version.tags.items()
    assert version.description == "# small\n"
    run = client.get_run(version.run_id)
    assert run.data.metrics == {"train/loss": 0.5}
    assert len(client.search_runs([run.info.experiment_id])) == 1
    held = {Path(file.path).name for file in client.list_artifacts(version.run_id, "model")}
    assert held == {path.name for path in out.iterdir()}
    kept = Path(version.source.removeprefix("file://")) / "small.safetensors"
    out.joinpath("small.safetensors").write_bytes(b"overwritten")
    assert kept.read_bytes() == b"numbers"


def test_of_very_large_weights_only_what_describes_them_is_copied(
    toy: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mlflow_models, "_LARGEST_COPY_BYTES", 100)
    put(toy, b"n" * 101)
    register_models(toy, STAGES)
    client, (version,) = MlflowClient(database(toy)), versions(toy)
    held = {Path(file.path).name for file in client.list_artifacts(version.run_id, "model")}
    assert held == {"small.json", "small.lineage.json", "curves.jsonl", "MODEL_CARD.md"}
    assert (version.tags["weights"], version.tags["sha256"]) == ("in DVC's cache", sha256(b"n" * 101))


def test_weights_in_several_files_are_known_by_all_of_them(toy: Project) -> None:
    out = put(toy)
    shards = {"b.safetensors": sha256(b"b"), "a.safetensors": sha256(b"a"), "tokenizer.json": sha256(b"t")}
    for change in ({}, {"tokenizer.json": sha256(b"T")}, {"a.safetensors": sha256(b"A")}):
        (out / "small.json").write_text(json.dumps({"sha256": {**shards, **change}}))
        register_models(toy, STAGES)
    listed = f"{sha256(b'a')}  a.safetensors\n{sha256(b'b')}  b.safetensors\n"
    assert [versions(toy)[0].tags["sha256"], len(versions(toy))] == [sha256(listed.encode()), 2]


def test_a_training_without_curves_gets_a_run_with_its_figures(toy: Project) -> None:
    out = toy.root / "artifacts" / "learned" / "tagger"
    out.mkdir(parents=True)
    (out / "tagger.json").write_text(json.dumps({"sha256": sha256(b"w"), "figures": {"f1": 0.75, "note": "x"}}))
    pin(toy, {"learned": "one.dir"})
    assert [register_models(toy, STAGES), register_models(toy, STAGES)] == [1, 0]
    (version,) = versions(toy, "learned-tagger")
    assert (version.tags["sha256"], version.description) == (sha256(b"w"), "Learns something.")
    run = MlflowClient(database(toy)).get_run(version.run_id)
    assert run.data.metrics == {"f1": 0.75}
    assert len(MlflowClient(database(toy)).search_runs([run.info.experiment_id])) == 1


@pytest.mark.faults
def test_what_was_cut_short_between_model_and_version_is_registered_the_next_time(
    toy: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(toy)

    def breaks(*_: object) -> str:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(mlflow_models, "_copy", breaks)
        with pytest.raises(SinkError, match=r"mlflow\.db: no space left"):
            register_models(toy, STAGES)
    assert versions(toy) == []
    assert register_models(toy, STAGES) == 1


@pytest.mark.faults
def test_a_damaged_database_is_named(toy: Project) -> None:
    put(toy)
    toy.mlflow_file.write_bytes(b"no database")
    with pytest.raises(SinkError, match=r"mlflow\.db: file is not a database: move it away"):
        register_models(toy, STAGES)


@pytest.mark.long
@pytest.mark.faults
def test_a_refresh_only_warns_of_models_that_cannot_be_registered(
    toy: Project, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def breaks(*_: object) -> int:
        raise SinkError("no registry here")

    monkeypatch.setattr("pipelines.code_location.register_models", breaks)
    refresh(toy, [])
    assert "warning: mlflow_runs: recorded does not hold: no registry here" in capfd.readouterr().err
    assert (toy.root / "artifacts" / "leaderboard" / "leaderboard.json").is_file()


def test_every_stage_that_makes_weights_declares_their_record() -> None:
    declared = {stage.name: stage.model for stage in load_stages(["assets"]) if stage.model}
    assert declared == {"trained": "{network}.json", "tuned": "record.json", "learned_weights": "{learner}.json"}
