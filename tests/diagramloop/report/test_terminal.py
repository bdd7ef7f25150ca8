"""The tables in a terminal: ranked, six columns at most, absent values marked, nothing lost in a hundred characters."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from diagramloop.evaluation.heard import Party, RoleAnswers
from diagramloop.models.answers import AnswerCounts
from diagramloop.report import COLUMNS, Board, LeaderboardRow, boards, print_leaderboard

ROWS = [
    LeaderboardRow("parsing", "a/mono", "weak", "edge_f1", 0.5, 0.4, 0.6, 9),
    LeaderboardRow("parsing", "a/mono", "weak", "node_kind", 0.1, 0.1, 0.1, 9),
    LeaderboardRow("parsing", "a/mono", "weak", "group_f1", None, None, None, 0, "no groups"),
    LeaderboardRow("parsing", "a/mono", "strong", "edge_f1", 0.9, None, None, 9),
]


def test_ranked_with_intervals_and_without_what_the_task_does_not_show() -> None:
    out = io.StringIO()
    print_leaderboard(ROWS, Console(file=out, width=120))
    text = out.getvalue()
    assert "parsing on a/mono (9 charts)" in text
    assert text.index("strong") < text.index("weak")
    assert "0.500 ±0.100" in text
    assert "node_kind" not in text


def test_a_pipe_is_wide_enough_for_every_name(capsys: pytest.CaptureFixture[str]) -> None:
    print_leaderboard(ROWS)
    assert "edge_f1" in capsys.readouterr().out


def test_a_control_has_no_rank() -> None:
    out = io.StringIO()
    gold = LeaderboardRow("parsing", "a/mono", "gold", "edge_f1", 1.0, None, None, 9, control=True)
    print_leaderboard([*ROWS, gold], Console(file=out, width=120))
    assert [line.split("│")[1:3] for line in out.getvalue().splitlines() if line.startswith("│")] == [
        [" - ", " gold   "],
        [" 1 ", " strong "],
        [" 2 ", " weak   "],
    ]


def test_a_board_that_another_metric_ranks_says_why() -> None:
    out = io.StringIO()
    mermaid = LeaderboardRow("parsing", "a/mono", "mermaid", "edge_f1", None, None, None, 0, "no boxes")
    by_text = [
        LeaderboardRow("parsing", "a/mono", name, "text/edge_f1", 0.7, None, None, 9)
        for name in ("weak", "strong", "mermaid")
    ]
    print_leaderboard([*ROWS, mermaid, *by_text], Console(file=out, width=200), wide=True)
    assert "Ranked by text/edge_f1" in out.getvalue()
    assert "Boxes around the elements would give edge_f1" in out.getvalue()


def test_a_system_that_failed_on_every_item_has_no_row_and_is_named_below() -> None:
    same = {"data": "d", "low": None, "high": None, "n": 3, "items": 3}
    parsing = {**same, "task": "parsing", "metric": "edge_f1"}
    why = "0 of 3 items; 3 failed: engine failed (KeyError: 'a')"
    lost = LeaderboardRow(system="lost", value=None, failed=3, reason=why, **parsing)
    unasked = LeaderboardRow(system="unasked", value=None, not_asked=3, reason="0 of 3 items", **parsing)
    whole = LeaderboardRow(system="whole", value=0.5, scored=3, **parsing)
    alone = LeaderboardRow("extraction", "d", "lost", "strict/flow_f1", None, None, None, 0, why, failed=3, items=3)
    assert board_of(lost, unasked, whole).systems == board_of(unasked, whole).systems
    out = io.StringIO()
    print_leaderboard([lost, unasked, whole, alone], Console(file=out, width=120), wide=True)
    lines = out.getvalue().splitlines()
    assert [line.split("│")[2].strip() for line in lines if line.startswith("│")] == ["whole", "unasked"]
    assert lines[:2] == ["extraction on d: no system", f"lost: no row: {why}"]
    assert f"lost: no row: {why}" in lines[2:]


def board_of(*rows: LeaderboardRow) -> Board:
    (board,) = boards(rows)
    return board


def test_a_row_without_all_its_items_says_so_under_the_table_and_has_no_rank() -> None:
    same = {"task": "parsing", "data": "d", "metric": "edge_f1", "low": None, "high": None, "n": 3, "items": 3}
    whole = LeaderboardRow(system="whole", value=0.5, scored=3, note="in-sample: 1 of 3", **same)
    part = LeaderboardRow(system="part", value=0.9, scored=2, failed=1, reason="2 of 3 items; 1 failed", **same)
    alone = LeaderboardRow("extraction", "d", "gold", "strict/flow_f1", 1.0, None, None, 1, control=True)
    out = io.StringIO()
    print_leaderboard([whole, part, alone], Console(file=out, width=120), wide=True)
    lines = out.getvalue().splitlines()
    cells = [[cell.strip() for cell in line.split("│")[1:4]] for line in lines if line.startswith("│")]
    assert cells == [["1", "whole", "0.500"], ["-", "part", "0.900 2/3"]]
    assert "part: 2 of 3 items; 1 failed" in lines
    assert "whole: in-sample: 1 of 3" in lines
    assert "extraction on d: no system" in lines


NAMES = st.text("abcdefghij_-@./[]", min_size=1, max_size=70)
SHARES = st.floats(0, 1)


@given(st.lists(st.tuples(NAMES, SHARES, SHARES, SHARES, NAMES), min_size=1, max_size=4, unique_by=lambda row: row[0]))
def test_a_board_has_six_columns_in_a_hundred_characters_and_no_name_is_cut(systems: list[tuple[str, ...]]) -> None:
    counts = AnswerCounts(asked=40, read=39, unread=1, decides=40)
    heard = {"asked": 40, "unread": 1 / 40, "answers": (RoleAnswers("matcher", Party.SYSTEM, counts),)}
    rows = [
        LeaderboardRow(
            "parsing", "d/mono", name, metric, value, min(low, value), max(high, value), 9, **{**heard, **of}
        )
        for name, value, low, high, note in systems
        for metric in (COLUMNS["parsing"][0], "node_f1", "text/all_right")
        for of in [{"items": 9, "scored": 9, "note": note, "measured_by": f"instrument of {note}"}]
    ]
    out = io.StringIO()
    print_leaderboard(rows, Console(file=out, width=300))
    lines = out.getvalue().splitlines()
    assert max(map(cell_len, lines)) <= 100
    cells = [line.strip("│").split("│") for line in lines if line.startswith("│")]
    assert {len(row) for row in cells} == {6}
    printed = "".join(row[1].strip() for row in cells)
    assert sorted(printed) == sorted("".join(name for name, *_ in systems))
    below = [line for line in lines if not line.startswith(("│", "┏", "┃", "┡", "└"))]
    assert len(below) <= 1 + 5 + 1  # the title, a line of each kind of note, and where the rest is


def test_ends_are_printed_of_an_interval_that_is_not_symmetric_and_the_rest_is_wide() -> None:
    lopsided = [LeaderboardRow("parsing", "d", "a", name, 0.8, 0.3, 1.0, 3) for name in ("edge_f1", "node_f1")]
    narrow, wide = io.StringIO(), io.StringIO()
    print_leaderboard(lopsided, Console(file=narrow, width=300))
    print_leaderboard(lopsided, Console(file=wide, width=300), wide=True)
    assert "│ 1 │ a      │ 0.800 [0.300, 1.000] │     3 │" in narrow.getvalue()
    assert "│ 1 │ a      │ 0.800 [0.300, 1.000] │ 0.800 [0.300, 1.000] │" in wide.getvalue()
    assert "node_f1" not in narrow.getvalue()
    assert "--wide" in narrow.getvalue()
    assert "--wide" not in wide.getvalue()


def test_of_notes_of_one_kind_the_first_is_printed_and_the_others_are_counted() -> None:
    same = {"task": "parsing", "data": "d", "metric": "edge_f1", "low": None, "high": None, "n": 3, "items": 3}
    notes = ("x" * 150, "y", "z")
    rows = [LeaderboardRow(system=note[0], value=0.5, scored=3, note=note, **same) for note in notes]
    out = io.StringIO()
    print_leaderboard(rows, Console(file=out, width=200))
    (line,) = [line for line in out.getvalue().splitlines() if line.startswith("x: ")]
    assert line == f"x: {'x' * 83}… (and 2 more)"
