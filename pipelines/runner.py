"""Runs the steps of one stage: what every ``cmd`` of dvc.yaml calls."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from assets.machinery import Input, ItemRunner, StageReport, StageRun, Workers
from assets.machinery.tuned_weights import TUNED, identity_with
from diagramloop.base.room import within_every_room
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.whole_files import whole_folder
from pipelines import unfinished
from pipelines.code_identity import check_recorded, code_of, identity_of
from pipelines.dvc_yaml import plan_of
from pipelines.executor import workers_of
from pipelines.machine_load import load_file, sampled
from pipelines.plan import Step, check_planned, folder_of
from pipelines.project import Project, node
from pipelines.sealing import seal_of
from pipelines.turns import REFRESH, taken_at_once
from pipelines.waits import Wait


class StageError(DiagramloopError):
    """A stage's result contradicts itself."""

    reason = RejectionReason.INVALID


def run(project: Project, name: str, tell: Callable[[str, StageReport], None]) -> unfinished.Failures:
    """Makes the artifacts of stage ``name`` from those of its inputs; or that of the step ``name``.

    Args:
        tell: is given the name and report of each step, when it is done.

    Returns:
        What failed, and is to be tried again.

    Raises:
        ProjectError: no such stage or step, or what it depends on is not what DVC records its run with.
        StageError: the counts of items done and rejected do not add up.
    """
    params = project.params()
    plan, code = plan_of(project, params), code_of(project)
    steps = plan.named(name)
    stage = steps[0].stage.name
    check_planned(params, plan, stage)
    if REFRESH in os.environ:
        check_recorded(project, plan, stage, code)
    sealed = within_every_room(seal_of(project, steps[0].stage))
    with _alone(project.state / "running" / f"{stage}.lock"), sealed, workers_of(project, params) as workers:
        if name == stage:
            _remove_all_but(project.root / folder_of(stage), [project.root / step.out for step in steps])
        reports: dict[str, StageReport] = {}
        for step in steps:
            reports[step.name] = _run_step(project, step, params, identity_of(step, params, code), workers)
            tell(step.name, reports[step.name])
        return unfinished.failures_of(reports)


def _remove_all_but(folder: Path, outs: Sequence[Path]) -> None:
    """Removes from ``folder`` what belongs to none of ``outs``: steps of another configuration."""
    if folder in outs or not folder.is_dir():
        return
    for path in folder.iterdir():
        if any(out.is_relative_to(path) for out in outs):
            _remove_all_but(path, outs)
        else:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _run_step(project: Project, step: Step, params: Mapping[str, Any], code: str, workers: Workers) -> StageReport:
    place = project.root / step.out
    for left in place.parent.glob(f".{place.name}.*"):  # by a run that was killed
        shutil.rmtree(left)
    load = sampled(load_file(project, step.out)) if step.stage.curves else nullcontext()
    with whole_folder(place) as out, load:
        report = step.stage.body(_stage_run(project, step, params, code, out, workers))
        if not report.adds_up:
            told = f"{report.items} items, but {report.done} done and {report.rejected} rejected"
            raise StageError(f"{step.name}: {told}")
        report.write(out)
    return report


def _stage_run(
    project: Project, step: Step, params: Mapping[str, Any], code: str, out: Path, workers: Workers
) -> StageRun:
    read = {name: node(params, name) for name in step.params}
    tuned = {made.key["model"]: project.root / made.out for made in step.inputs.get(TUNED, ())}
    return StageRun(
        key=step.key,
        params=read,
        inputs={
            name: tuple(Input(read.key, project.root / read.out) for read in steps)
            for name, steps in step.inputs.items()
        },
        data=project.root / step.data if step.data else None,
        out=out,
        items=ItemRunner(
            name=step.name,
            store=project.state / "items" / f"{step.name}.sqlite",
            code_hash=identity_with(code, read, tuned),
            workers=workers,
        ),
    )


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Waits for another process that makes the same artifact: one orphaned when its parent was killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        wait = Wait(lambda: f"another process, which makes {path.stem}")
        while not taken_at_once(lock):
            wait.pause()
        yield
