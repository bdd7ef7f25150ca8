"""A small project of its own, with stages of its own, in which the machinery is tested."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from dagster import DagsterInstance

from pipelines.freshness import settle
from pipelines.mlflow_store import whole_client
from pipelines.project import ON_TERMINAL, Project
from pipelines.refresh import refresh

TOY = Path(__file__).parent / "toy"
PATIENCE_MILLISECONDS = 60_000  # of a browser, on a machine with other work
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


@contextmanager
def cloned(root: Path, histories: Path) -> Iterator[Project]:
    """A clone of the toy project in ``root``, in which nothing was made and no data brought; it is worked in there."""
    shutil.copytree(TOY, root, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    project = Project(root)
    for store in histories.rglob("*.db"):
        copy = project.state / store.relative_to(histories)
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
def toy(tmp_path: Path, empty_histories: Path) -> Iterator[Project]:
    """A clone of the toy project in which nothing was made and no data brought; it is the working directory."""
    with cloned(tmp_path / "project", empty_histories) as project:
        yield project


@pytest.fixture(scope="session")
def refreshed_once(tmp_path_factory: pytest.TempPathFactory, empty_histories: Path) -> Path:
    """A toy project as its first refresh leaves it: copied by all tests that begin there."""
    with cloned(tmp_path_factory.mktemp("refreshed") / "project", empty_histories) as project:
        refresh(project, [])
        return project.root


@pytest.fixture
def refreshed(refreshed_once: Path, toy: Project) -> Project:
    """The toy project after a first refresh, which ended well."""
    shutil.copytree(refreshed_once, toy.root, symlinks=True, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git"))
    toy.prepare_environment()  # Dagster's history is where the copy is
    with closing(sqlite3.connect(toy.mlflow_file)) as figures, figures:
        for table, column in (("experiments", "artifact_location"), ("runs", "artifact_uri")):
            moved = f"UPDATE {table} SET {column} = replace({column}, ?, ?)"
            figures.execute(moved, (refreshed_once.as_uri(), toy.root.as_uri()))
    settle(toy)
    return toy


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which items say that they are begun; in a folder of its own, for a room writes into no other."""
    path = tmp_path / "log" / "begun"
    path.parent.mkdir()
    monkeypatch.setenv("TOY_LOG", str(path))
    return path


@pytest.fixture
def command(toy: Project) -> Command:
    """Runs ``python -m pipelines ARGUMENTS`` in the toy project."""

    def run(*arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "pipelines", *arguments]
        ended = subprocess.run(line, cwd=toy.root, check=False, capture_output=True, text=True)
        assert not (check and ended.returncode), ended.stderr
        return ended

    return run


@pytest.fixture
def tab() -> Iterator[Any]:
    """A page of the system's Chromium."""
    playwright = pytest.importorskip("playwright.sync_api")
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1500, "height": 950})
        page.set_default_timeout(PATIENCE_MILLISECONDS)
        yield page
        browser.close()
