"""Precision, recall and F1 as the published evaluator has them: of nothing they are 0."""

from __future__ import annotations

import numpy as np

from diagramloop.scores.counts import Floats


def precision(counts: Floats) -> Floats:
    """Share of predicted elements that are right, for counts of shape (..., 4)."""
    return _share(counts[..., 0], counts[..., 1])


def recall(counts: Floats) -> Floats:
    """Share of gold elements that were found, for counts of shape (..., 4)."""
    return _share(counts[..., 2], counts[..., 3])


def f1(counts: Floats) -> Floats:
    """Their harmonic mean."""
    precise, recalled = precision(counts), recall(counts)
    return _share(2.0 * precise * recalled, precise + recalled)


def _share(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
