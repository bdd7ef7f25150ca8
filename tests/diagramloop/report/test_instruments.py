"""Rows that unlike encoders or judges measured: no rank beside each other, and the reason."""

from __future__ import annotations

import io
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from diagramloop.report import Board, LeaderboardRow, boards, print_leaderboard, read_rows, write_rows
from diagramloop.report._data import board_data

METRIC = "sciflow_official/graph"


def row(system: str, value: float, by: str, **more: Any) -> LeaderboardRow:
    items = {"low": None, "high": None, "n": 3, "items": 3, "scored": 3}
    return LeaderboardRow("generation", "d", system, METRIC, value, **{**items, **more}, measured_by=by)


def board_of(*rows: LeaderboardRow) -> Board:
    (board,) = boards(rows)
    return board


def places(board: Board) -> dict[str, int | None]:
    return {system: place for (system, _), place in zip(board.systems, board.places, strict=True)}


ODD = [
    row("a", 0.2, "mpnet"),
    row("b", 0.4, "mpnet"),
    row("odd", 0.9, "minilm"),
    row("gold", 1.0, "minilm", control=True),
]


def test_what_most_were_measured_by_ranks_and_another_row_says_why_it_does_not() -> None:
    board = board_of(*ODD)
    assert places(board) == {"gold": None, "odd": None, "b": 1, "a": 2}
    assert board.unlike == {"odd": f"no rank: {METRIC} was measured by minilm; ranks are of what was measured by mpnet"}
    assert [made.system for made in ODD if board.is_best(made)] == ["b"]


def test_where_as_many_were_measured_by_either_nobody_ranks() -> None:
    board = board_of(row("a", 0.2, "mpnet"), row("b", 0.4, "minilm"))
    assert places(board) == {"b": None, "a": None}
    assert set(board.unlike) == {"a", "b"}
    assert not any(board.is_best(made) for made in (row("a", 0.2, "mpnet"), row("b", 0.4, "minilm")))


def test_the_order_of_names_and_rows_without_any_change_nothing() -> None:
    assert places(board_of(row("a", 0.2, "clip, lpips"), row("b", 0.4, "lpips, clip"))) == {"b": 1, "a": 2}
    assert places(board_of(row("a", 0.2, ""), row("b", 0.4, ""))) == {"b": 1, "a": 2}
    lacking = row("b", 0.4, "minilm", scored=2)
    assert places(board_of(row("a", 0.2, "mpnet"), lacking)) == {"a": 1, "b": None}
    assert board_of(row("a", 0.2, "mpnet"), lacking).unlike == {}


def test_the_printed_board_names_what_measured_it_and_who_has_no_rank() -> None:
    out = io.StringIO()
    print_leaderboard(ODD, Console(file=out, width=200), wide=True)
    assert "odd: no rank" in out.getvalue()
    assert f"measured by mpnet: {METRIC}" in out.getvalue()
    assert f"measured by minilm: {METRIC}" in out.getvalue()


def test_the_page_is_told_the_same() -> None:
    (board,) = board_data(ODD, [], [])
    assert board["measured_by"] == {"minilm": (METRIC,), "mpnet": (METRIC,)}
    assert set(board["unlike"]) == {"odd"}
    assert {system: cells[0][-1] for system, cells in board["parts"][0]["systems"]} == {
        "a": 1,
        "b": 1,
        "gold": 0,
        "odd": 0,
    }


def test_a_board_written_before_rows_said_so_can_still_be_read() -> None:
    told = json.loads(write_rows([row("a", 0.2, "")]))
    del told[0]["measured_by"]
    assert read_rows(json.dumps(told)) == (row("a", 0.2, ""),)


@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from(["", "one", "other", "one, other"])), max_size=8))
def test_all_that_have_a_rank_were_measured_alike(made: list[tuple[float, str]]) -> None:
    rows = [row(str(at), value, by) for at, (value, by) in enumerate(made)]
    for board in boards(rows):
        ranked = {
            cells[METRIC].measured_by for (_, cells), place in zip(board.systems, board.places, strict=True) if place
        }
        assert len(ranked) <= 1
        unranked = {system for system, place in places(board).items() if place is None}
        assert unranked == set(board.unlike)
