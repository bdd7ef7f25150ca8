"""Curves of trainings as MLflow runs: one for each step of a stage that declares some, and each of its versions.

The load of the machine meanwhile stands beside them, as MLflow's system metrics.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assets.machinery import THUMBNAIL, Stage
from pipelines.machine_load import load_file
from pipelines.mlflow_store import VERSION, experiment_named, naming_the_store, runs_of, whole_client
from pipelines.plan import folder_of
from pipelines.project import Project
from pipelines.repro import locked_outs

_AT_ONCE = 1_000  # figures: the most that MLflow takes


def record_curves(project: Project, stages: Sequence[Stage]) -> int:
    """Records the curves that the present artifacts hold. Returns how many runs were added.

    Raises:
        SinkError: MLflow's database is damaged or cannot be written to.
    """
    with naming_the_store(project):
        return sum(_recorded(project, stage) for stage in stages if stage.curves)


def _recorded(project: Project, stage: Stage) -> int:
    folder = project.root / folder_of(stage.name)
    found = sorted(folder.glob(f"**/{stage.curves}"))
    version = locked_outs(project).get(stage.name, {}).get(folder_of(stage.name))
    if not found or version is None:
        return 0
    client = whole_client(project)
    experiment = experiment_named(client, stage.name, project)
    known = {run.data.tags["step"] for run in runs_of(client, experiment, version)}
    new = [path for path in found if path.parent.relative_to(folder).as_posix() not in known]
    for path in new:
        load = load_file(project, path.parent.relative_to(project.root).as_posix())
        _record(client, experiment, version, path.parent.relative_to(folder).as_posix(), path, load)
    return len(new)


def _record(client: Any, experiment: str, version: str, step: str, path: Path, load: Path) -> None:
    run = client.create_run(experiment, run_name=step, tags={VERSION: version, "step": step})
    figures = [*_figures(path, run.info.start_time), *_system_metrics(load, run.info.start_time)]
    for first in range(0, len(figures), _AT_ONCE):
        client.log_batch(run.info.run_id, metrics=figures[first : first + _AT_ONCE])
    for shown in (path.parent / THUMBNAIL, *sorted(path.parent.glob("*.md"))):
        if shown.is_file():
            client.log_artifact(run.info.run_id, str(shown))
    client.set_terminated(run.info.run_id)


def _figures(path: Path, at: int) -> Iterator[Any]:
    from mlflow.entities import Metric

    for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        step, of = line.pop("step"), line.pop("of")
        yield from (Metric(f"{of}/{name}", value, at, step) for name, value in line.items() if value is not None)


def _system_metrics(path: Path, at: int) -> Iterator[Any]:
    """The load of the machine, if it was sampled here: not where the artifact was made elsewhere, and pulled."""
    from mlflow.entities import Metric

    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    for step, line in enumerate(map(json.loads, lines)):
        when = at + round(1_000 * line.pop("seconds"))
        yield from (Metric(f"system/{name}", value, when, step) for name, value in line.items())
