"""Stages that are made but not finished: some of their items failed for the machine's sake, and are to be tried again.

Such a stage ends with an exit code of its own, so DVC does not commit what it made and keeps it out of date. Its
artifact is there all the same, for the leaderboard to say how many of how many; finished items are in their store.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from assets.machinery import StageReport
from pipelines.project import Project, write_if_changed

EXIT_CODE = os.EX_TEMPFAIL if hasattr(os, "EX_TEMPFAIL") else 75
"""Of ``python -m pipelines run STAGE``: a failure that may be gone the next time."""

Failures = Mapping[str, Mapping[str, int]]
"""By step, how many items failed for the machine's sake, by reason."""


def failures_of(reports: Mapping[str, StageReport]) -> Failures:
    """The failures of those steps that have any."""
    return {name: report.failed for name, report in reports.items() if report.failed}


def mark(project: Project, stage: str, failures: Failures) -> None:
    """Notes, when a stage has run, that it is made and what of it failed; without failures, that it is finished."""
    path = _mark(project, stage)
    if failures:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(path, json.dumps(failures, indent=1) + "\n")
    else:
        path.unlink(missing_ok=True)


def clear(project: Project, stage: str) -> None:
    """Forgets what was noted of a stage that is to run again."""
    _mark(project, stage).unlink(missing_ok=True)


def is_unfinished(project: Project, stage: str) -> bool:
    """True if the last run of a stage made all its artifacts, and some of their items failed."""
    return _mark(project, stage).is_file()


def said(failures: Failures) -> str:
    """The failures in words."""
    steps = (f"{name}: {', '.join(f'{n} {reason}' for reason, n in by.items())}" for name, by in failures.items())
    return f"failed, to be tried again by the next run: {'; '.join(steps)}"


def _mark(project: Project, stage: str) -> Path:
    return project.state / "unfinished" / f"{stage}.json"
