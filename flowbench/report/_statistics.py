"""Figures of how scores spread and go together (DiagramEval, Section 5.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import gaussian_kde

from flowbench.report._heat_map import HeatMap
from flowbench.report._plot import Curve, Plot

AT = np.linspace(0.0, 1.0, 81)  # where densities are drawn

Values = Mapping[str, Sequence[float | None]]


def density_plot(caption: str, values: Values) -> Plot:
    """Probability density of each metric over items, by Gaussian kernels of Scott's width (DiagramEval, Figure 3).

    Args:
        values: of each metric in [0, 1], item by item; one that never varies has no density and no curve.
    """
    known = {name: np.array([v for v in found if v is not None]) for name, found in values.items()}
    curves = [
        Curve(name, tuple(zip(AT.tolist(), gaussian_kde(found)(AT).tolist(), strict=True)))
        for name, found in known.items()
        if len(found) > 2 and np.ptp(found) > 1e-9
    ]
    return Plot(caption, "score", "density", tuple(curves), highest=None)


def correlation_map(caption: str, values: Values) -> HeatMap:
    """Pearson's correlation of each pair of metrics over the items that have both (DiagramEval, Figure 4).

    Args:
        values: of each metric, for the same items in the same order.
    """
    columns = [np.array([np.nan if v is None else v for v in found], dtype=np.float64) for found in values.values()]
    cells = tuple(tuple(_correlation(one, other) for other in columns) for one in columns)
    return HeatMap(caption, tuple(values), cells)


def _correlation(one: np.ndarray, other: np.ndarray) -> float | None:
    both = ~(np.isnan(one) | np.isnan(other))
    if both.sum() < 3 or np.ptp(one[both]) < 1e-9 or np.ptp(other[both]) < 1e-9:
        return None
    return float(np.corrcoef(one[both], other[both])[0, 1])
