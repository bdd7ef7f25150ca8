"""A small project of its own, with stages of its own, in which the machinery is tested."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from dagster import DagsterInstance

from pipelines.mlflow_sink import whole_client
from pipelines.project import ON_TERMINAL, Project

TOY = Path(__file__).parent / "toy"
Command = Callable[..., subprocess.CompletedProcess[str]]


@contextmanager
def same_environment() -> Iterator[None]:
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(scope="session")
def empty_histories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The databases of Dagster and MLflow with nothing in them: to make them takes seconds, to copy them none."""
    project = Project(tmp_path_factory.mktemp("empty"))
    with same_environment():
        project.prepare_environment()
        whole_client(project).search_experiments()
        with DagsterInstance.from_config(os.environ["DAGSTER_HOME"], ON_TERMINAL) as instance:
            instance.get_runs(limit=1)
    return project.state


@pytest.fixture
def toy(tmp_path: Path, empty_histories: Path) -> Iterator[Project]:
    """A clone of the toy project in which nothing was made and no data brought; it is the working directory."""
    root = tmp_path / "project"
    shutil.copytree(TOY, root, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    project = Project(root)
    for store in empty_histories.rglob("*.db"):
        copy = project.state / store.relative_to(empty_histories)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(store, copy)
    with same_environment(), pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.syspath_prepend(str(root))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(root), str(Path(__file__).parents[2])]))
        project.prepare_environment()
        yield project
    sys.modules.pop("toy_stages", None)


@pytest.fixture
def command(toy: Project) -> Command:
    """Runs ``python -m pipelines ARGUMENTS`` in the toy project."""

    def run(*arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "pipelines", *arguments]
        ended = subprocess.run(line, cwd=toy.root, check=False, capture_output=True, text=True)
        assert not (check and ended.returncode), ended.stderr
        return ended

    return run
