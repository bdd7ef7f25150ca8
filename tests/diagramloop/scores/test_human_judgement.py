"""Agreement of judges, and of metrics with them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores.human_judgement import human_correlations, judge_agreement
from diagramloop.scores.judgement_csv import Judgement, Judgements
from diagramloop.scores.rater_agreement import kappa

marks = st.sampled_from([0.0, 0.5, 1.0])


def judged(**by_judge: list[float | None]) -> tuple[Judgement, ...]:
    return tuple(
        Judgement(str(item), "s", judge, value)
        for judge, values in by_judge.items()
        for item, value in enumerate(values)
        if value is not None
    )


def test_krippendorffs_own_example() -> None:
    """Hayes and Krippendorff's data of four observers and twelve units: alpha 0.849 for intervals."""
    none = None
    values = {
        "a": [1, 2, 3, 3, 2, 1, 4, 1, 2, none, none, none],
        "b": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, none, 3],
        "c": [none, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, none],
        "d": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, none],
    }
    found = judge_agreement(judged(**values))  # type: ignore[arg-type]
    assert found.alpha == pytest.approx(0.849, abs=5e-4)
    assert (found.judges, found.units) == (4, 11)


def test_full_agreement_no_variety_and_nobody_else() -> None:
    assert judge_agreement(judged(a=[1.0, 0.0], b=[1.0, 0.0])).alpha == 1.0
    alike = judge_agreement(judged(a=[1.0, 1.0], b=[1.0, 1.0]))
    assert (alike.alpha, alike.identical) == (None, 1.0)
    assert judge_agreement(judged(a=[1.0, 0.0])).alpha is None
    assert judge_agreement(()).units == 0


@given(st.lists(st.tuples(marks, marks), min_size=2, max_size=12))
def test_alpha_of_two_judges_is_of_every_pair(pairs: list[tuple[float, float]]) -> None:
    found = judge_agreement(judged(a=[a for a, _ in pairs], b=[b for _, b in pairs]))
    everything = [value for pair in pairs for value in pair]
    within = np.mean([(a - b) ** 2 for a, b in pairs])
    between = np.mean([(x - y) ** 2 for i, x in enumerate(everything) for j, y in enumerate(everything) if i != j])
    assert found.alpha == (pytest.approx(1.0 - within / between) if between else None)
    assert found.identical == pytest.approx(np.mean([a == b for a, b in pairs]))


def test_kappa_is_the_mean_over_pairs_and_icc_is_of_what_all_judged() -> None:
    """Shrout and Fleiss (1979), Tables 2 and 4: four judges, six targets, ICC(2, 1) 0.29."""
    a, b, c, d = [9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]
    found = judge_agreement(judged(a=[*a, 1], b=[*b, None], c=c, d=d))
    assert found.icc == pytest.approx(0.29, abs=5e-3)
    pairs = [kappa(one, other, quadratic=True) for one, other in combinations((a, b, c, d), 2)]
    assert found.kappa == pytest.approx(np.mean(pairs))
    alone = judge_agreement(judged(a=a))
    assert (alone.kappa, alone.icc) == (None, None)


def test_correlations_are_scipys_with_intervals_over_items() -> None:
    random = np.random.default_rng(0)
    human = random.choice([0.0, 0.5, 1.0], size=(40, 2))
    rows = [
        Judgement(f"i{item}", system, "a", float(human[item, at]))
        for item in range(40)
        for at, system in enumerate(("s", "t"))
    ]
    noisy = human + random.normal(0.0, 0.4, human.shape)
    values = {
        "node_f1": {(row.item, row.system): float(noisy[int(row.item[1:]), "st".index(row.system)]) for row in rows}
    }
    found = {row.coefficient: row for row in human_correlations(Judgements(tuple(rows)), values, seed=1)}
    for name, oracle in [
        ("pearson", scipy.stats.pearsonr),
        ("spearman", scipy.stats.spearmanr),
        ("kendall", scipy.stats.kendalltau),
    ]:
        row = found[name]
        assert row.value == pytest.approx(oracle(noisy.ravel(), human.ravel())[0], abs=1e-9)
        assert row.low < row.value < row.high  # type: ignore[operator]
        assert (row.metric, row.n, row.items) == ("node_f1", 80, 40)
    assert list(found.values()) == human_correlations(Judgements(tuple(rows)), values, seed=1)


def test_clusters_widen_intervals() -> None:
    """Ten copies of each item under other systems tell no more than one."""
    base = [0.0, 0.5, 1.0, 1.0, 0.0, 0.5, 0.0, 1.0]
    metric = [0.1, 0.2, 0.9, 0.6, 0.3, 0.5, 0.4, 0.7]
    widths = []
    for copies in (1, 10):
        rows = tuple(Judgement(str(i), f"s{c}", "a", value) for i, value in enumerate(base) for c in range(copies))
        values = {"m": {(row.item, row.system): metric[int(row.item)] for row in rows}}
        row = human_correlations(Judgements(rows), values, seed=3)[0]
        widths.append(row.high - row.low)  # type: ignore[operator]
    assert widths[0] == pytest.approx(widths[1])


def test_what_is_constant_or_not_judged_has_no_correlation() -> None:
    judgements = Judgements(judged(a=[1.0, 0.5, 0.0]))
    values = {"flat": {(str(i), "s"): 0.5 for i in range(3)}, "elsewhere": {("9", "s"): 0.5}}
    found = human_correlations(judgements, values, seed=0)
    assert all(row.value is row.low is row.high is None for row in found)
    assert [row.n for row in found] == [3, 3, 3, 0, 0, 0]
