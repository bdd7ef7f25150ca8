"""From declared stages and a composed configuration to concrete steps.

A stage with a matrix becomes one step for every combination of its dimensions' values. A step reads the
steps of its input stages that agree with it in the dimensions they share, so a stage without a dimension
gathers all its values. A stage vanishes when one of its dimensions has no value, or when it reads
other stages and all of these have vanished: that is how an experiment leaves branches alone.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import product
from typing import Any

from assets.machinery import Stage
from pipelines.project import ProjectError

_VALUE = re.compile(r"[a-z0-9][a-z0-9_-]*(?:@[a-z0-9_-]+)*")  # goes into stage names and paths; @ before a model
STEPS = "steps"  # the node of params.yaml that holds the plan's digests
_DIGEST_DIGITS = 16  # enough to tell plans of one project apart


@dataclass(frozen=True)
class Step:
    """One run of a stage.

    Attributes:
        stage: what is run.
        key: matrix values by dimension.
        inputs: by input stage, the steps whose artifacts are read.
        data: the folder of input data it reads, relative to the project's root; empty for none.
    """

    stage: Stage
    key: Mapping[str, str]
    inputs: Mapping[str, tuple[Step, ...]]
    data: str = ""

    @property
    def name(self) -> str:
        """Unlike any other's: ``parsed_figures@corpus-hmas_embedded``."""
        return f"{self.stage.name}@{'-'.join(self.key.values())}" if self.key else self.stage.name

    @property
    def out(self) -> str:
        """The folder it makes, relative to the project's root."""
        return "/".join((folder_of(self.stage.name), *self.key.values()))

    @property
    def params(self) -> tuple[str, ...]:
        """The configuration nodes it depends on; those of a configured value are none of a control's."""
        controls = [
            f"{{{dimension}}}" for dimension, value in self.stage.controls.items() if self.key[dimension] == value
        ]
        declared = (name for name in self.stage.params if not any(control in name for control in controls))
        return tuple(name.format(**self.key) for name in declared)

    @property
    def read(self) -> tuple[str, ...]:
        """The folders it reads, relative to the project's root."""
        return (*filter(None, [self.data]), *(step.out for steps in self.inputs.values() for step in steps))


@dataclass(frozen=True)
class Plan:
    """All steps of a composed configuration, each after its inputs."""

    steps: tuple[Step, ...]

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that have steps, each after its inputs."""
        return tuple({step.stage.name: step.stage for step in self.steps}.values())

    @cached_property
    def digests(self) -> dict[str, str]:
        """By stage a digest of its steps and of what each reads.

        That a stage has a step less, or a step reads one folder less, DVC notices in its parameters alone.
        """
        return {stage.name: _digest({s.name: s.read for s in self.steps_of(stage.name)}) for stage in self.stages}

    @property
    def dimensions(self) -> list[str]:
        """The configuration nodes whose keys decide which steps there are."""
        return sorted({_split(name)[0] for stage in self.stages for name in stage.matrix.values()})

    def steps_of(self, stage: str) -> tuple[Step, ...]:
        """The steps of the stage with that name."""
        return tuple(step for step in self.steps if step.stage.name == stage)

    def named(self, name: str) -> tuple[Step, ...]:
        """The step with that name, or all steps of the stage with that name.

        Raises:
            ProjectError: there is none in this configuration.
        """
        if steps := tuple(step for step in self.steps if name in (step.name, step.stage.name)):
            return steps
        raise ProjectError(
            f"no stage {name!r} in this configuration; there are: {', '.join(s.name for s in self.stages)}"
        )


def folder_of(stage: str) -> str:
    """The folder that holds what the steps of a stage make, relative to the project's root."""
    return f"artifacts/{stage}"


def check_planned(params: Mapping[str, Any], plan: Plan, stage: str) -> None:
    """Checks that ``stage`` has the steps that dvc.yaml was generated for.

    Raises:
        ProjectError: someone else than ``compose`` wrote ``params``, as ``dvc exp run -S`` does, and chose other steps.
    """
    if params.get(STEPS, {}).get(stage) != plan.digests[stage]:
        raise ProjectError(
            f"the steps of {stage!r} are not those that params.yaml was composed for: `dvc exp run -S` sets "
            "values; sources, systems and styles are chosen by `python -m pipelines refresh --in DIR NAME=VALUE ...`"
        )


def _digest(reads: Mapping[str, Sequence[str]]) -> str:
    return hashlib.sha256(json.dumps(reads, sort_keys=True).encode()).hexdigest()[:_DIGEST_DIGITS]


