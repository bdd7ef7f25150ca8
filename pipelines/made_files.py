"""Files that the steps of a stage made, by name and MD5: as the lock has them, and as they lie there."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from assets.machinery import Stage
from pipelines.listings import cached_listing, file_md5
from pipelines.plan import Step, folder_of
from pipelines.project import Project
from pipelines.repro import locked_outs


def locked_files(project: Project, stage: Stage) -> dict[str, str]:
    """The files that all steps of ``stage`` made, as the lock has them."""
    md5 = locked_outs(project).get(stage.name, {}).get(folder_of(stage.name))
    return (cached_listing(project, md5) if md5 else None) or {}


def part_of(made: Mapping[str, str], step: Step) -> Mapping[str, str]:
    """The files of one step among those of its stage."""
    inside = "".join(f"{value}/" for value in step.key.values())
    return {name: md5 for name, md5 in made.items() if name.startswith(inside)}


def files_on_disk(project: Project, step: Step) -> dict[str, str]:
    """The files of one step as they lie there, named as :func:`part_of` names them."""
    folder, whole = project.root / step.out, project.root / folder_of(step.stage.name)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(whole).as_posix(): file_md5(path) for path in files}


def version_of(files: Mapping[str, str]) -> str:
    """The MD5 of files by name and MD5."""
    return _digest("".join(f"{name} {md5}\n" for name, md5 in sorted(files.items())))


def version_of_all(hashes: Sequence[str]) -> str:
    """One hash for several; a single one is its own."""
    return hashes[0] if len(hashes) == 1 else _digest("\n".join(hashes))


def _digest(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def md5_of(path: Path) -> str:
    """The MD5 of a small file."""
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
