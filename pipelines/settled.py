"""Refreshes that would find nothing to do, as most: Dagster's start and history take seconds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from diagramloop.whole_files import write_whole
from pipelines.composition import Planned, stale_files
from pipelines.data import is_brought
from pipelines.project import Project
from pipelines.repro import out_of_date


def is_settled(project: Project, composed: Planned, real_data: Path | None) -> bool:
    """True if the last refresh ended well on this composition and data, and DVC finds nothing out of date since.

    Raises:
        ReproductionError: DVC cannot say.
    """
    place = _place(project)
    if not place.is_file() or place.read_text(encoding="utf-8") != _state(project):
        return False
    is_same = not stale_files(project, composed) and is_brought(project, composed[1], real_data)
    return is_same and not out_of_date(project)


def settle(project: Project) -> None:
    """Remembers that a refresh ended well."""
    write_whole(_place(project), _state(project).encode())


def unsettle(project: Project) -> None:
    """Forgets it: something is about to change."""
    _place(project).unlink(missing_ok=True)


def _place(project: Project) -> Path:
    return project.state / "settled"


def _state(project: Project) -> str:
    """Digest of what is composed, of what was made of it, and of the state of MLflow's database, which DVC does not
    know."""
    hashed = hashlib.sha256()
    for part in _parts(project):
        hashed.update(hashlib.sha256(part).digest())
    return hashed.hexdigest()


def _parts(project: Project) -> Iterator[bytes]:
    for path in (project.params_file, project.lock_file):
        yield path.read_bytes() if path.is_file() else b""
    if project.mlflow_file.is_file():
        stat = project.mlflow_file.stat()
        yield f"{stat.st_size} {stat.st_mtime_ns}".encode()
