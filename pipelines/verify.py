"""Hashes everything again. DVC believes the name of a read-only cache object and the time of a file; this does not.

DVC stores a file under the MD5 of its content, and a folder as a listing (``.dir``) of such MD5s.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipelines.project import Project
from pipelines.repro import locked_outs

_DIRECTORY = ".dir"


@dataclass(frozen=True)
class Fault:
    """One file that is not what it should be.

    Attributes:
        path: relative to the project's root.
        problem: what is wrong with it.
        steps: names of the steps that it belongs to, empty for a cache object of an earlier run.
    """

    path: str
    problem: str
    steps: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.path}: {self.problem} (made by {', '.join(self.steps) or 'an earlier run'})"


def verify(project: Project) -> list[Fault]:
    """Every cache object whose content is not its name, and every made or imported file that is not the locks'."""
    cache = project.root / ".dvc" / "cache" / "files" / "md5"
    owners = _owners(project, cache)
    return [*_cache_faults(project, cache, owners), *_workspace_faults(project, cache)]


def _cache_faults(project: Project, cache: Path, owners: dict[str, list[str]]) -> Iterator[Fault]:
    for path in sorted(cache.glob("??/*")):
        name = path.parent.name + path.name
        found = _md5(path)
        if found != name.removesuffix(_DIRECTORY):
            yield Fault(_relative(project, path), f"its content hashes to {found}", tuple(owners.get(name, ())))


def _workspace_faults(project: Project, cache: Path) -> Iterator[Fault]:
    for step, outs in locked_outs(project).items():
        for out, md5 in outs.items():
            files = _files(project.root / out, md5, cache)
            if not files:
                yield Fault(out, f"the listing {md5} is not in the cache, or not whole", (step,))
            for path, expected in files.items():
                if not path.is_file():
                    yield Fault(_relative(project, path), "it is not there", (step,))
                elif (found := _md5(path)) != expected:
                    yield Fault(_relative(project, path), f"it hashes to {found}, the lock says {expected}", (step,))


def _owners(project: Project, cache: Path) -> dict[str, list[str]]:
    """By cache object, the steps whose outs it is part of."""
    owners: dict[str, list[str]] = {}
    for step, outs in locked_outs(project).items():
        for out, md5 in outs.items():
            for name in dict.fromkeys([md5, *_files(Path(out), md5, cache).values()]):
                owners.setdefault(name, []).append(step)
    return owners


def _files(out: Path, md5: str, cache: Path) -> dict[Path, str]:
    """The files an out consists of and their MD5s; none for a folder whose listing is not in the cache whole."""
    if not md5.endswith(_DIRECTORY):
        return {out: md5}
    listing = cache / md5[:2] / md5[2:]
    if not listing.is_file() or _md5(listing) != md5.removesuffix(_DIRECTORY):
        return {}
    return {out / entry["relpath"]: entry["md5"] for entry in json.loads(listing.read_text(encoding="utf-8"))}


def _md5(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def _relative(project: Project, path: Path) -> str:
    return path.relative_to(project.root).as_posix()
