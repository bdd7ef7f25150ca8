"""Bounds in questions, and numbers that keep them."""

from __future__ import annotations

import pytest

from diagramloop.engines.converse.embedded.quantities import Bound, bound, keeps, quantities

INFINITE = float("inf")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is it more than 12 volts?", Bound(12, INFINITE, False)),
        ("Is it less than two days old?", Bound(-INFINITE, 2, True, 1)),
        ("Does it read between 8 and 5?", Bound(5, 8, False)),
        ("温度是否超过30?", Bound(30, INFINITE, False)),
        ("Is it a pump?", None),
        ("Are there 3 pumps?", None),
    ],
)
def test_bounds(question: str, expected: Bound | None) -> None:
    assert bound(question) == expected


def test_times_are_in_days() -> None:
    assert [quantity.value for quantity in quantities("two weeks, a year, 12 hours")] == [14, 365, 0.5]


def test_a_bare_number_has_the_unit_of_the_bound() -> None:
    years = bound("Is it more than 3 years old?")
    assert years is not None
    assert [keeps(said, years) for said in ("it's 4", "2", "50 days")] == [1, -1, -1]


@pytest.mark.parametrize(
    ("utterance", "kept"), [("14", 1), ("it's 9.5 V", -1), ("exactly 12", 0), ("no idea", 0), ("two days", 0)]
)
def test_keeping_a_bound(utterance: str, kept: int) -> None:
    assert keeps(utterance, Bound(12, INFINITE, False)) == kept
