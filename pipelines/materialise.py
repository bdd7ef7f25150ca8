"""Materialising of an asset, told without Dagster: bring it up to date and say what it is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.machinery import REPORT, Stage, StageReport
from pipelines.compose import compose, recorded_overrides
from pipelines.composition import Planned, write_planned
from pipelines.data import bring_data
from pipelines.dvc_yaml import plan_of
from pipelines.executor import check_executor
from pipelines.freshness import Freshness
from pipelines.lifetimes import interruptible
from pipelines.made_files import files_on_disk, locked_files, md5_of, part_of, version_of, version_of_all
from pipelines.plan import Plan, Step, folder_of
from pipelines.preflight import check_systems
from pipelines.project import Project, ProjectError
from pipelines.repro import DATA, ReproductionError, UnfinishedError, locked_outs
from pipelines.unfinished import EXIT_CODE


@dataclass(frozen=True)
class Materialised:
    """One stage, up to date.

    Attributes:
        version: DVC's MD5 of what it made; of a stage that is not finished, what its steps said.
        reports: by step name, what the step said about itself.
        changed: names of the steps that made something new.
        versions: by step name, the MD5 of the files that it made.
    """

    version: str
    reports: Mapping[str, StageReport]
    changed: Sequence[str]
    versions: Mapping[str, str]

    def of(self, step: Step) -> Materialised:
        """Return the part of this that is about one step."""
        version, report = self.versions[step.name], self.reports[step.name]
        changed = [name for name in self.changed if name == step.name]
        return Materialised(version, {step.name: report}, changed, {step.name: version})


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


def checked(project: Project, params: dict[str, Any]) -> Planned:
    """The composed configuration ``params``, and the plan of that; every system of it can be made.

    Raises:
        ConfigError: a system that is configured is wrong, or the executor.
    """
    plan = plan_of(project, params)
    check_executor(params)
    check_systems(project, params)
    return params, plan


def materialise_configuration(
    project: Project, overrides: Sequence[str] | None, composed: Planned | None = None
) -> str:
    """Writes params.yaml and dvc.yaml. Returns their MD5.

    Args:
        overrides: None for those that the present params.yaml was composed from.
        composed: of :func:`checked`, by whoever has looked at it before; else it is composed by the overrides.
    """
    chosen = recorded_overrides(project) if overrides is None else overrides
    write_planned(project, *(composed or checked(project, compose(project, chosen))))
    return version_of_all([md5_of(project.params_file), md5_of(project.dvc_file)])


def materialise_data(project: Project, real_data: Path | None) -> str:
    """Brings the data that the plan reads. Returns DVC's MD5 of the part that is pinned."""
    bring_data(project, plan_of(project), real_data)
    return version_of_all(list(locked_outs(project)[DATA].values()))


def materialise_stage(project: Project, stage: Stage, progress: Progress, freshness: Freshness) -> Materialised:
    """Brings every step of ``stage`` up to date on what its inputs left.

    Raises:
        ReproductionError: it could not be made. A stage of which some items failed is made, and stays out of date.
    """
    plan = freshness.plan
    progress.tell(plan, stage)
    steps = plan.steps_of(stage.name)
    if not steps:
        return Materialised(version_of_all([]), {}, (), {})
    before = locked_files(project, stage)
    doubted, is_finished = True, True
    try:
        doubted = freshness.bring(stage)
    except UnfinishedError:
        is_finished = False
    reports = {step.name: StageReport.read(project.root / step.out) for step in steps}
    if not is_finished:
        version = version_of_all([md5_of(project.root / step.out / REPORT) for step in steps])
        versions = {step.name: version_of(files_on_disk(project, step)) for step in steps}
        return Materialised(version, reports, [name for name, report in reports.items() if report.failed], versions)
    after = locked_files(project, stage) if doubted else before
    changed = [step.name for step in steps if part_of(after, step) != part_of(before, step)]
    versions = {step.name: version_of(part_of(after, step)) for step in steps}
    return Materialised(locked_outs(project)[stage.name][folder_of(stage.name)], reports, changed, versions)


def materialise_step(project: Project, step: Step, freshness: Freshness) -> Materialised:
    """Brings one step up to date on what its inputs left, and leaves the other steps of its stage as they are.

    DVC knows whole stages, and brings this one up to date when it is next asked for it, from the finished items.

    Raises:
        ProjectError: an input is not there.
        ReproductionError: it could not be made.
    """
    before = after = files_on_disk(project, step)
    if freshness.doubts(step.stage):
        _check_inputs(project, step)
        _run(project, step)
        after = files_on_disk(project, step)
    report, version = StageReport.read(project.root / step.out), version_of(after)
    changed = [step.name] if after != before or report.failed else []
    return Materialised(version, {step.name: report}, changed, {step.name: version})


def _check_inputs(project: Project, step: Step) -> None:
    for read in step.read:
        if not (project.root / read).is_dir():
            raise ProjectError(f"{step.name} reads {read}, which is not there: materialise that first")


def _run(project: Project, step: Step) -> None:
    """Runs a step as DVC runs a stage: it ends with this process."""
    command = [sys.executable, "-m", "pipelines", "run", step.name]
    ended = interruptible(lambda: subprocess.run(command, cwd=project.root, check=False))  # noqa: S603 - this program
    if ended.returncode not in (0, EXIT_CODE):
        raise ReproductionError(f"failed to make {step.name!r}: it ended with exit code {ended.returncode}")
