"""Sums of counts, and other values, over many random weightings of the charts, in blocks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diagramloop.scores.counts import Floats

_BLOCK = 4_000_000  # weights held at once: 32 MB


def weighted_totals(counts: Floats, draw: Callable[[int], NDArray[np.int64]], resamples: int) -> Floats:
    """Totals under each weighting.

    Args:
        counts: shape (charts, ...).
        draw: gives that many weightings, shape (that many, charts); called for blocks, in order.
        resamples: weightings in all.

    Returns:
        Shape (resamples, ...).
    """
    flat = counts.reshape(len(counts), -1)
    totals = weighted_values(lambda weights: weights @ flat, draw, len(counts), resamples)
    return totals.reshape(resamples, *counts.shape[1:])


def weighted_values(
    value: Callable[[Floats], Floats], draw: Callable[[int], NDArray[np.int64]], items: int, resamples: int
) -> Floats:
    """Values (resamples, ...) under each weighting.

    Args:
        value: gives the values (samples, ...) of weights (samples, items).
        draw: as for :func:`weighted_totals`, of ``items`` items.
    """
    at_once = max(1, _BLOCK // items)
    blocks = (draw(min(at_once, resamples - done)) for done in range(0, resamples, at_once))
    return np.concatenate([value(weights.astype(np.float64)) for weights in blocks])
