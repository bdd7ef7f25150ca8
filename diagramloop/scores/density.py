"""Density of the values of a metric: the curves of DiagramEval's Figure 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diagramloop.scores.counts import Floats

_NARROWEST = 0.01  # standard deviation of a kernel: equal values still make a curve
_POINTS = 201


@dataclass(frozen=True, slots=True)
class Density:
    """A curve over [0, 1].

    Attributes:
        grid: points, shape (201,).
        density: probability density there, shape (201,); its integral over [0, 1] is 1.
    """

    grid: Floats
    density: Floats


def density(values: Sequence[float]) -> Density | None:
    """Gaussian kernels of Silverman's width (1986, formula 3.31), mirrored at 0 and 1 so that none leaks out.

    Args:
        values: in [0, 1]; None is given back where there are none.
    """
    if not len(values):
        return None
    clipped = np.clip(np.asarray(values, dtype=np.float64), 0.0, 1.0)
    quartiles = np.quantile(clipped, [0.25, 0.75])
    spreads = [spread for spread in (float(clipped.std()), float(np.diff(quartiles)[0]) / 1.34) if spread > 0]
    width = max(0.9 * min(spreads, default=0.0) * len(clipped) ** -0.2, _NARROWEST)
    grid = np.linspace(0.0, 1.0, _POINTS)
    mirrored = np.concatenate([clipped, -clipped, 2.0 - clipped])
    heights = np.exp(-0.5 * ((grid[:, None] - mirrored[None, :]) / width) ** 2).sum(axis=1)
    return Density(grid, heights / np.trapezoid(heights, grid))
