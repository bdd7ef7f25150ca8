"""The checks of a stage's asset: what its reports must be, whatever it makes.

(No ``from __future__ import annotations``: Dagster's classes are in the annotations.)
"""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from assets.machinery import Stage, StageReport
from diagramloop.errors import Cause, RejectionReason
from pipelines.private_doors import unannounced_features
from pipelines.unfinished import failures_of

CHECKS = {
    "counts_add_up": "Every input item is done or rejected with a reason, and the counts add up.",
    "nothing_rejected_unexpectedly": "Items are rejected only for reasons that the stage foresees.",
    "nothing_failed": "No item failed for the machine's sake: those have no score and are tried again.",
    "something_made": "No step failed as a whole: a system that fails on every item is broken, and has no row.",
}
CONTROL = "A control row has its known score."


def check_specs(stage: Stage, partitions: dg.PartitionsDefinition | None = None) -> list[dg.AssetCheckSpec]:
    """Checks that a stage has; each of its ``partitions`` is checked by itself."""
    with unannounced_features():
        return [
            dg.AssetCheckSpec(name, asset=stage.name, description=CHECKS.get(name, CONTROL), partitions_def=partitions)
            for name in checks(stage, {})
        ]


def checks(stage: Stage, reports: Mapping[str, StageReport]) -> dict[str, dg.AssetCheckResult]:
    """The checks of a stage by name; on no reports, what there is to check."""
    wrong_sums = [name for name, report in reports.items() if not report.adds_up]
    unexpected = {
        name: surprising for name, report in reports.items() if (surprising := _surprises(stage, report.rejected))
    }
    broken = [name for name, report in reports.items() if report.made_nothing]
    found = {
        "counts_add_up": result("counts_add_up", wrong_sums, dg.AssetCheckSeverity.ERROR),
        "nothing_rejected_unexpectedly": result(
            "nothing_rejected_unexpectedly", unexpected, dg.AssetCheckSeverity.WARN
        ),
        "nothing_failed": result("nothing_failed", failures_of(reports), dg.AssetCheckSeverity.WARN),
        "something_made": result("something_made", broken, dg.AssetCheckSeverity.ERROR),
    }
    for figure, value in stage.expected.items():
        off = {
            name: report.figures.get(figure) for name, report in reports.items() if report.figures.get(figure) != value
        }
        found[f"{figure}_as_expected"] = result(f"{figure}_as_expected", off, dg.AssetCheckSeverity.ERROR)
    return found


def result(name: str, faults: Any, severity: dg.AssetCheckSeverity) -> dg.AssetCheckResult:
    """The result of the check ``name``, which holds where there are no faults."""
    return dg.AssetCheckResult(
        passed=not faults,
        check_name=name,
        severity=severity,
        metadata={"faults": dg.MetadataValue.text(str(faults or "none"))},
    )


def _surprises(stage: Stage, rejected: Mapping[str, int]) -> dict[str, int]:
    """Rejections that the stage does not foresee, of what is not told as failed."""
    foreseen = stage.may_reject
    return {
        reason: count
        for reason, count in rejected.items()
        if RejectionReason(reason).cause is not Cause.WORLD and RejectionReason(reason) not in foreseen
    }
