"""Significance of a difference of two systems: a paired permutation test over charts, and Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diagramloop.scores.counts import Floats
from diagramloop.scores.resampling import weighted_totals

PERMUTATIONS = 9_999
_ROUNDING = 1e-12  # differences closer than this are ties


def exchanged_totals(a: Floats, b: Floats, *, seed: int, permutations: int = PERMUTATIONS) -> tuple[Floats, Floats]:
    """Total counts of both systems after exchanging them on random charts.

    Were the systems the same, the names "a" and "b" could be exchanged chart by chart (approximate
    randomisation; Noreen, 1989). The first exchange is none at all: the data as they are. Where
    ``permutations`` allows, every exchange is tried once instead of random ones.

    Args:
        a: counts of one system, shape (charts, ...).
        b: counts of the other on the same charts in the same order.
        seed: the same seed gives the same exchanges.

    Returns:
        Totals of a and of b, each of shape (1 + exchanges, ...).
    """
    charts = len(a)
    if 2**charts - 1 <= permutations:
        every = (np.arange(2**charts)[:, None] >> np.arange(charts)) & 1
        moved = np.tensordot(every, b - a, axes=1)
    else:
        random = np.random.default_rng(seed)
        exchanged = weighted_totals(b - a, lambda size: random.integers(0, 2, (size, charts)), permutations)
        moved = np.concatenate([np.zeros((1, *a.shape[1:])), exchanged])
    return a.sum(axis=0) + moved, b.sum(axis=0) - moved


def two_sided_p_value(differences: Floats) -> float:
    """Share of differences at least as far from 0 as the first, which is the observed one; never 0."""
    return float(np.mean(np.abs(differences) >= abs(differences[0]) - _ROUNDING))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """p-values adjusted for being tested together (Holm, 1979), in the order given."""
    values: NDArray[np.float64] = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1)), 1.0)
    return tuple(adjusted.tolist())
