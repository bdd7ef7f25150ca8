"""Metric profiles: what every metric counts, which faults it notices, and which edits leave it alone."""

from __future__ import annotations

import json
from dataclasses import asdict

import pyarrow as pa

from assets._score_stages import SCORE_STAGES
from assets.machinery import Row, Rows, StageReport, StageRun, stage
from diagramloop.scores import METRICS, metric_names
from diagramloop.scores.planted_faults import TASKS, fingerprint, profiles

PROFILES = pa.schema([(name, pa.string()) for name in ("id", "fingerprint", "mark", "profile")])


@stage(group="score", beside=SCORE_STAGES)
def metric_profiles(run: StageRun) -> StageReport:
    """Fingerprint and mark of every metric that is installed, worked out anew when the code of a metric changed."""
    return StageReport.of(run.items.for_each(profile, [{"id": name} for name in TASKS], {}, PROFILES, run.out))


def profile(task: Row) -> list[Row]:
    """The profiles of the metrics of one task, on items of its least size."""
    known = TASKS[task["id"]]
    names = metric_names(*known.compared)
    found = profiles(task["id"], known.sizes[0], [METRICS[name] for name in names])
    return [
        {
            **{"id": name, "fingerprint": fingerprint(name), "mark": found[name].mark},
            "profile": json.dumps({**asdict(found[name]), "size": known.sizes[0]}),
        }
        for name in names
    ]


def read_profiles(run: StageRun, column: str) -> dict[str, str]:
    """A column by metric, for stages that have the profiles as an input; none where they were not made."""
    artifacts = run.inputs.get("metric_profiles", ())
    return {row["id"]: row[column] for made in artifacts for row in Rows(made.folder)}
