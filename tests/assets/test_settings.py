"""Settings that a row stands on: those that decide a value, so that boards are not refused for what decides none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assets._settings import NODES, OF_TASK, settings_of
from assets.machinery import ItemRunner, LocalWorkers, StageRun
from pipelines.compose import compose
from pipelines.project import Project

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> StageRun:
    params, folder = compose(Project(ROOT), []), tmp_path_factory.mktemp("run")
    items = ItemRunner("leaderboard", folder / "items.sqlite", "v1", LocalWorkers())
    return StageRun({}, {name: params[name] for name in (*NODES, "parsers")}, {}, None, folder, items)


@pytest.mark.parametrize("task", OF_TASK)
def test_who_has_a_rank_is_no_setting_of_a_row(run: StageRun, task: str) -> None:
    data = "papers/hmas_checked" if task == "generation" else "corpus"
    assert '"ceiling"' not in json.dumps(settings_of(run, task, data))
