"""Thicknesses at the end of a line that are a head of their own."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
import shapely

from diagramloop.engines.parse.lines.line_ink import EMPTY, LineInk
from diagramloop.engines.parse.lines.ports import Anchors, Port
from diagramloop.engines.parse.lines.small_heads import with_heads_over_borders, with_small_heads
from diagramloop.engines.parse.lines.strokes import Points, Strokes, as_strokes

UNIT = 20.0  # px of a text's height
NODE = shapely.box(100.5, 10, 190, 190)
TIP = (97.5, 100.5)
Spot = tuple[int, int, int]  # pixels ahead of a line's end, pixels beside its axis, and to each side of its middle


def as_ink(drawn: np.ndarray) -> LineInk:
    return LineInk(drawn > 0, np.full(drawn.shape, EMPTY, np.uint8), drawn > 0, 1, UNIT, 255 * drawn)


def strokes(*lines: Points) -> Strokes:
    inked = np.array([float(len(one)) for one in lines])
    return as_strokes(list(lines), np.array([(-1, -1)] * len(lines)), inked, 3.0, UNIT)


def widens(line: int, start: int, reach: int) -> bool:
    """Heads of a level line that reaches ``line`` pixels to both sides, and ``reach`` from so far before its end."""
    drawn = np.zeros((100, 120), np.uint8)
    drawn[50 - line : 51 + line, 10:] = 1
    drawn[50 - reach : 51 + reach, 10 + start : 14 + start] = 1
    level = np.stack([np.arange(10.5, 110), np.full(100, 50.5)], axis=1)
    (port,) = with_small_heads([Port(0, 0, "none", 0.0)], strokes(level), as_ink(drawn), 1)
    return port.head == "arrow"


@pytest.mark.parametrize(
    ("head", "other"),
    [
        pytest.param((1, 5, 3), (1, 5, 2), id="three times as wide as a thin line"),
        pytest.param((2, 5, 4), (2, 5, 3), id="nearly twice as wide as a line of five pixels"),
        pytest.param((2, 5, 16), (2, 5, 20), id="reaching less than a text height to each side"),
        pytest.param((2, 21, 8), (2, 28, 8), id="within a text height or so of the end of its line"),
    ],
)
def test_a_line_widens_to_a_head(head: Spot, other: Spot) -> None:
    assert widens(*head)
    assert not widens(*other)


def is_head_over_border(*spots: Spot, border: int = 4, steep: float = 1.0, found: Sequence[Points] = ()) -> bool:
    """Square spots over the border of a node, at which a line of three pixels ends at a right angle or less steeply."""
    drawn = np.zeros((200, 200), np.uint8)
    drawn[10:190, 100 - border // 2 : 100 - border // 2 + border] = 1
    out = np.array([steep, np.sqrt(1 - steep**2)])
    line = TIP - np.arange(90)[::-1, None] * out
    cv2.polylines(drawn, [np.floor(line).astype(np.int32)], False, 1, 3)
    for ahead, beside, reach in spots:
        x, y = int(TIP[0]) + ahead, int(TIP[1]) + beside
        drawn[y - reach : y + reach + 1, x - reach : x + reach + 1] = 1
    heads = [Port(2 * k + 3, 0, "arrow", 0.0) for k in range(len(found))]
    node = Anchors(np.array([NODE], dtype=object), np.array([float(border)]), 1)
    all_strokes, tail = strokes(line, *found), Port(1, 0, "none", 0.0)
    (port,) = with_heads_over_borders([tail], heads, all_strokes, as_ink(drawn), node, 3.0)
    return port.head == "arrow"


@pytest.mark.parametrize(
    ("head", "other"),
    [
        pytest.param([(2, 0, 8)], [(2, 0, 10)], id="thinner than a text, else a fill"),
        pytest.param([(2, 0, 6), (2, 25, 4)], [(2, 0, 6), (2, 25, 5)], id="thicker than what is beside it"),
        pytest.param([(2, 0, 6), (2, 44, 6)], [(2, 0, 6), (2, 35, 6)], id="whatever is two text heights away"),
    ],
)
def test_what_is_thick_over_a_border_is_a_head(head: list[Spot], other: list[Spot]) -> None:
    assert is_head_over_border(*head)
    assert not is_head_over_border(*other)


@pytest.mark.parametrize(("border", "reach", "is_head"), [(4, 4, True), (5, 5, False)])
def test_a_head_is_more_than_twice_as_thick_as_the_border(border: int, reach: int, is_head: bool) -> None:
    assert is_head_over_border((2, 0, reach), border=border) == is_head


@pytest.mark.parametrize(("steep", "is_head"), [(0.6, False), (0.8, True)])
def test_at_a_small_angle_line_and_border_are_thick_together(steep: float, is_head: bool) -> None:
    assert is_head_over_border((2, 0, 6), steep=steep) == is_head


@pytest.mark.parametrize(("away", "is_head"), [(35, False), (45, True)])
def test_what_is_thick_within_two_text_heights_of_a_head_is_that_head(away: int, is_head: bool) -> None:
    other = np.stack([np.arange(60.0, 98.5), np.full(39, TIP[1] - away)], axis=1)
    assert is_head_over_border((2, 0, 6), found=[other]) == is_head


@pytest.mark.parametrize(("beside", "is_head"), [(6, True), (8, False)])
def test_a_head_over_a_border_is_within_a_third_of_a_text_height_of_its_line(beside: int, is_head: bool) -> None:
    assert is_head_over_border((2, beside, 3), border=3) == is_head
