"""Files as DVC knows them: by the MD5 of their content, and a folder by that of the listing (``.dir``) of its files."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from pipelines.project import Project

DIRECTORY = ".dir"
_NOT_LISTED = "__pycache__"  # as .dvcignore has it


def cache_of(project: Project) -> Path:
    """The folder of DVC's cache."""
    return project.root / ".dvc" / "cache" / "files" / "md5"


def md5_of(path: Path) -> str:
    """DVC's name of what lies at ``path``, a file or a folder.

    Raises:
        OSError: nothing does.
    """
    return listing_md5(listed(path)) if path.is_dir() else file_md5(path)


def file_md5(path: Path) -> str:
    """MD5 (hex) of a file's bytes."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def listed(folder: Path) -> dict[str, str]:
    """By path relative to ``folder``, the MD5 of each file in it."""
    return {path.relative_to(folder).as_posix(): file_md5(path) for path in _files(folder)}


def listing_md5(files: Mapping[str, str]) -> str:
    """The name of the listing of these files."""
    entries = [{"md5": files[name], "relpath": name} for name in sorted(files)]
    return hashlib.md5(json.dumps(entries).encode(), usedforsecurity=False).hexdigest() + DIRECTORY


def cached_listing(project: Project, md5: str) -> dict[str, str] | None:
    """The files of the folder with that name, or None where its listing is not in the cache, or not whole."""
    path = cache_of(project) / md5[:2] / md5[2:]
    if not path.is_file() or file_md5(path) != md5.removesuffix(DIRECTORY):
        return None
    return {entry["relpath"]: entry["md5"] for entry in json.loads(path.read_text(encoding="utf-8"))}


def part_of(files: Mapping[str, str], folder: str) -> dict[str, str]:
    """The files of one of the listed folders."""
    inside = f"{folder}/"
    return {name.removeprefix(inside): md5 for name, md5 in files.items() if name.startswith(inside)}


def _files(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder, followlinks=True):
        folders[:] = [name for name in folders if name != _NOT_LISTED]
        yield from (Path(root, name) for name in names if not name.endswith(".pyc"))
