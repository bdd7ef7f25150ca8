"""The words at the end of a refresh: of a plan without a board, where things lie, and no board of another plan."""

from __future__ import annotations

from pathlib import Path

import pytest

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
