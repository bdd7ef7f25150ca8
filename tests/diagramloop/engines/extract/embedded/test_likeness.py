"""References and contradictions between texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.extract.embedded.likeness import likeness, negative, opposite

WORDS = st.lists(st.sampled_from(["order", "send", "the", "not", "stock", "valid", "invalid"]), max_size=5).map(
    " ".join
)


def test_inflection_does_not_matter() -> None:
    assert likeness("the orders were sent", "send order") == 1.0


def test_half_the_words() -> None:
    assert likeness("send order", "send invoice") == 0.5


@given(WORDS, WORDS)
def test_symmetry(one: str, other: str) -> None:
    assert likeness(one, other) == likeness(other, one)
    assert opposite(one, other) == opposite(other, one)
    assert 0 <= likeness(one, other) <= 1
    assert not opposite(one, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("stock is available", "stock is not available"),
        ("the form is complete", "the form is incomplete"),
        ("order is accepted", "order is rejected"),
        ("yes", "no"),
        ("they are not acceptable", "the costs are acceptable"),
        ("the amount is above the limit", "the amount is below the limit"),
    ],
)
def test_opposites(one: str, other: str) -> None:
    assert opposite(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("stock is available", "stock is available"),
        ("the form is complete", "the payment is not made"),
        ("the form is not incomplete", "the form is complete"),
    ],
)
def test_no_opposites(one: str, other: str) -> None:
    assert not opposite(one, other)


def test_negation() -> None:
    assert negative("no stock")
    assert not negative("nothing")
