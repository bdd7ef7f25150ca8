"""The generated files, params.yaml and dvc.yaml: written together, and checked together with the data's pin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assets.machinery import installed_plugin_code
from diagramloop.errors import DiagramloopError
from pipelines.code_identity import PACKAGES, code_of, files_of
from pipelines.compose import compose, params_text, recorded_overrides
from pipelines.dvc_yaml import dvc_yaml, plan_of
from pipelines.plan import STEPS, Plan
from pipelines.project import Project, write_if_changed
from pipelines.repro import DATA, pin_is_stale
from pipelines.turns import alone, tell_composition

Planned = tuple[dict[str, Any], Plan]
"""A composed configuration, and the plan of that."""


class StaleError(DiagramloopError):
    """A generated file is not what its sources make of it."""


def write_composition(project: Project, overrides: Sequence[str]) -> Plan:
    """Writes params.yaml composed with ``overrides`` and the dvc.yaml of its plan.

    Raises:
        ProjectError: they would change, and a refresh is at work by them.
    """
    params, plan = planned(project, overrides)
    texts = _texts(project, params, plan)
    if _stale(texts):
        with alone(project, " ".join(["compose", *overrides]), waits=False):
            _write(project, texts)
    return plan


def write_planned(project: Project, params: Mapping[str, Any], plan: Plan) -> None:
    """Writes params.yaml and dvc.yaml of what is composed, and says so to the stages that will be started."""
    _write(project, _texts(project, params, plan))


def planned(project: Project, overrides: Sequence[str]) -> Planned:
    """The configuration that ``overrides`` make of conf/, and the plan of that."""
    params = compose(project, overrides)
    return params, plan_of(project, params)


def check_composition(project: Project) -> None:
    """Checks both files against conf/, the recorded overrides and the declared stages, and data.dvc against the data.

    Raises:
        StaleError: a file differs; names it and the command that makes it anew.
    """
    overrides = recorded_overrides(project)
    for path in _stale(_texts(project, *planned(project, overrides))):
        again = " ".join(["python -m pipelines compose", *overrides])
        raise StaleError(f"{path.name} is stale: run `{again}` and commit it")
    if pin_is_stale(project):
        raise StaleError(f"{DATA} does not pin the shipped data: run `dvc repro {DATA}` and commit it")


def is_composed(project: Project, params: Mapping[str, Any]) -> bool:
    """True if params.yaml holds the configuration ``params``, whatever steps there are."""
    return {**project.params(), STEPS: None} == {**_with_packages(params), STEPS: None}


def _write(project: Project, texts: Mapping[Path, str]) -> None:
    with alone(project, "compose"):
        for path, text in texts.items():
            write_if_changed(path, text)
        tell_composition(project)


def _stale(texts: Mapping[Path, str]) -> list[Path]:
    """The files that are not there, or not as they would be written."""
    return [path for path, text in texts.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def _with_packages(params: Mapping[str, Any]) -> dict[str, Any]:
    return {**params, PACKAGES: dict(installed_plugin_code().packages)}


def _texts(project: Project, params: Mapping[str, Any], plan: Plan) -> dict[Path, str]:
    """The text of each file."""
    return {
        project.params_file: params_text({**_with_packages(params), STEPS: plan.digests}),
        project.dvc_file: dvc_yaml(plan, files_of(plan, params, code_of(project))),
    }
