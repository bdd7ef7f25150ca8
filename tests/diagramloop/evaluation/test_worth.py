"""The worth of rows: which row each is held against, and what is said where none is there."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.worth import with_detectable
from diagramloop.report import print_leaderboard
from diagramloop.report._data import board_data
from diagramloop.scores import ScoreRow, compare
from diagramloop.scores.scoring import spreads

PLACE = ("parsing", "board")
VALUES = {"good": 9, "fair": 7, "poor": 4, "control": 10}


def scores(system: str) -> list[ScoreRow]:
    chance = np.random.default_rng(len(system) + VALUES[system])
    hits = np.clip(VALUES[system] + chance.integers(-2, 3, 20), 0, 10).tolist()
    return [ScoreRow(f"c{at}", "edge_f1", hit, 10, hit, 10) for at, hit in enumerate(hits)]


def row(system: str, **other: object) -> LeaderboardRow:
    told = LeaderboardRow(*PLACE, system, "edge_f1", VALUES[system] / 10, 0.0, 1.0, 20, items=20, scored=20)
    return replace(told, control=system == "control", **other)  # type: ignore[arg-type]


def told(*rows: LeaderboardRow) -> dict[str, LeaderboardRow]:
    boards = {PLACE: {one.system: scores(one.system) for one in rows}}
    tested = {PLACE: compare(boards[PLACE], seed=0, controls=("control",))}
    return {one.system: one for one in with_detectable(rows, boards, tested)}


def test_each_row_is_held_against_the_best_other_system() -> None:
    found = told(*map(row, VALUES))
    assert {name: one.against for name, one in found.items()} == {
        **{"good": "fair", "fair": "good"},
        **{"poor": "good", "control": "good"},
    }
    assert all(one.detectable is not None and one.detectable > 0 for one in found.values())
    assert found["poor"].needs is None


@pytest.mark.parametrize("other", [{"measured_by": "another judge"}, {"scored": 19}, {"value": None}])
def test_what_cannot_be_ranked_beside_it_is_not_what_a_row_is_held_against(other: dict[str, object]) -> None:
    found = told(row("good"), row("fair", **other))["good"]
    assert found.against == ""
    assert found.detectable == spreads(scores("good"))["edge_f1"].against_another.detectable()


def test_of_rows_without_a_value_or_of_no_sums_nothing_is_said() -> None:
    (lacking,) = with_detectable([row("good", value=None)], {PLACE: {"good": scores("good")}}, {})
    (confidence,) = with_detectable([row("good", metric="confidence/edge_error")], {}, {})
    assert lacking.detectable is None
    assert confidence.detectable is None


def test_terminal_and_page_say_it_of_the_metric_that_ranks() -> None:
    near = told(row("good"), row("fair"))["good"]
    rows = [replace(near, needs=1_234), replace(row("fair"), against="good", detectable=0.1, needs=1_234)]
    out = io.StringIO()
    print_leaderboard(rows, Console(file=out, width=500), wide=True)
    assert "not decided: good and fair by edge_f1; needs 1,234 charts" in out.getvalue()
    assert out.getvalue().count("not decided") == 1
    (board,) = board_data(rows, [], [])
    assert any(f"good {near.detectable:.3f} (fair)" in line for line in json.loads(json.dumps(board["worth"])))
