"""Densities integrate to one and lie where the values lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import gaussian_kde

from diagramloop.scores.density import density


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=40))
def test_a_density_integrates_to_one(values: list[float]) -> None:
    curve = density(values)
    assert curve is not None
    assert np.trapezoid(curve.density, curve.grid) == pytest.approx(1.0)
    assert (curve.density >= 0).all()


def test_it_peaks_where_the_values_are() -> None:
    for value in (0.0, 0.3, 1.0):
        curve = density([value] * 5)
        assert curve is not None
        assert curve.grid[curve.density.argmax()] == pytest.approx(value)


@given(st.lists(st.floats(0.0, 1.0), min_size=4, max_size=40, unique=True))
def test_kernels_against_scipy(values: list[float]) -> None:
    """Wide enough that no bound on the width counts, and the quartiles apart."""
    spread = min(np.std(values), np.subtract(*np.quantile(values, [0.75, 0.25])) / 1.34)
    width = 0.9 * spread * len(values) ** -0.2
    curve = density(values)
    assert curve is not None
    if width < 0.01:
        return
    mirrored = np.array([*values, *(-value for value in values), *(2 - value for value in values)])
    expected = gaussian_kde(mirrored, bw_method=width / mirrored.std(ddof=1))(curve.grid)
    assert curve.density == pytest.approx(expected / np.trapezoid(expected, curve.grid))


def test_no_values_have_no_density() -> None:
    assert density([]) is None
