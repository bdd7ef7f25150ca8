"""The words at the end of a refresh: the board and its essence; of a plan without a board, where things lie."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.report import LeaderboardRow, write_rows
from pipelines.project import Project
from pipelines.refresh import show


def test_a_plan_without_a_board_shows_none_of_an_earlier_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "artifacts" / "leaderboard").mkdir(parents=True)
    (tmp_path / "artifacts" / "leaderboard" / "leaderboard.json").write_text("no board of this plan")
    (tmp_path / "dvc.yaml").write_text("stages:\n  code: {}\n  built_benchmark: {}\n")
    show(Project(tmp_path))
    assert capsys.readouterr().out == f"built_benchmark: {tmp_path}/artifacts/built_benchmark\n"


def test_the_last_lines_say_who_is_best_what_is_ones_own_and_where_it_lies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, records = tmp_path / "artifacts" / "leaderboard", tmp_path / "docs" / "results"
    for folder in (board, records):
        folder.mkdir(parents=True)
    same = {"task": "parsing", "data": "d", "metric": "edge_f1", "low": None, "high": None, "n": 9}
    rows = [LeaderboardRow(system=name, value=value, **same) for name, value in (("shipped", 0.5), ("mine", 0.75))]
    (board / "leaderboard.json").write_text(write_rows(rows))
    (board / "notes.json").write_text('["a control is at fault"]')
    (tmp_path / "dvc.yaml").write_text("stages:\n  leaderboard: {}\n")
    (records / "shown.yaml").write_text("records: {one: {}, lost: {}}\n")
    kept = {name: value for name, value in vars(rows[0]).items() if value is not None} | {"low": None, "high": None}
    (records / "one.json").write_text(json.dumps({"date": "2026-11-25", "overrides": [], "rows": [kept]}))
    show(Project(tmp_path))
    assert capsys.readouterr().out.splitlines()[-5:] == [
        "",
        "parsing: mine best on 1 of 1 board (edge_f1 0.750); nobody to compare with",
        "yours: mine on d (parsing): 0.750, rank 1 of 2",
        "notes: 1, above",
        f"rows: {board}/leaderboard.json",
    ]
