"""A small project of its own, with stages of its own, in which the machinery is tested."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipelines.project import Project

TOY = Path(__file__).parent / "toy"
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Project]:
    """A fresh clone of the toy project, with its data not brought yet; it is the working directory."""
    root = tmp_path / "project"
    shutil.copytree(TOY, root, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    project = Project(root)
    before = dict(os.environ)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.syspath_prepend(str(root))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(root), str(Path(__file__).parents[2])]))
        project.prepare_environment()
        yield project
    sys.modules.pop("toy_stages", None)
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def command(toy: Project) -> Command:
    """Runs ``python -m pipelines ARGUMENTS`` in the toy project."""

    def run(*arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "pipelines", *arguments]
        return subprocess.run(line, cwd=toy.root, check=check, capture_output=True, text=True)

    return run
