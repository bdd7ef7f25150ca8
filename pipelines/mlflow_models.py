"""Trained weights as MLflow's registered models: one for each step of a stage that declares some, a version a result.

A result is known by the SHA-256 of its weights, so what was trained before adds no version when it is registered again.
A version belongs to the run of its training, whose artifacts hold what the step made.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assets.machinery import GIBIBYTE, Stage
from pipelines.mlflow_store import VERSION, experiment_named, naming_the_store, runs_of, whole_client
from pipelines.project import Project
from pipelines.trained import Trained, trained_by

SHA256, CURRENT = "sha256", "current"
_ARTIFACTS = "model"  # the folder among the run's artifacts that a version points to
_LARGEST_COPY_BYTES = GIBIBYTE  # of what a step made; of more, MLflow gets a copy of what describes it alone
_DESCRIBING = ("*.json", "*.jsonl", "*.md")


def register_models(project: Project, stages: Sequence[Stage]) -> int:
    """Registers the weights that the present artifacts hold. Returns how many versions were added.

    A version has its run, the SHA-256 of its weights and its lineage as tags, its model card as description. The alias
    ``current`` is at the version that the present artifacts hold.

    Raises:
        SinkError: MLflow's database is damaged or cannot be written to.
    """
    with naming_the_store(project):
        found = [trained for stage in stages if stage.model for trained in trained_by(project, stage)]
        if not found:
            return 0  # told without the two seconds that MLflow takes to import
        client = whole_client(project)
        return sum(_register(client, project, trained) for trained in found)


def _register(client: Any, project: Project, trained: Trained) -> bool:
    name, run = trained.name, _run_of(client, project, trained)
    found = client.search_registered_models(f"name = '{name}'")
    model = found[0] if found else client.create_registered_model(name, {"stage": trained.stage.name})
    versions = client.search_model_versions(f"name = '{name}'")
    known = next((each for each in versions if each.tags.get(SHA256) == trained.sha256), None)
    version = known or _version(client, run, trained)
    if str(model.aliases.get(CURRENT)) != str(version.version):  # a number or a text, as MLflow has it at the time
        client.set_registered_model_alias(name, CURRENT, version.version)
    return known is None


def _version(client: Any, run: Any, trained: Trained) -> Any:
    kept = _copy(client, run.info.run_id, trained.folder)
    tags = {SHA256: trained.sha256, VERSION: trained.version, "weights": kept, **trained.lineage}
    source = f"{run.info.artifact_uri}/{_ARTIFACTS}"
    return client.create_model_version(
        trained.name, source, run.info.run_id, tags=tags, description=trained.description
    )


def _copy(client: Any, run: str, folder: Path) -> str:
    """Copies what a step made to the artifacts of its run; says where the weights are."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    if sum(path.stat().st_size for path in files) <= _LARGEST_COPY_BYTES:
        client.log_artifacts(run, str(folder), _ARTIFACTS)
        return "here"
    for path in sorted(path for pattern in _DESCRIBING for path in folder.glob(pattern)):
        client.log_artifact(run, str(path), _ARTIFACTS)
    return "in DVC's cache"


def _run_of(client: Any, project: Project, trained: Trained) -> Any:
    """The run with the training's curves; a training without any gets a run with its figures here."""
    experiment = experiment_named(client, trained.stage.name, project)
    known = [run for run in runs_of(client, experiment, trained.version) if run.data.tags["step"] == trained.step]
    if known:
        return known[0]
    run = client.create_run(experiment, run_name=trained.step, tags={VERSION: trained.version, "step": trained.step})
    for name, value in trained.figures.items():
        client.log_metric(run.info.run_id, name, value)
    client.set_terminated(run.info.run_id)
    return run
