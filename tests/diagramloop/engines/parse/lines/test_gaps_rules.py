"""Prices of what may lie in a gap of a line."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from diagramloop.engines.parse.lines.gaps import hiding, through_middles
from diagramloop.engines.parse.lines.line_ink import EMPTY, NODE, TEXT, LineInk
from diagramloop.engines.parse.lines.strokes import Strokes, as_strokes

UNIT = 10.0  # px of a text's height
ACROSS = np.array([[1, 2]])  # from the end of the first line to the start of the second


def level_lines(gap: float, y: float = 40.0) -> Strokes:
    """Two lines, the second of which goes on where the first one ends."""
    lines = [np.stack([np.linspace(x, x + 20, 21), np.full(21, y)], axis=1) for x in (10.0, 30.0 + gap)]
    return as_strokes(lines, np.full((2, 2), -1), np.full(2, 21.0), 2.0, UNIT)


def price(gap: float, cover: int = EMPTY) -> float:
    everywhere, nowhere = np.full((80, 300), cover, np.uint8), np.zeros((80, 300), bool)
    cost, _ = hiding(level_lines(gap), ACROSS, LineInk(nowhere, everywhere, nowhere, 1, UNIT, everywhere))
    return float(cost[0])


@pytest.mark.parametrize(("gap", "is_free"), [(3.8, True), (4.5, False)])
def test_pauses_of_four_tenths_of_a_text_height_are_common(gap: float, is_free: bool) -> None:
    assert (price(gap) == 0) == is_free


@pytest.mark.parametrize(
    ("cover", "gap", "shorter", "longer"),
    [
        pytest.param(TEXT, 10, 9.0, 9.4, id="a short text"),
        pytest.param(TEXT, 100, 11.6, 12.3, id="a long text"),
        pytest.param(NODE, 10, 12.0, 13.2, id="a small node"),
        pytest.param(NODE, 200, 14.75, 15.7, id="a large node"),
    ],
)
def test_what_hides_a_line_is_like_a_pause_of_about_a_text_height(
    cover: int, gap: float, shorter: float, longer: float
) -> None:
    assert price(shorter) < price(gap, cover) < price(longer)


def price_through(off: float) -> float:
    """Of a gap that passes the middle of a node, which is 40 px wide and high, at a distance."""
    node = np.array([shapely.box(35, 20, 75, 60)], dtype=object)
    return float(through_middles(level_lines(50, 40.0 + off), ACROSS, node)[0])


@pytest.mark.parametrize(("off", "ends"), [(5.5, True), (6.5, False)])
def test_a_line_to_the_middle_of_a_node_ends_there(off: float, ends: bool) -> None:
    assert (price_through(off) > 0) == ends


def test_rather_across_two_text_heights_of_nothing_than_through_the_middle_of_a_node() -> None:
    assert price(19.0) < price_through(0) < price(20.5)
