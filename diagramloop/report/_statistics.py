"""Figures of how scores spread and go together (DiagramEval, Section 5.3)."""

from __future__ import annotations

import math

from diagramloop.report._heat_map import HeatMap
from diagramloop.report._plot import Curve, Plot
from diagramloop.scores.correlation import Values, correlation_map
from diagramloop.scores.density import density

EVERY = 5  # of the points of a density, one is drawn


def density_plot(caption: str, values: Values) -> Plot:
    """The density of each metric in [0, 1] over items (DiagramEval, Figure 3); one without values has no curve."""
    curves = []
    for name, of_item in values.items():
        if (spread := density(list(of_item.values()))) is not None:
            grid, heights = spread.grid[::EVERY].tolist(), spread.density[::EVERY].tolist()
            curves.append(Curve(name, tuple(zip(grid, heights, strict=True))))
    return Plot(caption, "score", "density", tuple(curves), highest=None)


def correlation_figure(caption: str, values: Values) -> HeatMap:
    """Pearson's correlation of each pair of metrics over the items that have both (DiagramEval, Figure 4)."""
    correlations = correlation_map(values)
    cells = tuple(tuple(None if math.isnan(value) else value for value in row) for row in correlations.pearson.tolist())
    return HeatMap(caption, correlations.metrics, cells)
