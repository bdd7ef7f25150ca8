"""Bootstrap confidence intervals clustered by chart."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diagramloop.scores.counts import Floats, Statistic
from diagramloop.scores.resampling import weighted_totals, weighted_values

RESAMPLES = 2_000
_LOPSIDED = 0.1  # of its width: so far from the middle of its interval a value may lie to be written with half of it


def bootstrap_totals(counts: Floats, *, seed: int, resamples: int = RESAMPLES) -> Floats:
    """Total counts of bootstrap samples of charts.

    Charts are the clusters: a row holds the counts of everything that was made from one chart, and rows
    are drawn with replacement, which is a draw of multinomial weights.

    Args:
        counts: shape (charts, ...), of one metric or of several side by side.
        seed: the same seed gives the same samples.

    Returns:
        Shape (resamples, ...).
    """
    charts = len(counts)
    random = np.random.default_rng(seed)
    even = np.full(charts, 1.0 / charts)
    return weighted_totals(counts, lambda samples: random.multinomial(charts, even, size=samples), resamples)


def bootstrap_values(
    value: Callable[[Floats], Floats], charts: NDArray[np.intp], *, seed: int, resamples: int = RESAMPLES
) -> Floats:
    """Values of bootstrap samples of charts, of what is no sum over items: shares of the surest, correlations.

    Args:
        value: gives values (samples,) of weights of the items (samples, items).
        charts: number of each item's chart.
        seed: the same seed gives the same samples, which are those of :func:`bootstrap_totals`.
    """
    number = int(charts.max()) + 1
    random = np.random.default_rng(seed)
    even = np.full(number, 1.0 / number)
    return weighted_values(
        value, lambda samples: random.multinomial(number, even, size=samples)[:, charts], len(charts), resamples
    )


def bootstrap_differences(a: Floats, b: Floats, statistic: Statistic, *, seed: int) -> Floats:
    """The value of ``a`` less that of ``b`` in each bootstrap sample of charts, which are the same in both."""
    totals = bootstrap_totals(np.stack([a, b], axis=1), seed=seed)
    return np.asarray(statistic(totals[:, 0]) - statistic(totals[:, 1]))


def percentile_interval(values: Floats, confidence: float = 0.95) -> tuple[float, float]:
    """Lower and upper bound: the percentile interval (Efron and Tibshirani, 1993, Chapter 13).

    Args:
        values: the statistic of each bootstrap sample, shape (resamples,).
    """
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(values, [tail, 1.0 - tail])
    return float(low), float(high)


def interval_text(value: float | None, low: float | None, high: float | None) -> str:
    """An interval as people read it: half of it where it is symmetric, else its two ends; empty where it has no width.

    >>> interval_text(0.5, 0.4, 0.6), interval_text(1.0, 0.0, 1.0), interval_text(1.0, 1.0, 1.0)
    ('±0.100', '[0.000, 1.000]', '')
    """
    if value is None or low is None or high is None or low == high:
        return ""
    if abs(value - (low + high) / 2) <= _LOPSIDED / 2 * (high - low):
        return f"±{(high - low) / 2:.3f}"
    return f"[{low:.3f}, {high:.3f}]"


def value_text(value: float | None, low: float | None, high: float | None) -> str:
    """A value with its :func:`interval_text`.

    >>> value_text(0.8, 0.3, 1.0), value_text(None, None, None)
    ('0.800 [0.300, 1.000]', '-')
    """
    return "-" if value is None else f"{value:.3f} {interval_text(value, low, high)}".rstrip()
