"""Bootstrap intervals, against scipy's."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from diagramloop.scores.bootstrap import bootstrap_totals, percentile_interval
from diagramloop.scores.counts import f1


def charts(size: int, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    gold = random.integers(5, 40, size)
    matched = random.binomial(gold, 0.8)
    return np.stack([matched, matched + random.integers(0, 5, size), matched, gold], axis=1).astype(float)


def interval(counts: np.ndarray, seed: int = 0) -> tuple[float, float]:
    return percentile_interval(f1(bootstrap_totals(counts, seed=seed, resamples=5_000)))


def test_against_scipy() -> None:
    counts = charts(60)
    oracle = scipy.stats.bootstrap(
        (np.arange(60),),
        lambda drawn, axis: f1(counts[drawn].sum(axis=axis - 1)),
        n_resamples=5_000,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    assert interval(counts) == pytest.approx((oracle.low, oracle.high), abs=2e-3)


def test_a_sample_has_as_many_charts_as_the_data() -> None:
    totals = bootstrap_totals(np.ones((7, 3, 4)), seed=0, resamples=10)
    assert totals.shape == (10, 3, 4)
    assert (totals == 7).all()


def test_seeded_and_unmoved_by_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = charts(30)
    whole = bootstrap_totals(counts, seed=3, resamples=100)
    assert not np.array_equal(whole, bootstrap_totals(counts, seed=4, resamples=100))
    monkeypatch.setattr("diagramloop.scores.resampling._BLOCK", 7 * 30)
    np.testing.assert_array_equal(whole, bootstrap_totals(counts, seed=3, resamples=100))


def test_certain_results_have_no_width() -> None:
    assert interval(np.full((10, 4), 5.0)) == (1.0, 1.0)
    assert interval(charts(1)) == pytest.approx([float(f1(charts(1)[0]))] * 2)


def test_coverage_is_about_what_it_says() -> None:
    """Of 200 samples of 40 charts from a known population, about 95 % of the intervals hold its value."""
    population = charts(20_000, seed=9)
    value = f1(population.sum(axis=0))
    random = np.random.default_rng(5)
    held = 0
    for _ in range(200):
        sample = population[random.integers(0, len(population), 40)]
        low, high = percentile_interval(f1(bootstrap_totals(sample, seed=0, resamples=400)))
        held += low <= value <= high
    assert 0.88 <= held / 200 <= 0.99
