"""A figure of curves over one axis, drawn as SVG by the template; the same numbers stand in a table below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

WIDTH, HEIGHT = 640, 300  # of the area that curves are drawn in, in the units of the drawing


@dataclass(frozen=True)
class Curve:
    """Points joined by a line, x rising.

    Attributes:
        points: of the axes' values.
        texts: what is written of each point in the table; else its y.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plot:
    """Curves on common axes.

    Attributes:
        caption: what is shown, and of which paper's figure it is the like.
        x, y: names of the axes.
        ticks: places on the x axis with what is written there; five round ones if empty.
        highest: end of the y axis, which begins at 0; the highest point if None.
    """

    caption: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    ticks: tuple[tuple[float, str], ...] = ()
    highest: float | None = 1.0
    kind: str = "plot"

    @property
    def values(self) -> list[float]:
        """All values that are drawn."""
        return [y for curve in self.curves for _, y in curve.points]

    @property
    def x_ticks(self) -> list[tuple[str, str]]:
        """Places and texts of the ticks under the x axis."""
        first, last = self._x_range
        ticks = self.ticks or [(float(place), f"{place:g}") for place in np.linspace(first, last, 5)]
        return [(f"{self._across(place):.1f}", text) for place, text in ticks]

    @property
    def y_ticks(self) -> list[tuple[str, str]]:
        """The same for the y axis."""
        return [(f"{self._up(place):.1f}", f"{place:.3g}") for place in np.linspace(0, self._y_end, 5)]

    def place(self, curve: Curve) -> list[tuple[str, str]]:
        """Points of ``curve`` on the drawing."""
        return [(f"{self._across(x):.1f}", f"{self._up(y):.1f}") for x, y in curve.points]

    def line(self, curve: Curve) -> str:
        """The same in SVG's spelling."""
        return " ".join(f"{x},{y}" for x, y in self.place(curve))

    @property
    def dotted(self) -> bool:
        """True where points are few enough to be marked one by one."""
        return all(len(curve.points) <= 12 for curve in self.curves)

    @property
    def table(self) -> list[tuple[str, list[str]]]:
        """Return the values at each x, curve by curve; of long curves every eighth point."""
        places = sorted({x for curve in self.curves for x, _ in curve.points})
        names = dict(self.ticks)
        shown = places if self.dotted else places[::8]
        written = [dict(_written(curve)) for curve in self.curves]
        return [(names.get(x, f"{x:g}"), [texts.get(x, "–") for texts in written]) for x in shown]

    @property
    def _x_range(self) -> tuple[float, float]:
        xs = [x for curve in self.curves for x, _ in curve.points] + [x for x, _ in self.ticks]
        return min(xs, default=0.0), max(xs, default=1.0)

    @property
    def _y_end(self) -> float:
        return self.highest or max((y for curve in self.curves for _, y in curve.points), default=1.0) or 1.0

    def _across(self, x: float) -> float:
        first, last = self._x_range
        return WIDTH * ((x - first) / (last - first) if last > first else 0.5)

    def _up(self, y: float) -> float:
        return HEIGHT * (1 - min(y / self._y_end, 1.0))


def _written(curve: Curve) -> Iterator[tuple[float, str]]:
    texts: Sequence[str] = curve.texts or [f"{y:.3f}" for _, y in curve.points]
    return ((x, text) for (x, _), text in zip(curve.points, texts, strict=True))
