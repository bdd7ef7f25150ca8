"""Ranking and the JSON form of leaderboard rows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.report import Board, LeaderboardRow, boards, headlines, read_rows, task_headline, write_rows

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


Found = float | tuple[float, int] | None


def board_of(task: str, **systems: dict[str, Found]) -> Board:
    """One board; a value with a number of items, or of four."""
    cells = [
        (system, metric, found if isinstance(found, tuple) else (found, 4 if found is not None else 0))
        for system, values in systems.items()
        for metric, found in values.items()
    ]
    rows = [
        LeaderboardRow(task, "d", system, metric, value, None, None, n, control=system in ("gold", "empty"))
        for system, metric, (value, n) in cells
    ]
    (board,) = boards(rows)
    return board


BOXES: dict[str, Found] = {"edge_f1": 0.6, "node_f1": 0.7, "text/edge_f1": 0.5}
NO_BOXES: dict[str, Found] = {"edge_f1": None, "node_f1": None, "text/edge_f1": 0.8}


def test_a_parser_without_boxes_has_a_rank_among_those_that_have_them() -> None:
    board = board_of("parsing", gold=dict.fromkeys(BOXES, 1.0), boxes=BOXES, mermaid=NO_BOXES)
    assert board.headline == board.columns[0] == "text/edge_f1"
    assert [system for system, _ in board.systems] == ["gold", "mermaid", "boxes"]
    assert board.places == (None, 1, 2)
    assert "mermaid" in board.ranking_note
    assert "Boxes" in board.ranking_note
    assert "edge_f1, node_f1" in board.ranking_note


def test_where_all_systems_have_boxes_they_rank_and_nothing_is_said() -> None:
    board = board_of("parsing", gold=dict.fromkeys(BOXES, 1.0), boxes=BOXES, absent=dict.fromkeys(BOXES, None))
    assert (board.headline, board.ranking_note, board.places) == ("edge_f1", "", (None, 1, None))
    assert board_of("parsing", gold=BOXES, empty=NO_BOXES).headline == "text/edge_f1"
    assert board_of("parsing", boxes=BOXES, empty=NO_BOXES).headline == "edge_f1"


def test_of_errors_of_confidences_the_least_is_best_and_none_ranks() -> None:
    told: dict[str, Found] = {"confidence/edge_error": 0.1, "confidence/label_error": 0.2}
    board = board_of("parsing", modest={**BOXES, **told}, boastful={**BOXES, **told, "confidence/edge_error": 0.3})
    assert board.headline == "edge_f1"
    assert board.columns[-1] == "confidence/edge_error"
    assert board.further == ("confidence/label_error",)
    best = {system: board.is_best(cells["confidence/edge_error"]) for system, cells in board.systems}
    assert best == {"modest": True, "boastful": False}


def test_a_value_of_some_items_only_does_not_rank_beside_values_of_all() -> None:
    board = board_of("parsing", boxes=BOXES, sometimes={**BOXES, "edge_f1": (0.9, 2), "node_f1": (0.9, 2)})
    assert board.headline == "text/edge_f1"
    assert "sometimes" in board.ranking_note


def test_generated_pictures_are_ranked_one_to_one_and_the_papers_scores_stand_beside() -> None:
    board = board_of(
        "generation", a={"sciflow/graph": 0.9, "text/edge_f1": 0.1}, b={"sciflow/graph": 0.1, "text/edge_f1": 0.2}
    )
    assert [system for system, _ in board.systems] == ["b", "a"]
    assert board.columns == ("text/edge_f1", "sciflow/graph")


def test_samples_of_a_task_are_chosen_by_what_ranks_on_all_of_its_data() -> None:
    rows = [
        LeaderboardRow("parsing", data, system, metric, value, None, None, 4 if value else 0)
        for data, system, found in [("d", "boxes", BOXES), ("e", "boxes", BOXES), ("e", "mermaid", NO_BOXES)]
        for metric, value in found.items()
        if not isinstance(value, tuple)
    ]
    assert headlines(rows) == {("parsing", "d"): "edge_f1", ("parsing", "e"): "text/edge_f1"}
    assert task_headline(rows, "parsing") == "text/edge_f1"
