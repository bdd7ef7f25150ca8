"""Sample sizes of human studies, held against simulated studies: 80 % claimed, 78 to 82 % found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from diagramloop.errors import DiagramloopError
from diagramloop.scores.study_power import items_for_correlation, items_for_difference

STUDIES = 20_000


@pytest.mark.parametrize("correlation", [0.25, 0.4052, 0.6])
def test_of_studies_as_large_as_told_four_in_five_find_a_correlation(correlation: float) -> None:
    items = items_for_correlation(correlation)
    chance = np.random.default_rng(7)
    metric = chance.standard_normal((STUDIES, items))
    marks = correlation * metric + np.sqrt(1 - correlation**2) * chance.standard_normal((STUDIES, items))
    centred = [side - side.mean(axis=1, keepdims=True) for side in (metric, marks)]
    found = (centred[0] * centred[1]).sum(axis=1) / np.sqrt(
        (centred[0] ** 2).sum(axis=1) * (centred[1] ** 2).sum(axis=1)
    )
    tested = np.abs(found) * np.sqrt((items - 2) / (1 - found**2)) > stats.t.ppf(0.975, items - 2)
    assert 0.78 <= tested.mean() <= 0.82


@pytest.mark.parametrize(("difference", "spread"), [(0.1, 0.4), (0.3, 0.4), (0.05, 0.15)])
def test_of_studies_as_large_as_told_four_in_five_find_a_difference(difference: float, spread: float) -> None:
    items = items_for_difference(difference, spread)
    marks = np.random.default_rng(7).normal(difference, spread, (STUDIES, items))
    statistic = np.abs(marks.mean(axis=1)) / (marks.std(axis=1, ddof=1) / np.sqrt(items))
    assert 0.78 <= (statistic > stats.t.ppf(0.975, items - 1)).mean() <= 0.82


@given(st.floats(0.02, 0.9), st.floats(0.5, 0.95))
def test_smaller_effects_and_more_power_need_more_items(effect: float, power: float) -> None:
    for needed in (items_for_correlation, lambda size, power: items_for_difference(size, 0.4, power)):
        assert needed(effect / 2, power) >= needed(effect, power) >= 4
        assert needed(effect, power + 0.04) >= needed(effect, power)


@pytest.mark.parametrize("correlation", [0.0, 1.0, -1.0, float("nan"), 2.0])
def test_what_cannot_be_planned_for_is_an_error(correlation: float) -> None:
    with pytest.raises(DiagramloopError):
        items_for_correlation(correlation)


@pytest.mark.parametrize(
    "numbers", [(0.0, 0.4), (0.1, 0.0), (0.1, float("nan")), (2.0, 0.4), (0.1, 0.4, 0.01), (0.1, 0.4, 1.0)]
)
def test_so_are_differences_spreads_and_powers_out_of_bounds(numbers: tuple[float, ...]) -> None:
    with pytest.raises(DiagramloopError):
        items_for_difference(*numbers)
