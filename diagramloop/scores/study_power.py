"""Items that a study with human judges needs (DiagramEval, Section 5.4, has 50): two-sided tests at a level.

The normal approximation of the tests' power: of a correlation after Fisher's transformation, with its bias; of a
difference of two systems' marks on the same items as a paired t test, whose spread is estimated too (Guenther, 1981).
"""

from __future__ import annotations

import math
from statistics import NormalDist

from diagramloop.errors import DiagramloopError, RejectionReason

LEVEL = 0.05  # of the tests
POWER = 0.8  # share of studies that find what is there
LEAST_ITEMS = 4  # of which a correlation can be tested


def items_for_correlation(correlation: float, power: float = POWER, level: float = LEVEL) -> int:
    """Independent items for a test that a metric and people's mean marks correlate at all (Pearson).

    The least n with sqrt(n - 3) (artanh r + r / (2 (n - 1))) >= z_level + z_power.

    Args:
        correlation: that there is, within (-1, 1) and not 0.
        power: share of studies that find it.
        level: of the two-sided test.

    Raises:
        DiagramloopError: a number out of its bounds (INVALID).

    Example:
        >>> from diagramloop.scores.study_power import items_for_correlation
        >>> items_for_correlation(0.4316), items_for_correlation(0.1065)  # DiagramEval, Table 2: node F1, CLIPScore
        (39, 689)
    """
    if not 0 < abs(correlation) < 1:
        raise _out_of_bounds("a correlation", correlation)
    size, wanted = abs(correlation), sum(_quantiles(power, level))

    def reached(items: int) -> float:
        return math.sqrt(items - 3) * (math.atanh(size) + size / (2 * (items - 1)))

    items = max(math.ceil((wanted / math.atanh(size)) ** 2 + 3), LEAST_ITEMS)  # enough: the bias only helps
    while items > LEAST_ITEMS and reached(items - 1) >= wanted:
        items -= 1
    return items


def items_for_difference(difference: float, spread: float, power: float = POWER, level: float = LEVEL) -> int:
    """Items that two systems both need for a paired test that their mean marks differ.

    ((z_level + z_power) / (difference / spread))^2 + z_level^2 / 2, rounded up.

    Args:
        difference: of the mean marks, not 0; marks lie in [0, 1].
        spread: standard deviation over items of the difference of the two marks.

    Raises:
        DiagramloopError: a number out of its bounds (INVALID).

    Example:
        >>> from diagramloop.scores.study_power import items_for_difference
        >>> items_for_difference(0.1, 0.4)
        128
    """
    if not (0 < abs(difference) <= 1 and 0 < spread <= 1):
        raise _out_of_bounds("a difference of marks and its spread", (difference, spread))
    return items_for_effect(abs(difference) / spread, power, level)


def items_for_effect(effect: float, power: float = POWER, level: float = LEVEL) -> int:
    """Items for a paired test of a difference that is ``effect`` of its standard deviation over items; see above.

    Raises:
        DiagramloopError: a number out of its bounds (INVALID).
    """
    if not effect > 0:
        raise _out_of_bounds("an effect", effect)
    at_level, at_power = _quantiles(power, level)
    return max(math.ceil(((at_level + at_power) / effect) ** 2 + at_level**2 / 2), LEAST_ITEMS)


def _quantiles(power: float, level: float) -> tuple[float, float]:
    if not (0 < level < 1 and level < power < 1):
        raise _out_of_bounds("a level and a power", (level, power))
    normal = NormalDist()
    return normal.inv_cdf(1 - level / 2), normal.inv_cdf(power)


def _out_of_bounds(what: str, value: object) -> DiagramloopError:
    return DiagramloopError(f"{what} of {value} cannot be planned for", reason=RejectionReason.INVALID)
