"""Least detectable differences: how far apart two systems must be for the paired test to find it, by their own spread.

The standard error of a difference of two values is taken by the jackknife over charts (Efron and Tibshirani, 1993,
Chapter 11): for a mean it is the usual one, and it holds for an F1 of sums too. The least difference that another
board of as many charts finds with a power of 80 % is a multiple of it (Bloom, 1995) that allows for both boards'
spreads being estimates: m = t + z sqrt(1 + (m^2 + t^2) / (2 f)), where t is the level's quantile of Student's
distribution with f = charts - 1 degrees of freedom, and z the power's of the normal one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from diagramloop.scores.counts import Floats, Statistic

LEVEL = 0.05  # of the tests, two-sided
POWER = 0.8  # share of boards that find what is there
LEAST_CHARTS = 6  # with fewer, no exchange of two systems has a p-value below 0.05: 2 / 2^5 is 0.06
_ROUNDING = 1e-12
_STEPS = 50  # of the iterations, each of which leaves less than half of what is missing
_SETTLED = 1e-15  # of a quantile: a step that no longer changes it


@dataclass(frozen=True, slots=True)
class Spread:
    """The standard error of a value, or of a difference of two, and the charts that it is of.

    Attributes:
        error: 0 where nothing varies, so that nothing is known of how it would.
    """

    error: float
    charts: int

    def detectable(self, level: float = LEVEL, power: float = POWER) -> float | None:
        """Return the least difference that is found; None where it is not known.

        >>> round(Spread(0.01, 41).detectable(), 4)
        0.0293
        """
        if self.charts < LEAST_CHARTS or self.error <= _ROUNDING:
            return None
        return _multiple(self.charts - 1, level, power) * self.error

    def charts_for(self, difference: float, level: float = LEVEL, power: float = POWER) -> int | None:
        """Return the charts with which ``difference`` would be found; None where that is not known.

        >>> Spread(0.01, 41).charts_for(0.01)
        324
        """
        if self.error <= _ROUNDING or abs(difference) <= _ROUNDING:
            return None
        effect = abs(difference) / (self.error * math.sqrt(self.charts))
        return max(_charts_for_effect(effect, level, power), LEAST_CHARTS)

    @property
    def against_another(self) -> Spread:
        """That of the difference from another value of the same spread, which does not go with it."""
        return Spread(self.error * math.sqrt(2), self.charts)


def spread_of(counts: Floats, statistic: Statistic) -> Spread:
    """Spread of a value.

    Args:
        counts: shape (charts, ...), as ``statistic`` takes their sum.
    """
    return _spread(statistic(_left_out(counts)))


def spread_of_difference(a: Floats, b: Floats, statistic: Statistic) -> Spread:
    """Spread of the difference of two values on the same charts, which are in the same order."""
    return _spread(statistic(_left_out(a)) - statistic(_left_out(b)))


def _charts_for_effect(effect: float, level: float, power: float) -> int:
    """Charts for a paired t test of a difference that is ``effect`` of its standard deviation (Guenther, 1981)."""
    at_level, at_power = NormalDist().inv_cdf(1 - level / 2), NormalDist().inv_cdf(power)
    return math.ceil(((at_level + at_power) / effect) ** 2 + at_level**2 / 2)


@lru_cache
def _multiple(freedom: int, level: float, power: float) -> float:
    at_level, at_power = student_quantile(freedom, 1 - level / 2), NormalDist().inv_cdf(power)
    multiple = at_level + at_power
    for _ in range(_STEPS):
        multiple = at_level + at_power * math.sqrt(1 + (multiple**2 + at_level**2) / (2 * freedom))
    return multiple


def student_quantile(freedom: int, share: float) -> float:
    """The value below which ``share`` (in 0.5 to 1) of Student's distribution with ``freedom`` degrees lies.

    Newton's method on Abramowitz and Stegun's finite sums (26.7.3 and 26.7.4); good to 13 digits up to 200 degrees.

    >>> round(student_quantile(10, 0.975), 9)
    2.228138852
    """
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    quantile = NormalDist().inv_cdf(share)
    for _ in range(_STEPS):
        density = scale * (1 + quantile**2 / freedom) ** (-(freedom + 1) / 2)
        step = (_central_share(freedom, quantile) - (2 * share - 1)) / (2 * density)
        quantile -= step
        if abs(step) <= _SETTLED * quantile:
            break
    return quantile


def _central_share(freedom: int, bound: float) -> float:
    """The share of Student's distribution between ``-bound`` and ``bound``."""
    squared_cosine = freedom / (freedom + bound**2)
    is_odd = freedom % 2
    term = math.sqrt(squared_cosine) if is_odd else 1.0
    terms = [term] if freedom > 1 else []
    for factor in range(2 + is_odd, freedom - 1, 2):
        term *= (factor - 1) / factor * squared_cosine
        terms.append(term)
    total = bound / math.sqrt(freedom + bound**2) * math.fsum(terms)
    return 2 / math.pi * (math.atan(bound / math.sqrt(freedom)) + total) if is_odd else total


def _left_out(counts: Floats) -> Floats:
    """The sums without each chart in turn."""
    return np.asarray(counts.sum(axis=0) - counts)


def _spread(values: Floats) -> Spread:
    charts = len(values)
    return Spread(math.sqrt((charts - 1) / charts * float(((values - values.mean()) ** 2).sum())), charts)
