"""Densities and correlations of scores as figures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import pearsonr

from diagramloop.report import correlation_figure, density_plot, write_site

RANDOM = np.random.default_rng(0)
ONE, OTHER = (RANDOM.uniform(size=40).tolist() for _ in range(2))
VALUES = {name: {(str(at), "s"): value for at, value in enumerate(v)} for name, v in (("<one>", ONE), ("other", OTHER))}


def test_a_density_integrates_to_one() -> None:
    (curve,) = density_plot("c", {"one": VALUES["<one>"], "nothing": {}}).curves
    x, y = np.array(curve.points).T
    assert np.trapezoid(y, x) == pytest.approx(1, abs=0.01)


def test_correlations_are_pearsons_over_what_both_have() -> None:
    more = {**VALUES, "flat": dict.fromkeys(VALUES["other"], 0.0)}
    more["<one>"] = {**more["<one>"], ("40", "s"): 0.3}
    found = correlation_figure("c", more)
    assert found.values[0][1] == found.values[1][0] == pytest.approx(pearsonr(ONE, OTHER).statistic)
    assert found.values[2] == (None, None, None)


SHADES = [(1.0, "warm5"), (-1.0, "cold5"), (0.0, "warm0"), (-0.01, "warm0"), (None, "")]


@pytest.mark.parametrize(("value", "shade"), SHADES)
def test_shades(value: float | None, shade: str) -> None:
    assert correlation_figure("c", {}).shade(value) == shade


def test_both_stand_on_the_page(tmp_path: Path) -> None:
    figures = [density_plot("d", VALUES), correlation_figure("m", VALUES)]
    page = write_site(tmp_path, [], [], {}, figures=figures).read_text()
    assert page.count("<polyline") == 2
    assert page.count('class="warm5"') == 2
    assert "<one>" not in page
