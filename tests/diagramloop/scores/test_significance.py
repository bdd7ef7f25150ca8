"""The paired permutation test against scipy's, and Holm's correction by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores.counts import f1
from diagramloop.scores.significance import exchanged_totals, holm, two_sided_p_value


def systems(charts: int, better: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    gold = random.integers(5, 40, charts)
    hits = [random.binomial(gold, share) for share in (0.7, 0.7 + better)]
    return tuple(np.stack([hit, gold, hit, gold], axis=1).astype(float) for hit in hits)  # type: ignore[return-value]


def p_value(a: np.ndarray, b: np.ndarray, permutations: int = 9_999, seed: int = 0) -> float:
    of_a, of_b = exchanged_totals(a, b, seed=seed, permutations=permutations)
    return two_sided_p_value(f1(of_a) - f1(of_b))


@pytest.mark.parametrize(("charts", "better"), [(8, 0.05), (40, 0.03), (40, 0.0)])
def test_against_scipy(charts: int, better: float) -> None:
    a, b = systems(charts, better)
    pool = np.concatenate([a, b])
    oracle = scipy.stats.permutation_test(
        (np.arange(charts), np.arange(charts, 2 * charts)),
        lambda x, y, axis: np.abs(f1(pool[x].sum(axis=axis - 1)) - f1(pool[y].sum(axis=axis - 1))),
        permutation_type="samples",
        alternative="greater",
        vectorized=True,
        rng=np.random.default_rng(1),
    )
    assert p_value(a, b) == pytest.approx(oracle.pvalue, abs=0.02)


def test_few_charts_are_exchanged_in_every_way() -> None:
    a, b = systems(5, 0.1)
    naive = []
    for swaps in itertools.product([0, 1], repeat=5):
        chosen = np.array(swaps, dtype=bool)[:, None]
        naive.append(f1(np.where(chosen, b, a).sum(axis=0)) - f1(np.where(chosen, a, b).sum(axis=0)))
    expected = np.mean([abs(d) >= abs(naive[0]) - 1e-12 for d in naive])
    assert p_value(a, b) == expected == p_value(a, b, seed=99)


def test_equal_systems_and_clear_winners() -> None:
    a, b = systems(60, 0.2)
    assert p_value(a, a) == 1.0
    assert p_value(a, b) == pytest.approx(1e-4)
    assert p_value(a, b) == p_value(b, a)
    assert p_value(a, b, seed=1) == p_value(a, b, seed=1)


def test_false_alarms_are_as_rare_as_stated() -> None:
    alarms = [p_value(*systems(25, 0.0, seed), permutations=199) <= 0.05 for seed in range(300)]
    assert np.mean(alarms) < 0.09


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([]) == ()
    assert holm([0.9, 0.8]) == (1.0, 1.0)


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_keeps_order_and_never_lowers(values: list[float]) -> None:
    adjusted = holm(values)
    assert all(value <= new <= 1.0 for value, new in zip(values, adjusted, strict=True))
    for i, j in itertools.combinations(range(len(values)), 2):
        if values[i] < values[j]:
            assert adjusted[i] <= adjusted[j]
