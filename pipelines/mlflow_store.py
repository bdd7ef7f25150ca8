"""MLflow's store of a project: the database in its state, and what is alike for all that is recorded there."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from pipelines.project import Project

VERSION = "diagramloop.leaderboard"
KIND, OF_MODELS = "mlflow.experimentKind", "custom_model_development"
"""The tag by which the page of an experiment opens on its runs; without it, on the usage of a language model."""

_OF_RUNS = "workflowType=machine_learning"  # without it the page of an experiment opens on what was viewed last

_UNFINISHED = ".unfinished-"  # a folder of a database that is being made
ADDRESS = "http://127.0.0.1:5000"
"""The page that ``python -m pipelines mlflow`` starts; another is told by the environment."""


class SinkError(DiagramloopError):
    """MLflow could not record a leaderboard, which is whole without that."""

    reason = RejectionReason.ENGINE_FAILED


def database(project: Project) -> str:
    """The address of MLflow's store."""
    project.mlflow_file.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{project.mlflow_file}"


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
    logging.getLogger("mlflow.store.db").setLevel(logging.CRITICAL)  # what it logs with a traceback, it raises too
    if not project.mlflow_file.is_file():
        _make(project.mlflow_file)
    return MlflowClient(database(project), registry_uri=database(project))


def _make(store: Path) -> None:
    """An empty database, put in its place when it is whole.

    MLflow makes its tables by many migrations, and what is killed in their midst can be neither used nor migrated.
    """
    from mlflow import MlflowClient

    store.parent.mkdir(parents=True, exist_ok=True)
    for left in store.parent.glob(f"{_UNFINISHED}*"):  # by a process that was killed
        shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=_UNFINISHED, dir=store.parent) as folder:
        unfinished = Path(folder) / store.name
        MlflowClient(f"sqlite:///{unfinished}").search_experiments(max_results=1)
        unfinished.replace(store)


def _check_whole(store: Path) -> None:
    """Raises sqlite3.DatabaseError on a damaged file, with which MLflow itself tries for minutes."""
    if store.is_file():
        with closing(sqlite3.connect(store)) as runs:
            (said,) = runs.execute("PRAGMA quick_check(1)").fetchone()
        if said != "ok":
            raise sqlite3.DatabaseError(said)


def experiment_named(client: Any, name: str, project: Project) -> str:
    """The id of the experiment with this name, which is made if there is none."""
    artifacts = project.state / "mlflow" / "artifacts"
    found = client.get_experiment_by_name(name)
    if found is None:
        place = (artifacts / name).as_uri()
        return str(client.create_experiment(name, artifact_location=place, tags={KIND: OF_MODELS}))
    if KIND not in found.tags:  # of an earlier version
        client.set_experiment_tag(found.experiment_id, KIND, OF_MODELS)
    return str(found.experiment_id)


def runs_of(client: Any, experiment: str, version: str = "") -> list[Any]:
    """The finished runs, of this version or of all; one that was killed half way is recorded again."""
    finished = "attributes.status = 'FINISHED'"
    wanted = f"tags.`{VERSION}` = '{version}' and {finished}" if version else finished
    return list(client.search_runs([experiment], filter_string=wanted, max_results=10_000))


def experiment_pages(project: Project, server: str = "") -> dict[str, str]:
    """The address of the runs of each experiment on MLflow's page, by its name; none where nothing was recorded.

    Args:
        server: that shows them; else the one that the environment says, or :data:`ADDRESS`.

    Raises:
        SinkError: MLflow's database is damaged.
    """
    if not project.mlflow_file.is_file():
        return {}
    told = os.environ.get("MLFLOW_TRACKING_URI", "")
    address = server or (told if told.startswith("http") else ADDRESS)
    store = f"file:{project.mlflow_file}?mode=ro"
    with naming_the_store(project), closing(sqlite3.connect(store, uri=True)) as runs:
        found = runs.execute("SELECT name, experiment_id FROM experiments WHERE lifecycle_stage = 'active'").fetchall()
    pages = {name: f"{address}/#/experiments/{number}/runs?{_OF_RUNS}" for name, number in sorted(found)}
    return {name: page for name, page in pages.items() if name != "Default"}
