"""Counts and the statistics taken of their sums."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores.counts import Counts, f1, precision, recall

small = st.integers(0, 50)
counts = st.tuples(small, small, small, small).map(
    lambda t: Counts(min(t[0], t[1]), max(t[0], t[1]), min(t[2], t[3]), max(t[2], t[3]))
)


def test_one_to_one() -> None:
    score = Counts.one_to_one(3, predicted=4, gold=6)
    assert (score.precision, score.recall, score.f1) == (0.75, 0.5, pytest.approx(0.6))
    assert (score.false_positives, score.false_negatives) == (1, 3)


@pytest.mark.parametrize(("predicted", "gold", "value"), [(0, 0, 1.0), (0, 5, 0.0), (5, 0, 0.0), (5, 5, 0.0)])
def test_nothing_right(predicted: int, gold: int, value: float) -> None:
    score = Counts.one_to_one(0, predicted, gold)
    assert (score.precision, score.recall, score.f1) == (value, value, value)


@given(st.floats(0, 1), st.integers(1, 9))
def test_a_rate_is_its_own_f1(share: float, total: int) -> None:
    assert Counts.rate(share * total, total).f1 == pytest.approx(share)


@given(counts, counts)
def test_additive(a: Counts, b: Counts) -> None:
    both = np.stack([a.row, b.row])
    assert (a + b).f1 == f1(both.sum(axis=0))
    assert [a.f1, b.f1] == f1(both).tolist()


@given(counts)
def test_within_bounds(score: Counts) -> None:
    for statistic in (precision, recall, f1):
        assert 0.0 <= statistic(score.row) <= 1.0
    assert min(score.precision, score.recall) <= score.f1 + 1e-12
    assert score.f1 <= max(score.precision, score.recall) + 1e-12
