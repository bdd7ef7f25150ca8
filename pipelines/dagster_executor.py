"""The executor of Dagster's runs, by configuration: each of its steps is a stage, or one step of a stage.

In process is the default: a process for each step costs seconds, and stages have workers of their own. Where steps are
processes or containers, the process that watches them holds the checkout for the whole run.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

import dagster as dg

from diagramloop.by_name import meant
from pipelines.compose import ConfigError
from pipelines.project import Project
from pipelines.turns import turn_of_run

IN_PROCESS = "in_process"
KNOWN = {
    IN_PROCESS: "dagster:in_process_executor",
    "multiprocess": "dagster:multiprocess_executor",
    "docker": "dagster_docker:docker_executor",
    "k8s": "dagster_k8s:k8s_job_executor",
    "ray": "dagster_ray:ray_executor",
}
"""Executors by the name that they are configured by; any other is named ``package.module:attribute``."""


def executor_of(project: Project, configured: Mapping[str, Any]) -> dg.ExecutorDefinition:
    """The executor that ``name`` and ``options`` say.

    Raises:
        ConfigError: there is none of that name, its package is not installed, or it does not know an option.
    """
    name, options = configured["name"], configured["options"]
    found = _named(name) if name == IN_PROCESS else _holding_the_turn(project, _named(name))
    return _with_options(name, found, options) if options else found


def _named(name: str) -> dg.ExecutorDefinition:
    place = KNOWN.get(name, name)
    if ":" not in place:
        raise ConfigError(f"no dagster_executor {name!r}{meant(name, KNOWN)}; there are {', '.join(KNOWN)}")
    module, _, attribute = place.partition(":")
    package = module.partition(".")[0].replace("_", "-")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except ImportError as error:
        raise ConfigError(f"dagster_executor {name!r} needs {package}: pip install {package} ({error})") from error
    except AttributeError as error:
        raise ConfigError(f"dagster_executor {name!r}: {module} has no {attribute!r}") from error
    if not isinstance(found, dg.ExecutorDefinition):
        raise ConfigError(f"dagster_executor {name!r}: {place} is no executor of Dagster")
    return found


def _with_options(name: str, found: dg.ExecutorDefinition, options: Mapping[str, Any]) -> dg.ExecutorDefinition:
    made = found.configured(dict(options), name=found.name)
    checked = made.apply_config_mapping({})
    if not checked.success:
        told = "; ".join(error.message for error in checked.errors or ())
        raise ConfigError(f"dagster_executor.options of {name!r}: {told}")
    return made


def _holding_the_turn(project: Project, inner: dg.ExecutorDefinition) -> dg.ExecutorDefinition:
    """The same executor, whose run has the checkout alone from its first step to its last."""

    def holding(context: dg.InitExecutorContext) -> dg.Executor:
        assert inner.executor_creation_fn is not None
        return _Holding(project, inner.executor_creation_fn(context))

    return dg.ExecutorDefinition(
        name=inner.name,
        config_schema=inner.config_schema.as_field(),
        requirements=inner.get_requirements,
        executor_creation_fn=holding,
    )


class _Holding(dg.Executor):
    """An executor within the turn of its run."""

    def __init__(self, project: Project, inner: dg.Executor) -> None:
        self._project, self._inner = project, inner

    @property
    def retries(self) -> Any:
        """Those of the executor itself."""
        return self._inner.retries

    @property
    def step_dependency_config(self) -> Any:
        """That of the executor itself."""
        return self._inner.step_dependency_config

    def execute(self, plan_context: Any, execution_plan: Any) -> Iterator[Any]:
        """Runs all steps; nobody else composes or runs anything in the checkout meanwhile."""
        run = plan_context.dagster_run
        with turn_of_run(self._project, run.run_id, run.job_name):
            yield from self._inner.execute(plan_context, execution_plan)
