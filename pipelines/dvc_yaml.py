"""The declared stages as DVC's ``dvc.yaml``: generated, committed, and checked to be up to date.

A stage is one entry, whatever its matrix: DVC reads and rewrites the whole of dvc.lock for each entry that it runs,
and each starts Python anew, which together take longer than most steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml

from assets.machinery import Stage
from pipelines.code_identity import CODE, CODE_FILE, PACKAGES
from pipelines.plan import STEPS, Plan, Step, folder_of, load_stages, make_plan
from pipelines.project import Project

_HEADER = "# Generated from the stages declared in assets/ by `python -m pipelines compose`; do not edit.\n"


def plan_of(project: Project, params: Mapping[str, Any] | None = None) -> Plan:
    """The steps of ``params``, by default of the project's params.yaml."""
    params = project.params() if params is None else params
    return make_plan(load_stages(params["stages"]), params)


def dvc_yaml(plan: Plan, code: Sequence[str]) -> str:
    """The text of dvc.yaml: one entry for each stage that has steps, and one for the digests of their code.

    Metrics and plots lie in the folders that their stages make, so DVC keeps every version of them with the rest.

    Args:
        code: files and folders that hold the code of all stages.
    """
    identities = {
        "cmd": "python -m pipelines identify",
        "deps": list(code),
        "params": [
            PACKAGES,
            *plan.dimensions,
        ],  # so it comes first where others than we set them, and says what is wrong
        "outs": [CODE_FILE],
    }
    stages = {CODE: _filled(identities)} | {s.name: _entry(s, plan.steps_of(s.name)) for s in plan.stages}
    metrics = [f"{folder_of(s.name)}/{s.metrics}" for s in plan.stages if s.metrics]
    plots = [{f"{folder_of(s.name)}/{name}": dict(drawn)} for s in plan.stages for name, drawn in s.plots.items()]
    text = {"stages": stages, "metrics": metrics, "plots": plots}
    return _HEADER + yaml.safe_dump(_filled(text), sort_keys=False, allow_unicode=True, width=120)


def _entry(stage: Stage, steps: Sequence[Step]) -> dict[str, Any]:
    read = (folder_of(name) for step in steps for name, made in step.inputs.items() if made)
    data = (step.data for step in steps if step.data)
    params = _distinct([f"{STEPS}.{stage.name}", *(name for step in steps for name in step.params)])
    entry = {
        "cmd": f"python -m pipelines run {stage.name}",
        "deps": _distinct([*data, *read]),
        "params": [*params, {CODE_FILE: [stage.name]}],
        "outs": [folder_of(stage.name)],  # not kept while the stage runs: DVC then remembers every run that it made
    }
    return _filled(entry)


def _filled(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if value}


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
