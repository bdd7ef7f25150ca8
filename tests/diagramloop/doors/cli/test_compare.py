"""``diagramloop compare`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from diagramloop.doors.cli._app import app
from diagramloop.evaluation.board_items import RowItems, write_items
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import write_rows

KEY = ("parsing", "corpus/multi", "mine")
METRIC = "edge_f1"


def board(folder: Path, right: int, scale: float = 2.0) -> str:
    """A board of ten charts; every second has so many right edges of ten."""
    counts = {f"c{at}": (hit, 10, hit, 10) for at in range(10) for hit in [right if at % 2 else 5]}
    charts = {id: id for id in counts}
    row = LeaderboardRow(*KEY, METRIC, 0.5, 0.4, 0.6, 10, items=10, scored=10)
    items = RowItems(charts, charts, {METRIC: counts}, {METRIC: "one"}, {"render": {"scale": scale}})
    folder.mkdir()
    (folder / "leaderboard.json").write_text(write_rows([row]))
    (folder / "items.json").write_text(write_items({KEY: items}))
    return str(folder)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["compare", *arguments])


def test_a_difference_is_printed_with_its_interval(tmp_path: Path) -> None:
    first, second = board(tmp_path / "a", 6), board(tmp_path / "b", 9)
    printed = run(first, second)
    assert printed.exit_code == 0
    assert "+0.1500" in printed.stdout
    (cell,) = json.loads(run(first, second, "--json").stdout)
    assert cell["difference"]["value"] == pytest.approx(0.15)
    assert cell["difference"]["low"] < 0.15 < cell["difference"]["high"]
    assert cell["refused"] == []


def test_unlike_rows_end_with_what_differs_and_exit_code_1(tmp_path: Path) -> None:
    refused = run(board(tmp_path / "a", 6), board(tmp_path / "b", 9, scale=3.0))
    assert refused.exit_code == 1
    assert "refused: parsing on corpus/multi, mine, edge_f1: settings: render.scale is 2.0 and 3.0" in refused.stderr
    assert "+0.15" not in refused.stdout


@pytest.mark.parametrize("more", [["-m", "node_f1"], ["--systems", "mine", "yours"]])
def test_boards_that_share_nothing_that_is_asked_for_are_an_error(tmp_path: Path, more: list[str]) -> None:
    asked = run(board(tmp_path / "a", 6), board(tmp_path / "b", 9), *more)
    assert asked.exit_code == 1
    assert "share no row" in asked.stderr


def test_a_board_without_its_items_is_an_error_that_says_so(tmp_path: Path) -> None:
    first = board(tmp_path / "a", 6)
    (tmp_path / "a" / "items.json").unlink()
    found = run(first, first)
    assert found.exit_code == 1
    assert "made before its items were kept" in found.stderr
