"""Files as DVC knows them: by the MD5 of their content, and a folder by that of the listing (``.dir``) of its files."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from pipelines.private_doors import dvc_cache
from pipelines.project import Project

DIRECTORY = ".dir"


@lru_cache(maxsize=4)
def cache_folder(project: Project) -> Path:
    """The folder of DVC's cache, which other checkouts may share."""
    return dvc_cache(project.root)


def cache_of(project: Project) -> Path:
    """The folder of the objects in DVC's cache."""
    return cache_folder(project) / "files" / "md5"


def cache_is_shared(project: Project) -> bool:
    """True if the cache lies outside of the checkout, as that of ``dvc cache dir`` and of a workspace does."""
    return not cache_folder(project).resolve().is_relative_to(project.root.resolve())


def file_md5(path: Path) -> str:
    """MD5 (hex) of a file's bytes."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def cached_listing(project: Project, md5: str) -> dict[str, str] | None:
    """The files of the folder with that name, or None where its listing is not in the cache, or not whole."""
    path = cache_of(project) / md5[:2] / md5[2:]
    if not path.is_file() or file_md5(path) != md5.removesuffix(DIRECTORY):
        return None
    return {entry["relpath"]: entry["md5"] for entry in json.loads(path.read_text(encoding="utf-8"))}
