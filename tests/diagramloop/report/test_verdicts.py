"""Who is best, by how much and whether it is real: told right, and nothing made up where nothing is known."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.report import LeaderboardRow, write_site
from diagramloop.report._matrix import Matrix
from diagramloop.report._verdicts import BoardVerdict, verdicts
from tests.diagramloop.report.site_rows import DIFFERENCES, ROWS

SAME = {"task": "parsing", "data": "d", "metric": "edge_f1", "low": None, "high": None, "n": 9}


def row(system: str, value: float | None, **more: Any) -> LeaderboardRow:
    return LeaderboardRow(**{"system": system, "value": value, **SAME, **more})


def verdict(*rows: LeaderboardRow, **p_values: float) -> BoardVerdict:
    """One board, with the p-values of the tests of systems with the one called ``best``."""
    tests = [
        {"task": "parsing", "data": "d", "metric": "edge_f1", "first": "best", "second": name, "p_value": p}
        for name, p in p_values.items()
    ]
    (found,) = verdicts(rows, tests)
    return found


def test_a_lead_that_a_test_finds_is_real_and_says_what_the_board_can_see() -> None:
    best = row("best", 0.9, low=0.8, high=0.95, detectable=0.05, against="other")
    found = verdict(best, row("other", 0.7), row("gold", 1.0, control=True), other=0.0002)
    assert (found.lead, found.certainty, found.sees) == ("0.200 before other", "yes, p < 0.001", "0.050")
    assert found.sentence == (
        "parsing on d: best is best by edge_f1, 0.900 [0.800, 0.950]. The lead of 0.200 before other is real"
        " (p < 0.001). These 9 charts show differences from 0.050 on."
    )


def test_a_lead_that_no_test_finds_is_not_called_one() -> None:
    best = row("best", 0.9, against="other", needs=1234)
    found = verdict(best, row("other", 0.89), row("third", 0.2), other=0.4, third=0.01)
    assert found.certainty == "not shown, p 0.400; it would need 1,234 charts"
    assert "is not shown to be real" in found.sentence
    assert found.level == ("other",)
    assert verdict(best, row("other", 0.89)).certainty == "not tested"


@pytest.mark.parametrize(
    ("rows", "lead", "said"),
    [
        ([row("a", 0.5), row("b", 0.5)], "shared by 2", "a and b are best"),
        ([row("a", 0.5)], "nobody to lead", "no other system"),
        ([row("a", None)], "nobody has a rank", "nobody has a rank"),
    ],
)
def test_where_there_is_no_lead_none_is_told(rows: list[LeaderboardRow], lead: str, said: str) -> None:
    found = verdict(*rows)
    assert (found.lead, found.certainty, found.sees) == (lead, "nothing to test", "not known")
    assert said in found.sentence


def test_a_best_system_that_was_trained_on_the_items_is_not_passed_over_in_silence() -> None:
    found = verdict(row("best", 0.9, seen=9, contamination="in its training set (9 of 9 items)"))
    assert "With care: best: in its training set (9 of 9 items)." in found.sentence
    assert Matrix([found]).seen


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.none() | st.floats(0, 1)), unique_by=lambda one: one[0]))
def test_of_any_board_the_best_has_the_best_value_and_the_next_none_better(
    made: list[tuple[str, float | None]],
) -> None:
    for found in verdicts([row(name, value) for name, value in made], []):
        known = sorted((value for _, value in made if value is not None), reverse=True)
        assert [one.value for one in found.best] == [value for value in known if value == known[0]]
        assert found.next is None or found.next.value == known[len(found.best)]
        assert found.sentence


def test_the_page_begins_with_the_matrix_and_the_answers_and_names_its_data(tmp_path: Path) -> None:
    other = [dataclasses.replace(one, task="extraction", data="paged") for one in ROWS if one.system != "two"]
    page = write_site(tmp_path, [*ROWS, *other], [], {"corpus": "41 charts"}, differences=DIFFERENCES).read_text()
    matrix = page[: page.index("</table>")]
    assert page.index("41 charts") < page.index('class="matrix"') < page.index('id="leaderboard"')
    assert matrix.count('<th scope="row">') == 3 + 3  # systems and answers; the gold is no system
    assert 'href="#leaderboard?board-task=parsing&amp;board-data=corpus%2Fmono"' in matrix
    assert "0.050 before two" in matrix
    assert "not shown, p 0.400" in matrix
