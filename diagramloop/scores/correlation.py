"""Correlation of metrics: the map of DiagramEval's Figure 4, and coefficients under resampling.

All coefficients are of observations with weights, whole numbers that say how often each is drawn; the value under
weights is that of the list in which each observation stands so many times. A coefficient of observations of which one
side is constant has no value: NaN.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.scores.counts import Counts, Floats
from diagramloop.scores.registry import METRICS
from diagramloop.scores.scoring import ScoreRow

Key = tuple[str, str]  # item, system
Values = Mapping[str, Mapping[Key, float]]  # metric to its value on each item of each system

MAX_OBSERVATIONS = 4_000  # pairs of them are held at once
_CONSTANT = 1e-12


@dataclass(frozen=True, slots=True)
class CorrelationMap:
    """Correlations of metrics with each other.

    Attributes:
        metrics: their names, in order.
        pearson, spearman: shape (metrics, metrics), symmetric; NaN where there is no value.
        n: observations that both metrics have, shape (metrics, metrics).
    """

    metrics: tuple[str, ...]
    pearson: Floats
    spearman: Floats
    n: NDArray[np.int64]


def values_of(systems: Mapping[str, Iterable[ScoreRow]]) -> Values:
    """The value of each metric on each item of each system; counts of one item are summed, missing ones left out."""
    counts: dict[str, dict[Key, Counts]] = {}
    for system, rows in systems.items():
        for row in rows:
            if not row.missing:
                known = counts.setdefault(row.metric, {})
                key = (row.chart, system)
                known[key] = known[key] + row.counts if key in known else row.counts
    return {
        metric: {key: float(METRICS[metric].statistic(count.row)) for key, count in known.items()}
        for metric, known in counts.items()
    }


def correlation_map(values: Values) -> CorrelationMap:
    """Every metric against every other, over what both were measured on.

    Raises:
        DiagramloopError: TOO_LARGE, more than 4,000 observations.
    """
    names = tuple(values)
    shape = (len(names), len(names))
    pearson_map, spearman_map, n = np.full(shape, np.nan), np.full(shape, np.nan), np.zeros(shape, dtype=np.int64)
    for row, first in enumerate(names):
        for column, second in enumerate(names[: row + 1]):
            x, y = paired(values[first], values[second])
            once = np.ones((1, len(x)))
            n[row, column] = n[column, row] = len(x)
            pearson_map[row, column] = pearson_map[column, row] = pearson(x, y, once)[0]
            spearman_map[row, column] = spearman_map[column, row] = spearman(x, y, once)[0]
    return CorrelationMap(names, pearson_map, spearman_map, n)


def paired(first: Mapping[Key, float], second: Mapping[Key, float]) -> tuple[Floats, Floats]:
    """The values of both on what both have, in order of name.

    Raises:
        DiagramloopError: TOO_LARGE, more than 4,000 of them.
    """
    shared = sorted(first.keys() & second.keys())
    if len(shared) > MAX_OBSERVATIONS:
        message = f"{len(shared)} observations: more than {MAX_OBSERVATIONS}"
        raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
    return np.array([first[key] for key in shared]), np.array([second[key] for key in shared])


def pearson(x: Floats, y: Floats, weights: Floats) -> Floats:
    """Pearson's r of observations (n,) under weights (resamples, n); shape (resamples,)."""
    return _linear(x[None, :], y[None, :], weights)


def spearman(x: Floats, y: Floats, weights: Floats) -> Floats:
    """Spearman's rho, ties at their middle rank; shapes as for :func:`pearson`."""
    return _linear(_ranks(x, weights), _ranks(y, weights), weights)


def kendall(x: Floats, y: Floats, weights: Floats) -> Floats:
    """Kendall's tau-b; shapes as for :func:`pearson`."""
    ranks, other = _order(x), _order(y)
    agreed, of_one, of_other = (
        ((weights @ table) * weights).sum(axis=1) for table in (ranks * other, ranks * ranks, other * other)
    )
    return _ratio(agreed, np.sqrt(of_one * of_other))


def _linear(x: Floats, y: Floats, weights: Floats) -> Floats:
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1.0)
    off_x, off_y = (side - (weights * side).sum(axis=1, keepdims=True) / total for side in (x, y))
    together, of_x, of_y = ((weights * product).sum(axis=1) for product in (off_x * off_y, off_x**2, off_y**2))
    return _ratio(together, np.sqrt(of_x * of_y))


def _ranks(values: Floats, weights: Floats) -> Floats:
    """Middle ranks of the observations under each weighting, up to a constant; shape (resamples, n)."""
    return weights @ (_order(values) + 1.0) / 2.0


def _order(values: Floats) -> Floats:
    """[i, j]: 1 where the j-th is greater than the i-th, -1 where it is less, else 0."""
    return np.sign(values[None, :] - values[:, None])


def _ratio(above: Floats, below: Floats) -> Floats:
    ratio = np.divide(above, below, out=np.full_like(above, np.nan), where=below > _CONSTANT)
    return np.clip(ratio, -1.0, 1.0)
