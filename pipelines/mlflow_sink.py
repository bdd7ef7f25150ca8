"""The leaderboard as MLflow runs. A sink: nothing ever reads these back.

One run for each task, data and system, keyed by the MD5 that dvc.lock holds of the leaderboard: recording
the same bytes again adds no run.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from assets.machinery import THUMBNAIL
from diagramloop.errors import DiagramloopError, RejectionReason
from pipelines.project import Project, write_if_changed
from pipelines.repro import locked_outs

LEADERBOARD = "leaderboard"
VERSION = "diagramloop.leaderboard"
_System = tuple[str, str, str]  # task, data, system


class SinkError(DiagramloopError):
    """MLflow could not record a leaderboard, which is whole without that."""

    reason = RejectionReason.ENGINE_FAILED


def database(project: Project) -> str:
    """The address of MLflow's store."""
    project.mlflow_file.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{project.mlflow_file}"


def record_leaderboard(project: Project) -> int:
    """Records the present leaderboard. Returns how many runs were added; 0 when it was recorded before.

    Raises:
        SinkError: MLflow's database is damaged or cannot be written to; says which file it is and what to do.
    """
    with naming_the_store(project):
        return _recorded(project)


@contextmanager
def naming_the_store(project: Project) -> Iterator[None]:
    """Raises SinkError for whatever goes wrong with MLflow's database meanwhile; says which file it is."""
    try:
        yield
    except Exception as error:  # of SQLite, SQLAlchemy, alembic and MLflow, each with its own
        said = str(error).strip().partition("\n")[0]
        raise SinkError(
            f"{project.mlflow_file}: {said}: move it away if it is damaged, and the next refresh begins a new one"
        ) from error


def whole_client(project: Project) -> Any:
    """MLflow's client of the project's store; raises as SQLite does where that is damaged."""
    _check_whole(project.mlflow_file)
    from mlflow import MlflowClient

    logging.getLogger("mlflow").setLevel(logging.WARNING)
    return MlflowClient(database(project), registry_uri=database(project))


def _check_whole(store: Path) -> None:
    """Raises sqlite3.DatabaseError on a damaged file, with which MLflow itself tries for minutes."""
    if store.is_file():
        with closing(sqlite3.connect(store)) as runs:
            (said,) = runs.execute("PRAGMA quick_check(1)").fetchone()
        if said != "ok":
            raise sqlite3.DatabaseError(said)


def _recorded(project: Project) -> int:
    folder = project.root / "artifacts" / LEADERBOARD
    version = locked_outs(project)[LEADERBOARD][f"artifacts/{LEADERBOARD}"]
    last = project.state / "mlflow" / "recorded"
    if last.is_file() and last.read_text(encoding="utf-8") == version:
        return 0  # told without the two seconds that MLflow takes to import
    if not (folder / "leaderboard.json").is_file():
        return 0  # the lock still has the board of another plan; this one makes none
    rows = json.loads((folder / "leaderboard.json").read_text(encoding="utf-8"))
    client = whole_client(project)
    added = 0
    for task, of_task in _grouped(rows, lambda row: (row["task"],)):
        experiment = experiment_named(client, task[0], project)
        known = {(run.data.tags["data"], run.data.tags["system"]) for run in runs_of(client, experiment, version)}
        for system, of_system in _grouped(of_task, _system):
            if system[1:] not in known:
                _record(client, experiment, version, of_system, folder)
                added += 1
    write_if_changed(last, version)
    return added


def _grouped(rows: Iterable[dict[str, Any]], key: Any) -> Iterable[tuple[Any, list[dict[str, Any]]]]:
    return ((name, list(group)) for name, group in groupby(sorted(rows, key=key), key))


def _system(row: Mapping[str, Any]) -> _System:
    return row["task"], row["data"], row["system"]


def experiment_named(client: Any, name: str, project: Project) -> str:
    """The id of the experiment with this name, which is made if there is none."""
    artifacts = project.state / "mlflow" / "artifacts"
    found = client.get_experiment_by_name(name)
    if found is not None:
        return str(found.experiment_id)
    return str(client.create_experiment(name, artifact_location=(artifacts / name).as_uri()))


def runs_of(client: Any, experiment: str, version: str) -> list[Any]:
    """The finished runs of this version; one that was killed half way is recorded again."""
    wanted = f"tags.`{VERSION}` = '{version}' and attributes.status = 'FINISHED'"
    return list(client.search_runs([experiment], filter_string=wanted, max_results=10_000))


def _standing(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return True if every item came to the system and back, and if not what became of the others."""
    lacking = next((row for row in rows if row.get("failed") or row.get("not_asked")), None)
    return {"complete": "true"} if lacking is None else {"complete": "false", "lacks": lacking["reason"][:500]}


def _record(client: Any, experiment: str, version: str, rows: list[dict[str, Any]], folder: Path) -> None:
    from mlflow.entities import Metric

    task, data, system = _system(rows[0])
    tags = {VERSION: version, "task": task, "data": data, "system": system, **_standing(rows)}
    run = client.create_run(experiment, run_name=f"{system} on {data}", tags=tags)
    bounds = {"": "value", ".low": "low", ".high": "high"}
    metrics = [
        Metric(row["metric"] + suffix, row[field], run.info.start_time, 0)
        for row in rows
        for suffix, field in bounds.items()
        if row[field] is not None
    ]
    client.log_batch(run.info.run_id, metrics=metrics)
    client.log_table(run.info.run_id, {name: [row.get(name) for row in rows] for name in rows[0]}, "scores.json")
    if (folder / THUMBNAIL).is_file():
        client.log_artifact(run.info.run_id, str(folder / THUMBNAIL))
    client.set_terminated(run.info.run_id)
