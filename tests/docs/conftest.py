"""Common fixtures of the documentation's tests: the site as it is built, and its sources."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.scripts.site_pages import write_site
from pipelines.project import Project

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly: a page, link or anchor that is not there fails every test that looks at it."""
    folder = tmp_path_factory.mktemp("docs")
    write_site(folder)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(folder / "mkdocs.yml")]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with the configuration of this one and that of the examples."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "conf", folder / "conf")
    shutil.copytree(EXAMPLES / "conf", folder / "conf", dirs_exist_ok=True)
    return Project(folder)


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the examples' module, which Python then finds."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return EXAMPLES
