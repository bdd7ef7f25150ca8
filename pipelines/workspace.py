"""A workspace beside the checkout: an experiment is tried there, and the checkout stays as it is.

The workspace has the checkout's files as they are now, committed or not, and shares what is only ever added to: DVC's
cache, the finished items, the model calls. So nothing is computed twice, and what is tried is found again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from diagramloop.errors import RejectionReason
from diagramloop.whole_files import write_whole
from pipelines.data import REAL_DATA, split_real_data
from pipelines.listings import cache_folder
from pipelines.project import Project, ProjectError

CACHE = ".dvc/cache"
SHARED = (CACHE, ".diagramloop/items", "calls")
"""Folders of the checkout that a workspace links to."""
OWN = ("artifacts", "data", ".diagramloop", ".dvc")
"""What a workspace keeps when it is used again."""
_MARK = ".diagramloop/workspace_of"


def make_workspace(project: Project, folder: Path) -> Project:
    """The workspace of ``project`` in ``folder``, made or brought up to date.

    Raises:
        ProjectError: the folder holds something else, or the checkout is not one of git.
    """
    folder = folder.resolve()
    if folder.is_dir() and any(folder.iterdir()) and not _is_of(project, folder):
        raise ProjectError(f"{folder} is not empty, and no workspace of {project.root}", reason=RejectionReason.INVALID)
    if folder == project.root or folder in project.root.parents:
        raise ProjectError(f"{folder} holds the checkout itself", reason=RejectionReason.INVALID)
    mark = folder / _MARK
    mark.parent.mkdir(parents=True, exist_ok=True)
    write_whole(mark, f"{project.root}\n")  # first: where the disk is full before the last file, one may try again
    _clear(folder)
    for name in _files(project):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(project.root / name, place, follow_symlinks=False)
    _link_shared(project, folder)
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)  # noqa: S603, S607 - DVC wants one
    return Project(folder)


def refresh_in(project: Project, folder: Path, overrides: Sequence[str]) -> NoReturn:
    """Becomes a refresh in a workspace, by its own copy of the code."""
    workspace = make_workspace(project, folder)
    rest, real_data = split_real_data(overrides)
    found = [f"{REAL_DATA}{real_data}"] if real_data else []
    os.chdir(workspace.root)
    os.execv(sys.executable, [sys.executable, "-m", "pipelines", "refresh", *rest, *found])  # noqa: S606


def checkout_of(project: Project) -> Path | None:
    """The checkout that ``project`` is a workspace of; None where it is none."""
    mark = project.root / _MARK
    return Path(mark.read_text(encoding="utf-8").strip()) if mark.is_file() else None


def _is_of(project: Project, folder: Path) -> bool:
    return checkout_of(Project(folder)) == project.root


def _clear(folder: Path) -> None:
    """Removes the files of an earlier state of the checkout; what was made stays."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name not in OWN:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _files(project: Project) -> list[str]:
    """The files of the checkout that git does not ignore and that are there, also those not committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=project.root, check=True, capture_output=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        raise ProjectError(f"{project.root} is no checkout of git, which says what belongs to it: {error}") from error
    names = [name for name in listed.decode().split("\0") if name]
    return [name for name in names if (project.root / name).exists()]


def _link_shared(project: Project, folder: Path) -> None:
    for name in SHARED:
        ours = cache_folder(project) if name == CACHE else project.root / name
        theirs = folder / name
        ours.mkdir(parents=True, exist_ok=True)
        theirs.parent.mkdir(parents=True, exist_ok=True)
        if not theirs.is_symlink():
            theirs.symlink_to(ours, target_is_directory=True)
