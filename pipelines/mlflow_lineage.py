"""Configuration, code and data that a system's rows were made of, for its run in MLflow."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pipelines.compose import RECORD
from pipelines.dvc_yaml import plan_of
from pipelines.plan import Plan, Step, folder_of
from pipelines.project import Project, node
from pipelines.repro import locked_outs, locked_stages

LEADERBOARD, REPORT = "leaderboard", "report"
COMMIT = "mlflow.source.git.commit"
NOTE = "mlflow.note.content"  # what the page of a run shows above its metrics
_LONGEST_CHARACTERS = 500  # of a parameter: what is longer is in params.yaml of the commit
_LONGEST_DIGEST = 36  # characters: MLflow's column


@dataclass(frozen=True)
class MadeOf:
    """The parameters and tags of a run, and by folder the MD5 of the data that its rows stand on."""

    params: Mapping[str, str]
    tags: Mapping[str, str]
    data: Mapping[str, str]


class Lineage:
    """The composition of a project as it is, of which each system's rows stand on a part."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def of(self, system: str) -> MadeOf:
        """Return the nodes of params.yaml and the data that the rows of ``system`` stand on, and the commit."""
        steps = self._steps(system)
        nodes = dict.fromkeys(name for step in steps for name in step.params)
        params = {RECORD: " ".join(self._params.get(RECORD, ())) or "the default"}
        for name in nodes:
            params |= _flat(name, node(self._params, name))
        folders = sorted({step.data for step in steps if step.data})
        return MadeOf(
            params, self._tags, {folder: self._hashes[folder] for folder in folders if folder in self._hashes}
        )

    def inputs(self, made_of: MadeOf) -> list[Any]:
        """The data sets as MLflow's inputs of a run."""
        from mlflow.entities import Dataset, DatasetInput, InputTag

        context = [InputTag("mlflow.data.context", "evaluation")]
        return [
            DatasetInput(Dataset(folder.removeprefix("data/"), md5[:_LONGEST_DIGEST], "dvc", folder), context)
            for folder, md5 in made_of.data.items()
        ]

    def _steps(self, system: str) -> list[Step]:
        """The steps that the leaderboard reads of a system, all where none is named after it, and their inputs."""
        read = [step for board in self._plan.steps_of(LEADERBOARD) for made in board.inputs.values() for step in made]
        waiting = [step for step in read if system in step.key.values()] or read
        found: set[str] = set()
        while waiting:
            step = waiting.pop()
            if step.name not in found:
                found.add(step.name)
                waiting += [one for made in step.inputs.values() for one in made]
        return [step for step in self._plan.steps if step.name in found]

    @cached_property
    def _params(self) -> dict[str, Any]:
        return self._project.params()

    @cached_property
    def _plan(self) -> Plan:
        return plan_of(self._project, self._params)

    @cached_property
    def _hashes(self) -> dict[str, str]:
        """By path the MD5 of what dvc.lock has as a dependency, and of what is imported."""
        read = (dep for entry in locked_stages(self._project).values() for dep in entry.get("deps", ()))
        imported = {path: md5 for outs in locked_outs(self._project).values() for path, md5 in outs.items()}
        return imported | {dep["path"]: dep["md5"] for dep in read if "md5" in dep}

    @cached_property
    def _tags(self) -> dict[str, str]:
        report = self._project.root / folder_of(REPORT) / "index.html"
        told = {NOTE: f"[The report of this board]({report.as_uri()}), {report}"} if report.is_file() else {}
        commit = self._git("rev-parse", "HEAD")
        if commit is None:
            return told
        changed = "true" if self._git("status", "--porcelain", "--untracked-files=no") else "false"
        return {COMMIT: commit, "uncommitted_changes": changed, **told}

    def _git(self, *line: str) -> str | None:
        try:
            done = subprocess.run(["git", *line], cwd=self._project.root, capture_output=True, text=True, check=True)  # noqa: S603, S607
        except (OSError, subprocess.CalledProcessError):  # no checkout of git, or one without a commit
            return None
        return done.stdout.strip()


def _flat(name: str, value: Any) -> dict[str, str]:
    """The leaves of a node by their dotted names; None and what is empty say nothing."""
    if isinstance(value, Mapping):
        return {leaf: said for key, part in value.items() for leaf, said in _flat(f"{name}.{key}", part).items()}
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return {name: str(value)[:_LONGEST_CHARACTERS]} if value not in (None, "") else {}
