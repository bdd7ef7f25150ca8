"""Correlations: scipy as the oracle, weights as repetition, the map of metrics."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.scores import ScoreRow
from diagramloop.scores.correlation import correlation_map, kendall, pearson, spearman, values_of

ORACLES: list[tuple[Callable[..., np.ndarray], Callable[..., tuple[float, float]]]] = [
    (pearson, scipy.stats.pearsonr),
    (spearman, scipy.stats.spearmanr),
    (kendall, scipy.stats.kendalltau),
]
grades = st.sampled_from([0.0, 0.25, 0.5, 1.0])
observations = st.lists(st.tuples(grades, grades, st.integers(0, 3)), min_size=3, max_size=12)


@pytest.mark.parametrize(("own", "oracle"), ORACLES)
@given(observations)
def test_a_weight_is_that_many_repetitions(
    own: Callable[..., np.ndarray], oracle: Callable[..., tuple[float, float]], rows: list[tuple[float, float, int]]
) -> None:
    x, y, weights = (np.array(side, dtype=np.float64) for side in zip(*rows, strict=True))
    many_x, many_y = (np.repeat(side, weights.astype(int)) for side in (x, y))
    (found,) = own(x, y, weights[None, :])
    if len(set(many_x.tolist())) < 2 or len(set(many_y.tolist())) < 2:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(oracle(many_x, many_y)[0], abs=1e-9)


def row(metric: str, chart: str, value: float, missing: str = "") -> ScoreRow:
    return ScoreRow(chart, metric, value, 1, value, 1, missing)


def test_values_are_summed_by_item_and_missing_ones_left_out() -> None:
    rows = [row("node_f1", "a", 1.0), row("node_f1", "a", 0.0), row("node_f1", "b", 0.0, "no boxes")]
    assert values_of({"one": rows, "two": rows[:1]}) == {"node_f1": {("a", "one"): 0.5, ("a", "two"): 1.0}}


def test_the_map_is_symmetric_and_over_what_both_have() -> None:
    keys = [(str(item), "system") for item in range(5)]
    up = dict(zip(keys, [0.0, 0.25, 0.5, 0.75, 1.0], strict=True))
    down = {key: 1.0 - value**3 for key, value in up.items()}
    flat = dict.fromkeys(keys[:3], 0.5)
    found = correlation_map({"up": up, "down": down, "flat": flat})
    assert found.metrics == ("up", "down", "flat")
    assert found.spearman[0, 1] == found.spearman[1, 0] == -1.0
    assert -1.0 < found.pearson[0, 1] < -0.9
    assert found.pearson[0, 0] == pytest.approx(1.0)
    assert np.isnan(found.pearson[2]).all()
    assert found.n.tolist() == [[5, 5, 3], [5, 5, 3], [3, 3, 3]]


def test_nothing_in_common_has_no_correlation() -> None:
    found = correlation_map({"one": {("a", "s"): 1.0}, "other": {("b", "s"): 1.0}})
    assert found.n[0, 1] == 0
    assert np.isnan(found.spearman[0, 1])


def test_too_many_observations_are_refused() -> None:
    many = {(str(item), "s"): 0.5 for item in range(4_001)}
    with pytest.raises(DiagramloopError) as caught:
        correlation_map({"one": many})
    assert caught.value.reason is RejectionReason.TOO_LARGE
