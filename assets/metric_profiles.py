"""Metric profiles: what every metric counts, so that boards of different days know whether they measured alike."""

from __future__ import annotations

import pyarrow as pa

from assets.machinery import Row, Rows, StageReport, StageRun, stage
from diagramloop.score import METRICS
from diagramloop.score.planted_faults import fingerprint

PROFILES = pa.schema([("id", pa.string()), ("fingerprint", pa.string())])


@stage(group="score")
def metric_profiles(run: StageRun) -> StageReport:
    """The fingerprint of every metric that is installed, worked out anew when the code of a metric changed."""
    return StageReport.of(run.items.for_each(profile, [{"id": name} for name in METRICS], {}, PROFILES, run.out))


def profile(metric: Row) -> list[Row]:
    """The profile of one metric."""
    return [{"id": metric["id"], "fingerprint": fingerprint(metric["id"])}]


def read_fingerprints(run: StageRun) -> dict[str, str]:
    """Fingerprints by metric, for stages that have the profiles as an input; none where they were not made."""
    return {
        row["id"]: row["fingerprint"] for made in run.inputs.get("metric_profiles", ()) for row in Rows(made.folder)
    }
