"""Densities and correlations of scores, held against their definitions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import pearsonr

from flowbench.report import correlation_map, density_plot, write_site

RANDOM = np.random.default_rng(0)
ONE, OTHER = (RANDOM.uniform(size=40).tolist() for _ in range(2))


def test_a_density_integrates_to_what_lies_within() -> None:
    plot = density_plot("c", {"one": ONE, "flat": [0.5] * 40})
    (curve,) = plot.curves  # what never varies has none
    x, y = np.array(curve.points).T
    assert 0.7 < np.trapezoid(y, x) < 1


def test_correlations_are_pearsons_over_what_both_have() -> None:
    found = correlation_map("c", {"one": [*ONE, 0.3], "other": [*OTHER, None], "flat": [0.0] * 41})
    assert found.values[0][0] == pytest.approx(1)
    assert found.values[0][1] == found.values[1][0] == pytest.approx(pearsonr(ONE, OTHER).statistic)
    assert found.values[2] == (None, None, None)


@pytest.mark.parametrize(
    ("value", "shade"), [(1.0, "warm5"), (-1.0, "cold5"), (0.0, "warm0"), (-0.01, "warm0"), (None, "")]
)
def test_shades(value: float | None, shade: str) -> None:
    assert correlation_map("c", {}).shade(value) == shade


def test_both_stand_on_the_page(tmp_path: Path) -> None:
    values = {"<one>": ONE, "other": OTHER}
    page = write_site(
        tmp_path, [], [], {}, figures=[density_plot("d", values), correlation_map("m", values)]
    ).read_text()
    assert page.count("<polyline") == 2
    assert page.count('class="warm5"') == 2
    assert "<one>" not in page
