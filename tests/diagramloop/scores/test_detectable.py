"""Least detectable differences, held against the textbook, against scipy and against simulated boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from diagnosis.score_power import BOARDS, power
from diagramloop.scores import METRICS, ScoreRow, compare
from diagramloop.scores.counts import f1
from diagramloop.scores.detectable import Spread, spread_of, spread_of_difference, student_quantile
from diagramloop.scores.scoring import spreads

EDGE_F1 = METRICS["edge_f1"].statistic


def test_four_in_five_of_the_differences_that_boards_call_detectable_are_found() -> None:
    chosen = ("edge F1, 24 charts", "edge F1, 41 charts", "mean over 41 charts", "share of 96 charts")
    found = [power(*BOARDS[name], trials=500, seed=1) for name in chosen]
    assert 0.78 <= np.mean(found) <= 0.82


@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_the_spread_of_a_mean_is_the_textbooks(values: list[float]) -> None:
    counts = np.array([[value, 1.0, value, 1.0] for value in values])
    assert spread_of(counts, f1).error == pytest.approx(stats.sem(values), abs=1e-9)


@given(st.integers(0, 2**16), st.integers(3, 30))
def test_the_jackknife_is_that_of_a_loop_over_charts(seed: int, charts: int) -> None:
    chance = np.random.default_rng(seed)
    a, b = chance.integers(1, 9, (2, charts, 4)).astype(float)
    left_out = [
        EDGE_F1(np.delete(a, at, axis=0).sum(axis=0)) - EDGE_F1(np.delete(b, at, axis=0).sum(axis=0))
        for at in range(charts)
    ]
    expected = np.sqrt((charts - 1) * np.var(left_out))
    assert spread_of_difference(a, b, EDGE_F1).error == pytest.approx(expected, abs=1e-9)


def test_the_multiple_is_that_of_tests_of_two_estimated_spreads() -> None:
    chance, charts = np.random.default_rng(3), 12
    pilot = chance.normal(size=(20_000, charts)).std(axis=1, ddof=1) / np.sqrt(charts)
    told = Spread(1.0, charts).detectable()
    assert told is not None
    study = chance.normal(size=(20_000, charts)) + (told * pilot)[:, None]
    assert 0.79 <= (stats.ttest_1samp(study, 0.0, axis=1).pvalue < 0.05).mean() <= 0.81


@given(st.floats(1e-4, 0.2), st.integers(6, 500))
def test_more_charts_and_less_spread_show_smaller_differences(error: float, charts: int) -> None:
    here, more, less = (Spread(*of).detectable() for of in ((error, charts), (error, charts + 1), (error / 2, charts)))
    assert here is not None
    assert more is not None
    assert less is not None
    assert more < here
    assert less == pytest.approx(here / 2)
    needed = Spread(error, charts).charts_for(here)
    assert needed is not None
    assert needed <= charts + 2  # what is detectable needs no more charts than there are


@pytest.mark.parametrize("spread", [Spread(0.1, 5), Spread(0.0, 50)])
def test_of_few_charts_or_where_nothing_varies_nothing_is_known(spread: Spread) -> None:
    assert spread.detectable() is None
    assert Spread(0.0, 50).charts_for(0.1) is None
    assert Spread(0.1, 50).charts_for(0.0) is None


def scores(hits: list[int]) -> list[ScoreRow]:
    return [ScoreRow(f"c{at}", "edge_f1", hit, 10, hit, 10) for at, hit in enumerate(hits)]


def test_what_is_not_decided_says_how_many_charts_it_needs_and_what_is_decided_does_not() -> None:
    chance = np.random.default_rng(5)
    base = chance.integers(4, 9, 30).tolist()
    near = [value + step for value, step in zip(base, chance.integers(-2, 3, 30).tolist(), strict=True)]
    found = {
        (one.first, one.second): one
        for one in compare({"a": scores(base), "near": scores(near), "none": scores([0] * 30)}, seed=0)
    }
    undecided = found["a", "near"]
    assert undecided.p_value > 0.05
    assert undecided.needs is not None
    assert undecided.needs > 30
    assert found["a", "none"].p_value < 0.05
    assert found["a", "none"].needs is None
    assert spreads(scores(base))["edge_f1"].charts == 30


@given(st.integers(5, 200), st.floats(0.9, 0.999))
def test_the_quantile_is_students(freedom: int, share: float) -> None:
    assert student_quantile(freedom, share) == pytest.approx(stats.t.ppf(share, freedom), rel=1e-12)
