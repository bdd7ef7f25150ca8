"""A figure of single items: each a dot at two values, in the look of the band that a third one lies in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from diagramloop.report._plot import HEIGHT, WIDTH

BANDS = 5  # of the third value, of equal width
MARGIN = 0.02  # of an axis, beyond the outermost dots
_LARGEST, _STEP = 7, 1  # radius of the lowest band's dots; the higher, the smaller, so that bands differ without colour


@dataclass(frozen=True)
class Dot:
    """One item, with values in [0, 1].

    Attributes:
        name: of the item.
        x, y: its place.
        value: that decides how it looks.
    """

    name: str
    x: float
    y: float
    value: float

    @property
    def band(self) -> int:
        """Number of its band, from 0."""
        return min(int(self.value * BANDS), BANDS - 1)

    @property
    def title(self) -> str:
        """Text of the dot where it is pointed at."""
        return f"{self.name}: {self.x:.3f}, {self.y:.3f}, {self.value:.3f}"


@dataclass(frozen=True)
class Scatter:
    """Dots on axes that begin where the dots do.

    Attributes:
        caption: what is shown, and of which paper's figure it is the like.
        x, y, value: names of what decides place and look.
    """

    caption: str
    x: str
    y: str
    value: str
    dots: tuple[Dot, ...]
    kind: str = "scatter"

    @property
    def values(self) -> list[float]:
        """All values that are drawn."""
        return [value for dot in self.dots for value in (dot.x, dot.y)]

    @property
    def x_ticks(self) -> list[tuple[str, str]]:
        """Places and texts of the ticks under the x axis."""
        return [
            (f"{self._across(place):.1f}", f"{place:.2f}")
            for place in np.linspace(*_range([d.x for d in self.dots]), 5)
        ]

    @property
    def y_ticks(self) -> list[tuple[str, str]]:
        """The same for the y axis."""
        return [
            (f"{self._up(place):.1f}", f"{place:.2f}") for place in np.linspace(*_range([d.y for d in self.dots]), 5)
        ]

    @property
    def placed(self) -> list[tuple[str, str, int, int, str]]:
        """Dots as they are drawn, the lowest band last: centre, radius, band, title."""
        ordered = sorted(self.dots, key=lambda dot: -dot.band)
        return [
            (f"{self._across(dot.x):.1f}", f"{self._up(dot.y):.1f}", self.radius(dot.band), dot.band, dot.title)
            for dot in ordered
        ]

    @property
    def table(self) -> list[tuple[str, list[str]]]:
        """Number of dots in each band, and the means of their places."""
        return [(self.band_name(band), _row([dot for dot in self.dots if dot.band == band])) for band in range(BANDS)]

    @staticmethod
    def radius(band: int) -> int:
        """Size of the dots of a band."""
        return _LARGEST - _STEP * band

    @staticmethod
    def band_name(band: int) -> str:
        """Ends of a band, in words."""
        return f"{band / BANDS:.1f} to {(band + 1) / BANDS:.1f}"

    def _across(self, x: float) -> float:
        first, last = _range([dot.x for dot in self.dots])
        return WIDTH * (x - first) / (last - first)

    def _up(self, y: float) -> float:
        first, last = _range([dot.y for dot in self.dots])
        return HEIGHT * (1 - (y - first) / (last - first))


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Ends of an axis that all dots are on; values are shares."""
    return max(min(values, default=0.0) - MARGIN, 0.0), min(max(values, default=1.0) + MARGIN, 1.0)


def _row(dots: Sequence[Dot]) -> list[str]:
    if not dots:
        return ["0", "–", "–"]
    return [str(len(dots)), f"{fmean(dot.x for dot in dots):.3f}", f"{fmean(dot.y for dot in dots):.3f}"]
