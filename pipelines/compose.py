"""Hydra, once per run: configuration groups and overrides to the one file ``params.yaml``.

No Hydra runs inside a stage: DVC and Dagster only ever see params.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import yaml

from diagramloop.by_name import meant
from diagramloop.errors import DiagramloopError
from pipelines.free_options import freed
from pipelines.models_asked import complete_parts, rows_by_model
from pipelines.offered_choices import choices, register_choices
from pipelines.project import Project

RECORD = "composed_from"
_RENAMED = {
    "call": "`call:` is called `make:` now",
    "read": "`read:` is called `make:` now",
    "reads": 'what a parser reads it says itself: `reads = "svg"` on its class or function',
}
"""What is told of a key that a configuration file had in earlier versions."""
_HEADER = "# Composed by `python -m pipelines compose`; edit conf/ or give overrides instead.\n"


class ConfigError(DiagramloopError):
    """An override or a configuration file is wrong; the message says which and what is possible."""


def compose(project: Project, overrides: Sequence[str]) -> dict[str, Any]:
    """The configuration that ``overrides`` (Hydra's syntax) make of ``conf/``.

    Raises:
        ConfigError: unknown experiment or option, a malformed override, a missing value.
    """
    from hydra.errors import HydraException, MissingConfigException
    from omegaconf.errors import OmegaConfBaseException

    from pipelines.schema import register  # a step that runs what is composed needs nothing of Hydra

    register()
    register_choices(project)
    try:
        return {RECORD: list(overrides), **_composed(project, overrides)}
    except MissingConfigException as error:
        raise ConfigError(_choices(project, error.missing_cfg_file or "") or _explained(error)) from error
    except (HydraException, OmegaConfBaseException) as error:
        raise ConfigError(_explained(error)) from error


def _composed(project: Project, overrides: Sequence[str]) -> dict[str, Any]:
    from hydra import compose as hydra_compose
    from hydra import initialize_config_dir
    from omegaconf import OmegaConf

    with initialize_config_dir(config_dir=str(project.conf)):
        config = hydra_compose(config_name="config", overrides=freed(overrides))
    complete_parts(config)
    params = OmegaConf.to_container(config, resolve=True, throw_on_missing=True)
    assert isinstance(params, dict)
    return rows_by_model({str(name): value for name, value in params.items()})


def recorded_overrides(project: Project) -> list[str]:
    """The overrides that the present params.yaml was composed from, none if there is no such file."""
    return list(project.params().get(RECORD, ())) if project.params_file.is_file() else []


def params_text(params: dict[str, Any]) -> str:
    """The text of params.yaml."""
    return _HEADER + yaml.safe_dump(params, sort_keys=False, allow_unicode=True, width=120)


def _choices(project: Project, missing: str) -> str:
    """Choices where the file ``GROUP/NAME`` is missing; empty for no such group."""
    group, _, name = missing.rpartition("/")
    files = [file.stem for file in (project.conf / group).glob("*.yaml")] if group else []
    every = sorted({*files, *choices(project, group)})
    if not every:
        return ""
    return f"no {group} {name!r}: conf/{group}/ has no {name}.yaml{meant(name, every)}; there are {', '.join(every)}"


def _explained(error: BaseException) -> str:
    """The messages of Hydra's nested errors, without the list of places it searched."""
    messages = [str(error)]
    while error.__cause__ is not None:
        error = error.__cause__
        messages.append(str(error))
    told = "\n".join(dict.fromkeys(message.partition("Config search path")[0].strip() for message in messages))
    if re.search(r"Key '\w+' not in '\w+'", told):  # of a type of the schema, to which nothing can be appended
        told = re.sub(r"\nTo append to your config use \S+", "", told)
    renamed = next((old for old in _RENAMED if f"Key '{old}' not in" in told), None)
    return f"{told}\n{_RENAMED[renamed]}" if renamed else told
