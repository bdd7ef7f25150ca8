"""Every step of a composed configuration, run in this process on the shipped data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assets.machinery import Input, ItemRunner, LocalWorkers, StageReport, StageRun, Workers
from pipelines.compose import compose
from pipelines.dvc_yaml import plan_of
from pipelines.project import Project, node

ROOT = Path(__file__).parents[1]
PROFILES = "metric_profiles"  # the same in every plan, and long to make: their own test makes them


def run_plan(
    overrides: Sequence[str],
    folder: Path,
    leave_out: Sequence[str] = (),
    changes: Mapping[str, Any] | None = None,
    workers: Workers | None = None,
) -> dict[str, tuple[Path, StageReport]]:
    """The artifact and the report of each step, by its name.

    Args:
        leave_out: stages that are not run, beside the profiles of metrics.
        changes: of composed nodes, by name: what differs in a test.
        workers: on items; None for this process alone.
    """
    project = Project(ROOT)
    params = compose(project, overrides)
    for name, value in (changes or {}).items():
        params[name] = value
    made: dict[str, tuple[Path, StageReport]] = {}
    for step in plan_of(project, params).steps:
        if step.stage.name in (PROFILES, *leave_out):
            continue
        out = folder / step.out
        out.mkdir(parents=True)
        inputs = {
            name: tuple(Input(read.key, folder / read.out) for read in steps if read.name in made)
            for name, steps in step.inputs.items()
        }
        data = ROOT / "diagramloop" / step.data.removeprefix("data/") if step.data else None  # or anywhere, if absolute
        items = ItemRunner(step.name, folder / "items" / f"{step.name}.sqlite", "v1", workers or LocalWorkers())
        read = {name: node(params, name) for name in step.params}
        report = step.stage.body(StageRun(step.key, read, inputs, data, out, items))
        assert report.adds_up
        report.write(out)
        made[step.name] = (out, report)
    return made
