"""The last lines in the terminal: short, whatever the board; nothing in them that the board does not say."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.report import LeaderboardRow, closing_lines

TASKS = ["answer", "attribution", "dialogue", "extraction", "generation", "parsing"]
PATHS = {"rows": "/r", "page": "/p"}


def row(task: str, data: str, system: str, value: float | None, **more: Any) -> LeaderboardRow:
    return LeaderboardRow(task, data, system, "edge_f1", value, None, None, 9, **more)


def test_the_best_of_a_task_is_told_over_all_of_its_boards() -> None:
    rows = [
        *(row("parsing", "a", name, value) for name, value in (("one", 0.9), ("two", 0.5))),
        *(row("parsing", "b", name, value) for name, value in (("one", 0.7), ("two", 0.6))),
        row("parsing", "c", "two", 0.4, contamination="in its training set (9 of 9 items)"),
    ]
    same = {"task": "parsing", "metric": "edge_f1", "first": "one", "second": "two"}
    tests = [{**same, "data": data, "p_value": p} for data, p in (("a", 0.001), ("b", 0.3))]
    assert closing_lines(rows, tests, None, [], {}) == [
        "parsing: one best on 2 of 3 boards (edge_f1 0.700 to 0.900), two best on 1 of 3 boards (edge_f1 0.400);"
        " 1 of 2 leads real; trained on these items"
    ]


def test_what_people_reach_is_told_over_the_boards_on_which_somebody_measured_it() -> None:
    rows = [row("parsing", data, "one", 0.5, ceiling=people) for data, people in (("a", 0.9), ("b", 0.95), ("c", None))]
    (line,) = closing_lines(rows, [], None, [], {})
    assert line.endswith("; nobody to compare with; people reach 0.900 to 0.950")


def test_of_ones_own_rows_the_first_are_named_and_the_rest_counted() -> None:
    rows = [row("parsing", "a", f"mine {at}", at / 10) for at in range(5)]
    known = {("parsing", "a", "mine 4"), ("parsing", "elsewhere", "mine 3")}
    (_, own) = closing_lines([*rows, row("parsing", "a", "gold", 1.0, control=True)], [], known, [], {})
    assert own.startswith("yours: mine 3 on a (parsing): 0.300, rank 2 of 5; ")
    assert own.endswith("; and 1 more")


@given(
    st.lists(
        st.tuples(st.sampled_from(TASKS), st.sampled_from("ab"), st.sampled_from("xyz"), st.none() | st.floats(0, 1)),
        unique_by=lambda made: made[:3],
    ),
    st.lists(st.text(), max_size=20),
)
def test_there_are_ten_lines_at_most(made: list[tuple[str, str, str, float | None]], notes: list[str]) -> None:
    lines = closing_lines([row(*one) for one in made], [], set(), notes, PATHS)
    assert len(lines) <= 10
    assert lines[-2:] == ["rows: /r", "page: /p"]
    assert {line.partition(":")[0] for line in lines} & set(TASKS) == {one[0] for one in made}
