"""Stages that are made but not finished: some of their items failed for the machine's sake, and are to be tried again.

Such a stage ends with an exit code of its own, so DVC does not commit what it made and keeps it out of date. Its
artifact is there all the same, for the leaderboard to say how many of how many; finished items are in their store.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from assets.machinery import StageReport

EXIT_CODE = os.EX_TEMPFAIL if hasattr(os, "EX_TEMPFAIL") else 75
"""Of ``python -m pipelines run STAGE``: a failure that may be gone the next time."""

Failures = Mapping[str, Mapping[str, int]]
"""By step, how many items failed for the machine's sake, by reason."""


def failures_of(reports: Mapping[str, StageReport]) -> Failures:
    """The failures of those steps that have any."""
    return {name: report.failed for name, report in reports.items() if report.failed}


def said(failures: Failures) -> str:
    """The failures in words."""
    steps = (f"{name}: {', '.join(f'{n} {reason}' for reason, n in by.items())}" for name, by in failures.items())
    return f"failed, to be tried again by the next run: {'; '.join(steps)}"
