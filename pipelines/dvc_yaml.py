"""The declared stages as DVC's ``dvc.yaml``: generated, committed, and checked to be up to date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from assets import Stage
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
    template = Step(stage, {name: f"${{item.{name}}}" for name in stage.matrix}, steps[0].inputs)
    matrix = {name: list(dict.fromkeys(step.key[name] for step in steps)) for name in stage.matrix}
    entry = {
        "matrix": matrix,
        "cmd": f"python -m pipelines run {template.name}",
        "deps": [stage.module_path, *stage.code, *_data(template), *_inputs(template)],
        "params": list(template.params),
        "outs": [template.out],
    }
    return {name: value for name, value in entry.items() if value}


def _data(template: Step) -> list[str]:
    return [template.stage.data.format(**template.key)] if template.stage.data else []


def _inputs(template: Step) -> list[str]:
    """The folders read: the shared dimensions vary with the step, the others are all gathered."""
    return [
        Step(step.stage, {**step.key, **_shared(step, template)}, {}).out
        for steps in template.inputs.values()
        for step in steps
    ]


def _shared(step: Step, template: Step) -> dict[str, str]:
    return {name: value for name, value in template.key.items() if name in step.key}
