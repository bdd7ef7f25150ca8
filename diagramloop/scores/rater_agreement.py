"""Agreement of raters beyond chance: of people, of model judges, and of one judge with itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diagramloop.scores.counts import Floats


def kappa(first: Sequence[float], second: Sequence[float], *, quadratic: bool = False) -> float | None:
    """Agreement of two raters on the same units, 1 minus observed over expected disagreement.

    Args:
        first, second: marks, unit by unit.
        quadratic: count a disagreement by its square (Cohen, 1968); each alike if False (Cohen, 1960).

    Returns:
        None without units, or where both gave one mark to all: then nothing is expected to differ.

    >>> kappa([1, 0, 1, 1], [1, 0, 0, 1])
    0.5
    """
    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    apart = a[:, None] - b[None, :]
    cost = apart**2 if quadratic else (apart != 0).astype(np.float64)
    expected = float(cost.mean()) if len(a) else 0.0
    return None if expected == 0 else 1 - float(np.diag(cost).mean()) / expected


def intraclass_correlation(marks: Floats) -> float | None:
    """ICC(2, 1): absolute agreement of single raters who stand for all others (Shrout and Fleiss, 1979).

    Args:
        marks: shape (units, raters), without gaps.

    Returns:
        None for fewer than two units or raters, or where all marks are the same.
    """
    if marks.ndim != 2 or min(marks.shape) < 2:
        return None
    units, raters = marks.shape
    centred = marks - marks.mean()
    of_units = raters * float((centred.mean(axis=1) ** 2).sum()) / (units - 1)
    of_raters = units * float((centred.mean(axis=0) ** 2).sum()) / (raters - 1)
    left = centred - centred.mean(axis=1, keepdims=True) - centred.mean(axis=0)
    error = float((left**2).sum()) / ((units - 1) * (raters - 1))
    whole = of_units + (raters - 1) * error + raters * (of_raters - error) / units
    return None if abs(whole) < 1e-15 else (of_units - error) / whole
