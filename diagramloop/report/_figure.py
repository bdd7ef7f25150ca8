"""A figure of the page: labelled rows of bars, readable as a table where bars are not seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from diagramloop.report._order import in_order
from diagramloop.report._plot import Curve, Plot

NODES = "nodes"
"""The axis whose strata are bins of sizes: it is drawn as curves."""


@dataclass(frozen=True)
class Bar:
    """One value of a figure.

    Attributes:
        value: its length; None for nothing to show.
        text: what is written beside it.
    """

    value: float | None
    text: str


@dataclass(frozen=True)
class Figure:
    """Rows of bars.

    Attributes:
        caption: what is shown, and of which paper's figure or table it is the like.
        header: over the labels and over each column of bars.
        rows: a label and its bars, one for each column.
        longest: the value that a full bar has.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]
    longest: float = 1.0
    kind: str = "bars"

    @property
    def values(self) -> list[float]:
        """All values that are drawn."""
        return [bar.value for _, bars in self.rows for bar in bars if bar.value is not None]

    def share(self, bar: Bar) -> float:
        """Length of ``bar`` in percent of a full one."""
        return 100 * (bar.value or 0) / self.longest if self.longest else 0


def stratum_figures(
    strata: Iterable[Mapping[str, Any]], headlines: Mapping[tuple[str, str], str]
) -> list[Figure | Plot]:
    """The metric that ranks, of every system by each axis: one figure for each task, data set and axis.

    Bins of sizes become curves (Follow the Flow, Figure 3), all other strata bars.

    Args:
        headlines: the metric that ranks, by task and data set.
        strata: rows with ``task``, ``system``, ``data``, ``axis``, ``stratum``, ``metric``, ``value`` and ``n``.
    """
    boards: dict[tuple[str, str, str], dict[tuple[str, str], Bar]] = {}
    for row in strata:
        if row["metric"] == headlines.get((row["task"], row["data"])):
            text = "–" if row["value"] is None else f"{row['value']:.3f} (n {row['n']})"
            board = boards.setdefault((row["task"], row["data"], row["axis"]), {})
            board[row["stratum"], row["system"]] = Bar(row["value"], text)
    figures = []
    for (task, data, axis), cells in sorted(boards.items()):
        strata_here = {stratum for stratum, _ in cells}
        if len(strata_here) > 1:
            figures.append(_stratum_figure(headlines[task, data], task, data, axis, cells))
    return figures


def _stratum_figure(
    metric: str, task: str, data: str, axis: str, cells: Mapping[tuple[str, str], Bar]
) -> Figure | Plot:
    systems = list(dict.fromkeys(system for _, system in cells))
    strata = in_order(sorted({stratum for stratum, _ in cells}))
    caption = f"{task} on {data}: {metric} by {axis}"
    if axis == NODES:
        return _curves(f"{caption} (Follow the Flow, Figure 3)", axis, metric, systems, strata, cells)
    rows = tuple((name, tuple(cells.get((name, s), Bar(None, "–")) for s in systems)) for name in strata)
    return Figure(caption, (axis, *systems), rows)


def _curves(
    caption: str,
    axis: str,
    metric: str,
    systems: Sequence[str],
    strata: Sequence[str],
    cells: Mapping[tuple[str, str], Bar],
) -> Plot:
    """The strata of one axis in order, as curves."""
    curves = []
    for system in systems:
        bars = [(float(place), cells.get((name, system), Bar(None, "–"))) for place, name in enumerate(strata)]
        known = [(place, bar.value, bar.text) for place, bar in bars if bar.value is not None]
        curves.append(Curve(system, tuple((x, y) for x, y, _ in known), tuple(text for *_, text in known)))
    return Plot(caption, axis, metric, tuple(curves), tuple((float(place), name) for place, name in enumerate(strata)))


def count_figure(caption: str, rows_are: str, counts: Mapping[tuple[str, str], int]) -> Figure:
    """Counts by row and column label, in order of first appearance; difficulties from easy to hard.

    Args:
        rows_are: what the labels of rows are.
    """
    rows, columns = (in_order(dict.fromkeys(key[side] for key in counts)) for side in (0, 1))
    cells = tuple((row, tuple(_count(counts.get((row, column), 0)) for column in columns)) for row in rows)
    return Figure(caption, (rows_are, *columns), cells, longest=float(max(counts.values(), default=1)))


def value_figure(caption: str, header: Sequence[str], rows: Iterable[tuple[str, Sequence[float]]]) -> Figure:
    """Values in [0, 1] by row."""
    groups = tuple((label, tuple(Bar(value, f"{value:.3f}") for value in values)) for label, values in rows)
    return Figure(caption, tuple(header), groups)


def _count(count: int) -> Bar:
    return Bar(count, str(count) if count else "–")
