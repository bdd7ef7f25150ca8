"""The stage of metric profiles: a row for each metric of the tasks, with its mark."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets import metric_profiles as stage
from assets.machinery import ItemRunner, LocalWorkers, Rows, StageRun
from diagramloop.evaluation.metric_panel import corpus_panel
from diagramloop.scores import METRICS, metric_names
from diagramloop.scores.planted_faults import TASKS, fingerprint, panel_mark, profiles


def test_each_metric_of_a_task_has_its_fingerprint_and_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: TASKS[name] for name in ("attribution", "dialogue")}
    monkeypatch.setattr(stage, "TASKS", few)
    items = ItemRunner("metric_profiles", tmp_path / "items.sqlite", "v1", LocalWorkers())
    done = stage.metric_profiles.body(StageRun({}, {}, {}, None, tmp_path, items))
    assert done.adds_up
    made = {row["id"]: row for row in Rows(tmp_path)}
    names = [name for task in few.values() for name in metric_names(*task.compared)]
    assert set(made) == set(names)
    for task, known in few.items():
        found = profiles(task, known.sizes[0], [METRICS[name] for name in metric_names(*known.compared)])
        panel = corpus_panel(task)
        for name, one in found.items():
            marks = one.mark, panel_mark(panel.get(name, {}))
            assert made[name]["mark"] == "; ".join(mark for mark in marks if mark), name
    assert all(row["fingerprint"] == fingerprint(name) for name, row in made.items())