def load_stages(modules: Iterable[str]) -> tuple[Stage, ...]:
    """The stages declared in ``modules`` and, for packages, in their public submodules.

    Raises:
        ProjectError: a module is not there, a name is declared twice, an input is unknown, a cycle.
    """
    found: dict[str, Stage] = {}
    for module in declaring_modules(modules):
        for declared in vars(module).values():
            if isinstance(declared, Stage) and declared.body.__module__ == module.__name__:
                if declared.name in found:
                    raise ProjectError(f"stage {declared.name!r} is declared twice")
                found[declared.name] = declared
    return _in_order(found)


def make_plan(stages: Sequence[Stage], params: Mapping[str, Any]) -> Plan:
    """Expands ``stages`` (each after its inputs) by ``params``."""
    steps: dict[str, tuple[Step, ...]] = {}
    for stage in stages:
        values = [_values_of(stage, dimension, params) for dimension in stage.matrix]
        read = {name: steps[name] for name in stage.inputs if steps[name]}
        alive = not stage.after or any(steps[name] for name in stage.after)
        keys = [dict(zip(stage.matrix, chosen, strict=True)) for chosen in product(*values)] if alive else []
        steps[stage.name] = tuple(Step(stage, key, _agreeing(read, key), _data(stage, key, params)) for key in keys)
    return Plan(_distinct(step for group in steps.values() for step in group))


def _values_of(stage: Stage, dimension: str, params: Mapping[str, Any]) -> list[str]:
    """The configured values of a dimension, after its control where it has one that is not configured."""
    control = stage.controls.get(dimension)
    configured = _values(params, stage.matrix[dimension])
    return configured if control is None or control in configured else [control, *configured]


def _data(stage: Stage, key: Mapping[str, str], params: Mapping[str, Any]) -> str:
    """The input folder: that of a dimension's value is called like it unless its node says ``folder``."""
    folders = {name: _folder(params.get(_split(stage.matrix[name])[0]), value) for name, value in key.items()}
    return stage.data.format(**folders)


def _folder(node: Any, value: str) -> str:
    chosen = node.get(value) if isinstance(node, Mapping) else None
    return (chosen.get("folder") if isinstance(chosen, Mapping) else None) or value


def _distinct(steps: Iterable[Step]) -> tuple[Step, ...]:
    every = tuple(steps)
    if len({step.name for step in every}) < len(every):
        raise ProjectError("two steps have one name: rename a source, parser or system that has '-' in its name")
    return every


def declaring_modules(names: Iterable[str]) -> Iterator[Any]:
    """The modules with these names and, of packages, their public submodules.

    Raises:
        ProjectError: one cannot be imported.
    """
    for name in names:
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            raise ProjectError(f"stages are to be found in {name!r}, which cannot be imported: {error}") from error
        yield module
        members = pkgutil.iter_modules(getattr(module, "__path__", ()))
        yield from declaring_modules(f"{name}.{member.name}" for member in members if not member.name.startswith("_"))


def _in_order(stages: Mapping[str, Stage]) -> tuple[Stage, ...]:
    for stage in stages.values():
        if unknown := [name for name in stage.after if name not in stages]:
            raise ProjectError(f"stage {stage.name!r} comes after {unknown[0]!r}, which no stage makes")
    try:
        order = TopologicalSorter({name: stage.after for name, stage in stages.items()}).static_order()
        return tuple(stages[name] for name in order)
    except CycleError as error:
        raise ProjectError(f"stages read one another in a circle: {' -> '.join(error.args[1])}") from error


def _values(params: Mapping[str, Any], name: str) -> list[str]:
    """The values of a dimension: keys or items of a node, of those whose ``use`` holds one of the uses in brackets."""
    node, uses = _split(name)
    chosen = params.get(node) or ()  # Hydra leaves out a group of which nothing is chosen
    wanted = set(uses.split("|")) if uses else None
    values = [str(value) for value in chosen if wanted is None or wanted & set(chosen[value]["use"])]
    if wrong := [value for value in values if not _VALUE.fullmatch(value)]:
        raise ProjectError(f"{wrong[0]!r} in {node!r} cannot name an artifact: only a-z, 0-9, '_' and '-'")
    return values


def _split(name: str) -> tuple[str, str]:
    node, _, uses = name.rstrip("]").partition("[")
    return node, uses


def _agreeing(read: Mapping[str, tuple[Step, ...]], key: Mapping[str, str]) -> dict[str, tuple[Step, ...]]:
    def agrees(step: Step) -> bool:
        return all(key.get(dimension, value) == value for dimension, value in step.key.items())

    return {name: tuple(step for step in steps if agrees(step)) for name, steps in read.items()}
