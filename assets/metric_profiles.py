"""Metric profiles: what every metric counts, which faults it notices and cannot see, and which edits leave it alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

import pyarrow as pa

from assets._score_stages import SCORE_STAGES
from assets.machinery import Row, Rows, StageReport, StageRun, stage
from diagramloop.evaluation.metric_panel import corpus_panel
from diagramloop.scores import METRICS, metric_names
from diagramloop.scores.planted_faults import (
    TASKS,
    Order,
    Profile,
    Verdict,
    fingerprint,
    panel_mark,
    profiles,
)

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
    verdicts = corpus_panel(task["id"], names)
    return [
        {
            **{"id": name, "fingerprint": fingerprint(name), "mark": _mark(found[name], verdicts.get(name, {}))},
            "profile": json.dumps({**asdict(found[name]), "size": known.sizes[0]}),
        }
        for name in names
    ]


def _mark(profile: Profile, verdicts: Mapping[Order, Verdict]) -> str:
    """The words on a board: what the metric breaks of its own promises, then of the panel."""
    return "; ".join(mark for mark in (profile.mark, panel_mark(verdicts)) if mark)


def read_profiles(run: StageRun, column: str) -> dict[str, str]:
    """A column by metric, for stages that have the profiles as an input; none where they were not made."""
    artifacts = run.inputs.get("metric_profiles", ())
    return {row["id"]: row[column] for made in artifacts for row in Rows(made.folder)}
