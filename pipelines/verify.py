"""Hashes everything again. DVC believes the name of a read-only cache object and the time of a file; this does not.

What ought to be there is what dvc.yaml, the present plan, has a stage for; dvc.lock also keeps the entries of others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pipelines.listings import DIRECTORY, cache_of, cached_listing, file_md5
from pipelines.project import Project, load_yaml
from pipelines.repro import DATA, locked_outs, locked_stages

_NO_LOCK = "it has no stages: it is empty, cut off or no lock; `dvc repro` or a refresh makes it anew"


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
    """Faults of dvc.lock; or every cache object whose content is not its name, and every made or imported file
    of the present plan that is not the locks'."""
    if faults := list(_lock_faults(project)):
        return faults
    return [*_cache_faults(project, owners(project)), *_workspace_faults(project)]


def of_other_plans(project: Project) -> list[str]:
    """The stages that dvc.lock has and the present plan has not: nothing is said of what they made."""
    stages = _planned(project)
    return [name for name in locked_stages(project) if name not in stages]


def _lock_faults(project: Project) -> Iterator[Fault]:
    lock = project.lock_file.name
    try:
        locked = load_yaml(project.lock_file)["stages"]
        entries = {name: entry.get("outs") for name, entry in locked.items()}
    except (OSError, yaml.YAMLError, TypeError, KeyError, AttributeError):
        yield Fault(lock, _NO_LOCK, tuple(_planned(project)))
        return
    for name in _planned(project):
        if not entries.get(name):
            problem = "it is not whole" if name in entries else "it is not there: the stage was not made"
            yield Fault(lock, f"the entry of {name!r}: {problem}", (name,))


def _planned(project: Project) -> Mapping[str, Any]:
    """The stages of dvc.yaml."""
    stages: Mapping[str, Any] = (load_yaml(project.dvc_file) or {}).get("stages", {})
    return stages


def _cache_faults(project: Project, owners: dict[str, list[str]]) -> Iterator[Fault]:
    for path in sorted(cache_of(project).glob("??/*")):
        name = path.parent.name + path.name
        found = file_md5(path)
        if found != name.removesuffix(DIRECTORY):
            yield Fault(_relative(project, path), f"its content hashes to {found}", tuple(owners.get(name, ())))


def _workspace_faults(project: Project) -> Iterator[Fault]:
    planned = {*_planned(project), DATA}
    for step, outs in locked_outs(project).items():
        for out, md5 in outs.items() if step in planned else ():
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
