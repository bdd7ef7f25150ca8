"""Ranking and the JSON form of leaderboard rows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.report import LeaderboardRow, boards, read_rows, write_rows

values = st.none() | st.floats(0, 1)
rows = st.lists(
    st.builds(
        LeaderboardRow,
        task=st.sampled_from(["parsing", "generation"]),
        data=st.sampled_from(["a", "b"]),
        system=st.sampled_from(["x", "y", "z"]),
        metric=st.sampled_from(["edge_f1", "node_f1"]),
        value=values, low=st.none(), high=st.none(), n=st.integers(0, 9), reason=st.text(), control=st.booleans(),
    ),
    max_size=12,
    unique_by=lambda row: (row.task, row.data, row.system, row.metric),
)  # fmt: skip


@given(rows)
def test_rows_survive_their_json_form(made: list[LeaderboardRow]) -> None:
    assert read_rows(write_rows(made)) == tuple(made)


@given(rows)
def test_boards_hold_every_row_once_and_rank_by_the_headline(made: list[LeaderboardRow]) -> None:
    ranked = boards(made)
    assert sorted(map(id, made)) == sorted(id(r) for b in ranked for _, cells in b.systems for r in cells.values())
    for board in ranked:
        scores = [cells[board.headline].value for _, cells in board.systems if board.headline in cells]
        known = [score for score in scores if score is not None]
        assert known == sorted(known, reverse=True)


def test_a_system_without_a_value_comes_last_and_equals_are_ordered_by_name() -> None:
    made = [
        LeaderboardRow("parsing", "a", system, "edge_f1", value, None, None, 1)
        for system, value in [("late", None), ("b", 0.5), ("a", 0.5), ("best", 0.9)]
    ]
    (board,) = boards(made)
    assert [system for system, _ in board.systems] == ["best", "a", "b", "late"]


def test_controls_stand_where_their_value_puts_them_and_are_neither_ranked_nor_best() -> None:
    made = [
        LeaderboardRow("parsing", "a", system, "edge_f1", value, None, None, 1, control=control)
        for system, value, control in [("gold", 1.0, True), ("b", 0.5, False), ("a", 0.5, False), ("low", 0.1, False)]
    ]
    (board,) = boards([*made, LeaderboardRow("parsing", "a", "absent", "edge_f1", None, None, None, 0)])
    assert [system for system, _ in board.systems] == ["gold", "a", "b", "low", "absent"]
    assert board.places == (None, 1, 1, 3, None)
    assert [row.system for row in made if board.is_best(row)] == ["b", "a"]
