"""Scores of answers: SQuAD's normal form by its own rules, and what follows from what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores import METRICS, score_comparison
from diagramloop.scores.answers import AnswerComparison, normalised


@pytest.mark.parametrize(
    ("answer", "accepted", "exact", "lenient", "f1"),
    [
        ("7", ["7", "seven"], True, True, 1.0),
        (" 7 ", ["7"], True, True, 1.0),
        ("Seven.", ["7"], False, True, 1.0),
        ("The third valve!", ["third valve"], False, True, 1.0),
        ("third valve", ["second valve", "valve"], False, False, 2 / 3),
        ("", ["7"], False, False, 0.0),
        ("  ", ["The"], False, False, 0.0),
        ("the", ["The"], False, False, 0.0),  # in normal form nothing is left of either
        ("The", ["The"], True, True, 1.0),
        ("->", ["->"], True, True, 1.0),
        ("<-", ["->"], False, False, 0.0),
        ("e\u0301clair", ["éclair"], True, True, 1.0),
        ("none", ["0"], False, True, 1.0),
        ("yes yes", ["yes"], False, False, 2 / 3),
    ],
)
def test_scores(answer: str, accepted: list[str], exact: bool, lenient: bool, f1: float) -> None:
    found = AnswerComparison(answer, accepted)
    assert (found.exact, found.lenient, found.f1) == (exact, lenient, pytest.approx(f1))


@given(st.text(max_size=40), st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_exact_is_lenient_and_lenient_is_whole(answer: str, accepted: list[str]) -> None:
    found = AnswerComparison(answer, accepted)
    assert not found.exact or found.lenient
    assert not found.lenient or found.f1 == 1.0
    assert 0.0 <= found.f1 <= 1.0
    assert AnswerComparison(answer, [*accepted, "more"]).f1 >= found.f1
    assert normalised(normalised(answer)) == normalised(answer)


@given(st.sampled_from(("Boil the water", "7 edges", "Is it Ready?")), st.sampled_from("!.,;?'\" "))
def test_the_normal_form_takes_no_notice_of_case_marks_and_space(text: str, mark: str) -> None:
    assert AnswerComparison(f" {mark}{text.upper()}{mark} ", [text]).lenient


def test_a_question_counts_once_in_each_metric() -> None:
    names = [name for name in METRICS if name.startswith("answer/")]
    rows = score_comparison(AnswerComparison("two", ["2"]), chart="c", metrics=names)
    assert {row.metric: (row.correct, row.gold) for row in rows} == {
        "answer/exact": (0, 1),
        "answer/lenient": (1, 1),
        "answer/f1": (1, 1),
    }
