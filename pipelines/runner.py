"""Runs one step: what every ``cmd`` of dvc.yaml calls."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from assets.machinery import Input, ItemRunner, StageReport, StageRun
from flowbench.errors import FlowbenchError, RejectionReason
from pipelines.dvc_yaml import plan_of
from pipelines.plan import Step
from pipelines.project import Project, node


class StageError(FlowbenchError):
    """A stage's result contradicts itself."""

    reason = RejectionReason.INVALID


def run_step(project: Project, name: str) -> StageReport:
    """Makes the artifact of step ``name`` from the artifacts of its inputs.

    Raises:
        ProjectError: no such step.
        StageError: the counts of items done and rejected do not add up.
    """
    params = project.params()
    step = plan_of(project, params).step(name)
    out = project.root / step.out
    with _alone(project.state / "running" / f"{name}.lock"):
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        report = step.stage.body(_stage_run(project, step, params, out))
        if not report.adds_up:
            raise StageError(f"{name}: {report.items} items, but {report.done} done and {report.rejected} rejected")
        report.write(out)
    return report


def _stage_run(project: Project, step: Step, params: Mapping[str, Any], out: Path) -> StageRun:
    executor = params["executor"]
    return StageRun(
        key=step.key,
        params={name: node(params, name) for name in step.params},
        inputs={
            name: tuple(Input(read.key, project.root / read.out) for read in steps)
            for name, steps in step.inputs.items()
        },
        data=project.root / step.data if step.data else None,
        out=out,
        items=ItemRunner(
            name=step.name,
            store=project.state / "items" / f"{step.name}.sqlite",
            code_hash=step.stage.code_hash(project.root),
            workers=executor["workers"] or _usable_cores(),
            seconds=executor["item_seconds"],
        ),
    )


def _usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Waits for another process that makes the same artifact: one orphaned when its parent was killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
