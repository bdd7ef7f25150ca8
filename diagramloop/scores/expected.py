"""Scores that a control must have: a metric that does not say so, or a run in which it cannot be said, is at fault."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

ROUNDING = 1e-9  # sums of floats that should be 1


class Expected(StrEnum):
    """The value of a metric that is known before anything was measured."""

    ALL = "all"  # 1: what the control left as it is
    SOMETHING = "something"  # more than 0: what is drawn can be read, however badly
    NOTHING = "nothing"  # 0: what the control took away

    def holds(self, value: float) -> bool:
        """True if a value is as expected.

        >>> Expected.ALL.holds(1.0), Expected.NOTHING.holds(0.2)
        (True, False)
        """
        if self is Expected.SOMETHING:
            return value > 0
        return abs(value - (self is Expected.ALL)) <= ROUNDING


Expectations = Mapping[str, Expected]  # by metric
