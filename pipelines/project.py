"""Places of things in a checkout, and the environment its tools run in."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.whole_files import write_whole
from pipelines.private_doors import KEPT_ENGINES, NO_CAPTURE

_QUIET = {
    "DVC_NO_ANALYTICS": "1",
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "true",
    "OMP_NUM_THREADS": "1",  # parallel over items: more threads in each only stall one another
}
_DAGSTER = """\
telemetry: {enabled: false}
nux: {enabled: false}
freshness: {enabled: true}
run_monitoring:
  enabled: true
  start_timeout_seconds: 300 # a run that never starts is told as failed
  free_slots_after_run_end_seconds: 30 # of pools, where the run could not say that its step is over
concurrency:
  runs: {max_concurrent_runs: 4} # a run waits for the checkout in a process of its own: further ones are queued
  pools: {default_limit: 1}
"""
ON_TERMINAL = "on_terminal.yaml"
"""Dagster's configuration, beside the usual one, for a run whose steps write to the terminal and not to its page."""


class ProjectError(DiagramloopError):
    """The checkout is not in the state a command needs."""

    reason = RejectionReason.MISSING


@dataclass(frozen=True)
class Project:
    """A checkout: the folder that holds ``conf/``, ``dvc.yaml``, ``data.dvc`` and ``params.yaml``."""

    root: Path

    @classmethod
    def find(cls, start: Path | None = None) -> Project:
        """The project that ``start`` (the working directory) lies in.

        Raises:
            ProjectError: there is none.
        """
        start = (start or Path.cwd()).resolve()
        for folder in (start, *start.parents):
            if (folder / "conf" / "config.yaml").is_file():
                return cls(folder)
        raise ProjectError(f"no conf/config.yaml in {start} or above: run this inside a checkout of diagramloop")

    @property
    def conf(self) -> Path:
        """Hydra's configuration groups."""
        return self.root / "conf"

    @property
    def params_file(self) -> Path:
        """The composed configuration, which the stages depend on."""
        return self.root / "params.yaml"

    @property
    def dvc_file(self) -> Path:
        """The generated pipeline."""
        return self.root / "dvc.yaml"

    @property
    def lock_file(self) -> Path:
        """The file of all that DVC made, and from what."""
        return self.root / "dvc.lock"

    @property
    def data_pin(self) -> Path:
        """The file that pins the input data."""
        return self.root / "data.dvc"

    @property
    def state(self) -> Path:
        """Local state that is neither input nor output: finished items, Dagster's and MLflow's databases."""
        return self.root / ".diagramloop"

    @property
    def mlflow_file(self) -> Path:
        """MLflow's database."""
        return self.state / "mlflow" / "mlflow.db"

    def params(self) -> dict[str, Any]:
        """The composed configuration.

        Raises:
            ProjectError: params.yaml is absent or not a mapping.
        """
        try:
            params = load_yaml(self.params_file)
        except (OSError, yaml.YAMLError) as error:
            raise ProjectError(
                f"{self.params_file} cannot be read: {error}; make it with `python -m pipelines compose`"
            ) from error
        if not isinstance(params, dict):
            raise ProjectError(f"{self.params_file} is not a mapping; make it with `python -m pipelines compose`")
        return params

    def prepare_environment(self) -> None:
        """Sets up this process and its children: no telemetry, this interpreter first, Dagster's home."""
        for name, value in _QUIET.items():
            os.environ.setdefault(name, value)
        programs = str(Path(sys.executable).parent)
        if not os.environ.get("PATH", "").startswith(programs + os.pathsep):
            os.environ["PATH"] = programs + os.pathsep + os.environ.get("PATH", os.defpath)
        home = self.state / "dagster"
        home.mkdir(parents=True, exist_ok=True)
        write_if_changed(home / "dagster.yaml", _DAGSTER)
        write_if_changed(home / ON_TERMINAL, _DAGSTER + _on_terminal(home))
        os.environ["DAGSTER_HOME"] = str(home)


def _on_terminal(home: Path) -> str:
    events = {**KEPT_ENGINES, "config": {"base_dir": str(home / "history" / "runs")}}  # where Dagster has them itself
    return yaml.safe_dump({"compute_logs": NO_CAPTURE, "event_log_storage": events})


def node(params: Mapping[str, Any], name: str) -> Any:
    """The configuration node with the dotted ``name``.

    Raises:
        ProjectError: there is no such node.
    """
    value: Any = params
    for part in name.split("."):
        if not isinstance(value, Mapping) or part not in value:
            raise ProjectError(f"params.yaml has no {name!r}; make it again with `python -m pipelines compose`")
        value = value[part]
    return value


def load_yaml(path: Path) -> Any:
    """The content of a YAML file, not to be changed: dvc.lock is read at every step and seldom differs."""
    return _parsed_yaml(path.read_bytes())


@lru_cache(maxsize=4)
def _parsed_yaml(content: bytes) -> Any:
    return yaml.load(content, Loader=yaml.CSafeLoader)  # safe: the C twin of SafeLoader


def write_if_changed(path: Path, text: str) -> bool:
    """Replaces ``path`` in one step, unless it holds ``text`` already. Returns whether it did."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    write_whole(path, text)
    return True
