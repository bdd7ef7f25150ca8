"""Numbers that a printed one may have been before it was rounded or cut off, and arithmetic on them.

Papers do both within one table, so a printed value stands for all from half a unit of its last digit below it to a
whole unit above it. Counts, printed without a point, are exact. Exact fractions, for intervals may touch.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from diagramloop.errors import FormatError

MAX_CHARACTERS = 24  # of a printed number: a longer one is none


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers from ``low`` to ``high``, both among them."""

    low: Fraction
    high: Fraction

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        return Interval(self.low - other.high, self.high - other.low)

    def __mul__(self, other: Interval) -> Interval:
        products = [mine * theirs for mine in (self.low, self.high) for theirs in (other.low, other.high)]
        return Interval(min(products), max(products))

    def over(self, other: Interval) -> Interval:
        """The quotient by an interval of positive numbers."""
        return self * Interval(1 / other.high, 1 / other.low)

    def meets(self, other: Interval) -> bool:
        """True where some number lies in both."""
        return self.low <= other.high and other.low <= self.high

    @property
    def middle(self) -> Interval:
        """The number between both ends, alone."""
        return exactly((self.low + self.high) / 2)


def exactly(number: Fraction | int) -> Interval:
    """The interval of one number."""
    return Interval(Fraction(number), Fraction(number))


def printed(text: str) -> Interval:
    """Return the numbers that a printed one may have been.

    Raises:
        FormatError: it is no finite decimal number from 0 up.

    >>> [float(end) for end in (printed("0.50").low, printed("0.50").high, printed("38").low)]
    [0.495, 0.51, 38.0]
    """
    try:
        number = Decimal(text) if len(text) <= MAX_CHARACTERS else Decimal("nan")
    except InvalidOperation:
        number = Decimal("nan")
    digits = number.as_tuple().exponent
    if not number.is_finite() or number < 0 or not isinstance(digits, int) or abs(digits) > MAX_CHARACTERS:
        raise FormatError(f"{text[:MAX_CHARACTERS]!r} is no number as a table prints one")
    if digits >= 0:
        return exactly(Fraction(number))
    unit = Fraction(10) ** digits
    return Interval(max(Fraction(0), Fraction(number) - unit / 2), Fraction(number) + unit)


def harmonic_mean(a: Interval, b: Interval) -> Interval:
    """F1 of a precision and a recall; that of two zeros is 0."""
    return Interval(_harmonic(a.low, b.low), _harmonic(a.high, b.high))


def _harmonic(a: Fraction, b: Fraction) -> Fraction:
    return 2 * a * b / (a + b) if a + b else Fraction(0)


def weighted_mean(values: list[Interval], weights: list[Interval]) -> Interval:
    """Mean of values by weights above 0, both known within intervals.

    Deviations from the values' own mean are summed, not the values: an uncertain weight then moves it but little.
    """
    weight = _sum(weights)
    rough = _sum([a.middle * b.middle for a, b in zip(values, weights, strict=True)]).over(weight.middle)
    deviations = [(value - rough) * share for value, share in zip(values, weights, strict=True)]
    return rough + _sum(deviations).over(weight)


def _sum(terms: list[Interval]) -> Interval:
    return sum(terms, exactly(0))
