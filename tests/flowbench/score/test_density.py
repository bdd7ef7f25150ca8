"""Densities integrate to one and lie where the values lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowbench.score.density import density


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=40))
def test_a_density_integrates_to_one(values: list[float]) -> None:
    curve = density(values)
    assert curve is not None
    assert np.trapezoid(curve.density, curve.at) == pytest.approx(1.0)
    assert (curve.density >= 0).all()


def test_it_peaks_where_the_values_are() -> None:
    for value in (0.0, 0.3, 1.0):
        curve = density([value] * 5)
        assert curve is not None
        assert curve.at[curve.density.argmax()] == pytest.approx(value)


def test_no_values_have_no_density() -> None:
    assert density([]) is None
