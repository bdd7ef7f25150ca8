"""Hashes everything again. DVC believes the name of a read-only cache object and the time of a file; this does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipelines.listings import DIRECTORY, cache_of, cached_listing, file_md5
from pipelines.project import Project
from pipelines.repro import locked_outs


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
    return [*_cache_faults(project, owners(project)), *_workspace_faults(project)]


def _cache_faults(project: Project, owners: dict[str, list[str]]) -> Iterator[Fault]:
    for path in sorted(cache_of(project).glob("??/*")):
        name = path.parent.name + path.name
        found = file_md5(path)
        if found != name.removesuffix(DIRECTORY):
            yield Fault(_relative(project, path), f"its content hashes to {found}", tuple(owners.get(name, ())))


def _workspace_faults(project: Project) -> Iterator[Fault]:
    for step, outs in locked_outs(project).items():
        for out, md5 in outs.items():
            files = _files(project, project.root / out, md5)
            if not files:
                yield Fault(out, f"the listing {md5} is not in the cache, or not whole", (step,))
            for path, expected in files.items():
                if not path.is_file():
                    yield Fault(_relative(project, path), "it is not there", (step,))
                elif (found := file_md5(path)) != expected:
                    yield Fault(_relative(project, path), f"it hashes to {found}, the lock says {expected}", (step,))


def owners(project: Project) -> dict[str, list[str]]:
    """By cache object, the steps whose outs it is part of."""
    owners: dict[str, list[str]] = {}
    for step, outs in locked_outs(project).items():
        for out, md5 in outs.items():
            for name in dict.fromkeys([md5, *_files(project, Path(out), md5).values()]):
                owners.setdefault(name, []).append(step)
    return owners


def _files(project: Project, out: Path, md5: str) -> dict[Path, str]:
    """The files an out consists of and their MD5s; none for a folder whose listing is not in the cache whole."""
    if not md5.endswith(DIRECTORY):
        return {out: md5}
    return {out / name: found for name, found in (cached_listing(project, md5) or {}).items()}


def _relative(project: Project, path: Path) -> str:
    return path.relative_to(project.root).as_posix()
