"""Bounds in questions, and numbers that keep them."""

from __future__ import annotations

import pytest

from diagramloop.engines.converse.embedded.quantities import Bound, bound, keeps, quantities

INFINITE = float("inf")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is it more than 12 volts?", Bound(12, INFINITE, "voltage")),
        ("Is it less than two days old?", Bound(-INFINITE, 2, "time", 1)),
        ("Does it read between 8 and 5?", Bound(5, 8, "")),
        ("温度是否超过30?", Bound(30, INFINITE, "")),
        ("25 to 30 g for 36 s?", Bound(0.025, 0.03, "weight", 0.001)),
        ("500 MB or less", Bound(-INFINITE, 500, "data")),
        ("Is it above minus ten?", Bound(-10, INFINITE, "")),
        ("Is it more than half a day old?", Bound(0.5, INFINITE, "time")),
        ("Is it a pump?", None),
        ("Are there 3 pumps?", None),
    ],
)
def test_bounds(question: str, expected: Bound | None) -> None:
    assert bound(question) == expected


def test_times_are_in_days() -> None:
    assert [quantity.value for quantity in quantities("two weeks, a year, 12 hours")] == [14, 365, 0.5]


@pytest.mark.parametrize(
    ("utterance", "value"),
    [
        ("twelve hundred MB", 1200),
        ("2 gigs", 2048),
        ("two and a half", 2.5),
        ("1,000", 1000),
        ("a couple of weeks", 14),
    ],
)
def test_numbers_in_words_and_in_other_units(utterance: str, value: float) -> None:
    assert [quantity.value for quantity in quantities(utterance)] == [value]


def test_a_bare_number_has_the_unit_of_the_bound() -> None:
    years = bound("Is it more than 3 years old?")
    assert years is not None
    assert [keeps(said, years) for said in ("it's 4", "2", "50 days")] == [1, -1, -1]


@pytest.mark.parametrize(
    ("utterance", "kept"), [("14", 1), ("it's 9.5 V", -1), ("exactly 12", 0), ("no idea", 0), ("two days", 0)]
)
def test_keeping_a_bound(utterance: str, kept: int) -> None:
    assert keeps(utterance, Bound(12, INFINITE, "voltage")) == kept
