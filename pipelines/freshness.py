"""Is it fresh? DVC says so of each stage: asked once for all of them, as each question of its own takes seconds.

Most refreshes find nothing to do. What the last one that ended well was of is remembered, with what DVC does not look
at; while that is as it was and DVC finds nothing out of date, no stage is imported and Dagster is not started.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from assets.machinery import Stage
from diagramloop.whole_files import write_whole
from pipelines.code_identity import CODE
from pipelines.composition import is_composed
from pipelines.data import is_brought
from pipelines.dvc_yaml import plan_of
from pipelines.plan import Plan
from pipelines.project import Project
from pipelines.repro import out_of_date, reproduce


class Freshness:
    """DVC's status of the stages of one run, asked when the first is to be brought up to date.

    What was up to date then stays so until one of its inputs is made again in the same run; then DVC is asked anew.
    """

    def __init__(self, project: Project) -> None:
        self._project = project

    @cached_property
    def plan(self) -> Plan:
        """The plan of what is composed, which stays as it is while a run lasts."""
        return plan_of(self._project)

    @cached_property
    def _doubtful(self) -> set[str]:
        """Stages that may be out of date; the code's digests are up to date by then."""
        stages = out_of_date(self._project)
        if CODE not in stages:
            return stages
        reproduce(self._project, [CODE])
        return out_of_date(self._project)  # a comment has changed no digest

    def bring(self, stage: Stage) -> bool:
        """Brings the code's digests and ``stage`` up to date. Returns whether there was a doubt that they were.

        Raises:
            ReproductionError: as :func:`pipelines.repro.reproduce`.
        """
        if not self.doubts(stage):
            return False
        self._doubtful.add(stage.name)  # also where it is made and not finished, which is told as a failure
        if not reproduce(self._project, [stage.name]):
            self._doubtful.remove(stage.name)
        return True

    def doubts(self, stage: Stage) -> bool:
        """True if a stage may be out of date; the code's digests are up to date by then.

        Raises:
            ReproductionError: as :func:`pipelines.repro.reproduce`.
        """
        return not self._doubtful.isdisjoint({stage.name, *stage.inputs})


def is_settled(project: Project, params: Mapping[str, Any], real_data: Path | None) -> bool:
    """True if the last refresh ended well on the configuration ``params`` and this data, and nothing changed since.

    What stages there are is not looked at: DVC's status says whether the code that declares them did.

    Raises:
        ReproductionError: DVC cannot say.
    """
    place = _place(project)
    if not place.is_file() or place.read_text(encoding="utf-8") != _state(project):
        return False
    return is_composed(project, params) and is_brought(project, real_data) and not out_of_date(project)


def settle(project: Project) -> None:
    """Remembers that a refresh ended well."""
    write_whole(_place(project), _state(project).encode())


def unsettle(project: Project) -> None:
    """Forgets it: something is about to change."""
    _place(project).unlink(missing_ok=True)


def _place(project: Project) -> Path:
    return project.state / "settled"


def _state(project: Project) -> str:
    """Digest of what decides a refresh and DVC does not look at."""
    digest = hashlib.sha256()
    for part in _parts(project):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def _parts(project: Project) -> Iterator[bytes]:
    for path in (project.params_file, project.dvc_file, project.lock_file, *sorted(Path(__file__).parent.glob("*.py"))):
        yield path.read_bytes() if path.is_file() else b""
    if project.mlflow_file.is_file():
        stat = project.mlflow_file.stat()
        yield f"{stat.st_size} {stat.st_mtime_ns}".encode()
