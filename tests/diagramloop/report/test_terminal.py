"""The tables in a terminal: ranked, the task's main metrics, absent values marked, nothing squeezed in a pipe."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from diagramloop.report import Board, LeaderboardRow, boards, print_leaderboard

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
    print_leaderboard([*ROWS, mermaid, *by_text], Console(file=out, width=200))
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
    print_leaderboard([lost, unasked, whole, alone], Console(file=out, width=120))
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
    print_leaderboard([whole, part, alone], Console(file=out, width=120))
    lines = out.getvalue().splitlines()
    cells = [[cell.strip() for cell in line.split("│")[1:4]] for line in lines if line.startswith("│")]
    assert cells == [["1", "whole", "0.500"], ["-", "part", "0.900 2/3"]]
    assert "part: 2 of 3 items; 1 failed" in lines
    assert "whole: in-sample: 1 of 3" in lines
    assert "extraction on d: no system" in lines
