"""The declared stages as DVC's ``dvc.yaml``: generated, committed, and checked to be up to date.

A stage with a matrix becomes DVC's own matrix where all its steps read alike (``artifacts/charts/${item.source}``).
Where they do not, as with sources whose reference graphs come from different stages, it becomes a ``foreach``
whose items say what each step reads. Both give the same step names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from assets.machinery import Stage
from pipelines.plan import Plan, Step, load_stages, make_plan
from pipelines.project import Project

_HEADER = "# Generated from the stages declared in assets/ by `python -m pipelines compose`; do not edit.\n"


def plan_of(project: Project, params: Mapping[str, Any] | None = None) -> Plan:
    """The steps of ``params``, by default of the project's params.yaml."""
    params = project.params() if params is None else params
    return make_plan(load_stages(params["stages"]), params)


def dvc_yaml(plan: Plan) -> str:
    """The text of dvc.yaml: one entry for each stage, with DVC's own matrix where it has one."""
    stages = {stage.name: _entry(stage, plan.steps_of(stage.name)) for stage in plan.stages}
    return _HEADER + yaml.safe_dump({"stages": stages}, sort_keys=False, allow_unicode=True, width=120)


def _entry(stage: Stage, steps: Sequence[Step]) -> dict[str, Any]:
    """DVC's ``${item.x}`` stands for a dimension's value wherever a step's own value would."""
    placeholders = {name: f"${{item.{name}}}" for name in stage.matrix}
    template = Step(stage, placeholders, {})
    read, varying = _read(steps, placeholders)
    entry = {
        "cmd": f"python -m pipelines run {template.name}",
        "deps": [stage.module_path, *stage.code, *read],
        "params": list(template.params),
        "outs": [template.out],
    }
    entry = {name: value for name, value in entry.items() if value}
    if any(varying):
        items = {"-".join(step.key.values()): {**step.key, **own} for step, own in zip(steps, varying, strict=True)}
        return {"foreach": items, "do": entry}
    matrix = {name: list(dict.fromkeys(step.key[name] for step in steps)) for name in stage.matrix}
    return {"matrix": matrix, **entry} if matrix else entry


def _read(steps: Sequence[Step], placeholders: Mapping[str, str]) -> tuple[list[str], list[dict[str, str]]]:
    """The folders that all steps read, and for each step what stands for those that do not follow from its key."""
    width = max(len(step.read) for step in steps)
    columns = list(zip(*(_padded(step, width) for step in steps), strict=True))
    templates = [_template(steps, column, placeholders) for column in columns]
    own = [i for i, template in enumerate(templates) if template is None]
    varying = [{f"read{i}": columns[i][at] for i in own} for at in range(len(steps))]
    return [template or f"${{item.read{i}}}" for i, template in enumerate(templates)], varying


def _padded(step: Step, width: int) -> list[str]:
    """DVC wants as many dependencies of each step: the declaring module, which all depend on, fills up."""
    return [*step.read, *[step.stage.module_path] * (width - len(step.read))]


def _template(steps: Sequence[Step], paths: Sequence[str], placeholders: Mapping[str, str]) -> str | None:
    """What gives ``paths`` when each step's key is filled in, or None."""
    written = _with_placeholders(paths[0], steps[0].key, placeholders)
    filled = (_filled(written, step.key, placeholders) for step in steps)
    return written if all(path == made for path, made in zip(paths, filled, strict=True)) else None


def _with_placeholders(path: str, key: Mapping[str, str], placeholders: Mapping[str, str]) -> str:
    names = {value: placeholders[name] for name, value in key.items()}
    stage, *parts = path.split("/")
    return "/".join([stage, *(names.get(part, part) for part in parts)])


def _filled(written: str, key: Mapping[str, str], placeholders: Mapping[str, str]) -> str:
    for name, value in key.items():
        written = written.replace(placeholders[name], value)
    return written
