"""Sums of counts over many random weightings of the charts, as one matrix product."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diagramloop.score.counts import Floats

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
    at_once = max(1, _BLOCK // len(counts))
    blocks = [draw(min(at_once, resamples - done)) @ flat for done in range(0, resamples, at_once)]
    return np.concatenate(blocks).reshape(resamples, *counts.shape[1:])
