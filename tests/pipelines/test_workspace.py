"""Trying something does not touch what is there."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from pipelines.project import Project, ProjectError
from pipelines.refresh import refresh
from pipelines.workspace import make_workspace

Command = Callable[..., CompletedProcess[str]]
SHARED = (".dvc", ".diagramloop", ".git")


def content(project: Project) -> dict[str, str]:
    """Every file of the checkout but what is only added to."""
    files = (path for path in project.root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    names = {path.relative_to(project.root): path for path in files}
    return {
        str(name): hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in names.items()
        if name.parts[0] not in SHARED and name.suffix != ".log"
    }


@pytest.mark.long
def test_what_is_tried_leaves_the_checkout_as_it_is_and_computes_only_what_is_new(
    toy: Project, command: Command, tmp_path: Path, log: Path
) -> None:
    refresh(toy, ["changer=[upper]"])
    before = content(toy)
    log.unlink()
    there = tmp_path / "there"
    (toy.root / "conf/changer/lower.yaml").write_text("# @package changers.lower\nhow: lower\n")  # not committed
    command("refresh", "--in", str(there), "changer=[upper,lower]")
    (toy.root / "conf/changer/lower.yaml").unlink()
    assert content(toy) == before
    assert {line.split()[0] for line in log.read_text().splitlines()} == {"lower"}
    assert (there / "artifacts/changed/small/lower").is_dir()
    log.unlink()
    assert command("refresh", "--in", str(there), "changer=[lower]", check=False).returncode != 0  # it is gone


def test_a_folder_that_holds_something_else_is_left_alone(toy: Project, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    with pytest.raises(ProjectError, match="is not empty"):
        make_workspace(toy, tmp_path / "mine")
    with pytest.raises(ProjectError, match=r"holds the checkout|is not empty"):
        make_workspace(toy, toy.root)
    assert (tmp_path / "mine" / "thesis.tex").read_text() == "x"
