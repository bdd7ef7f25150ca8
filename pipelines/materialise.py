"""What materialising an asset means, told without Dagster: bring it up to date and say what it is."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assets.machinery import Stage, StageReport
from pipelines.compose import recorded_overrides
from pipelines.composition import planned, write_composition
from pipelines.data import bring_data
from pipelines.dvc_yaml import plan_of
from pipelines.listings import cached_listing, part_of
from pipelines.plan import Plan, Step, folder_of
from pipelines.preflight import check_systems
from pipelines.project import Project
from pipelines.repro import DATA, locked_outs, reproduce


@dataclass(frozen=True)
class Materialised:
    """One stage, up to date.

    Attributes:
        version: DVC's MD5 of what it made.
        reports: by step name, what the step said about itself.
        changed: names of the steps that made something new.
    """

    version: str
    reports: Mapping[str, StageReport]
    changed: Sequence[str]


class Progress:
    """Tells which stage is next and how many of all steps are up to date by then, as builds do: ``[37/101] images``."""

    def __init__(self) -> None:
        self._done = 0

    def tell(self, plan: Plan, stage: Stage) -> None:
        """Says that the steps of ``stage``, if there are any, come next."""
        if steps := plan.steps_of(stage.name):
            total = str(len(plan.steps))
            print(f"[{self._done:>{len(total)}}/{total}] {stage.name}", flush=True)
            self._done += len(steps)


def materialise_configuration(project: Project, overrides: Sequence[str] | None) -> str:
    """Composes params.yaml and dvc.yaml. Returns their MD5.

    Without ``overrides`` those that the present params.yaml was composed from hold.
    """
    chosen = recorded_overrides(project) if overrides is None else overrides
    check_systems(project, *planned(project, chosen))
    write_composition(project, chosen)
    return _version([_md5(project.params_file), _md5(project.dvc_file)])


def materialise_data(project: Project, real_data: Path | None) -> str:
    """Brings the data that the plan reads. Returns DVC's MD5 of the part that is pinned."""
    bring_data(project, plan_of(project), real_data)
    return _version(list(locked_outs(project)[DATA].values()))


def materialise_stage(project: Project, stage: Stage, progress: Progress) -> Materialised:
    """Brings every step of ``stage`` up to date on what its inputs left."""
    plan = plan_of(project)
    progress.tell(plan, stage)
    steps = plan.steps_of(stage.name)
    before = _made(project, stage)
    if steps:
        reproduce(project, [stage.name])
    after = _made(project, stage)
    changed = [step.name for step in steps if _part(after, step) != _part(before, step)]
    reports = {step.name: StageReport.read(project.root / step.out) for step in steps}
    version = locked_outs(project)[stage.name][folder_of(stage.name)] if steps else _version([])
    return Materialised(version, reports, changed)


def _made(project: Project, stage: Stage) -> dict[str, str]:
    """The files that all steps of ``stage`` made, as the lock has them."""
    md5 = locked_outs(project).get(stage.name, {}).get(folder_of(stage.name))
    return (cached_listing(project, md5) if md5 else None) or {}


def _part(made: Mapping[str, str], step: Step) -> Mapping[str, str]:
    return part_of(made, step.out.removeprefix(f"{folder_of(step.stage.name)}/")) if step.key else made


def _version(hashes: Sequence[str]) -> str:
    return hashes[0] if len(hashes) == 1 else hashlib.md5("\n".join(hashes).encode(), usedforsecurity=False).hexdigest()


def _md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
