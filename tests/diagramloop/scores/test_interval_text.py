"""An interval as people read it says nothing that it is not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores.bootstrap import interval_text, value_text

FIGURES = st.floats(0, 1)


@given(FIGURES, FIGURES, FIGURES)
def test_what_is_printed_gives_the_ends(a: float, b: float, c: float) -> None:
    low, value, high = sorted((a, b, c))
    printed = [float(figure) for figure in re.findall(r"\d+\.\d+", interval_text(value, low, high))]
    if low == high:
        assert printed == []
        return
    ends = [value - printed[0], value + printed[0]] if len(printed) == 1 else printed
    assert ends == pytest.approx([low, high], abs=0.05 * (high - low) + 0.0006)


def test_a_half_is_of_symmetric_intervals_alone() -> None:
    assert value_text(1.0, 0.0, 1.0) == "1.000 [0.000, 1.000]"  # once printed as 1.000 ±0.500
    assert value_text(0.234, 0.191, 0.277) == "0.234 ±0.043"
    assert value_text(0.5, 0.5, 0.5) == value_text(0.5, None, None) == "0.500"
    assert value_text(None, 0.1, 0.2) == "-"
