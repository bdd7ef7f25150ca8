"""Heads that are hardly wider than their lines, paler lines' dark ones, and those that lie over a node."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.lines.line_ink import EMPTY, LineInk
from diagramloop.engines.parse.lines.ports import Port
from diagramloop.engines.parse.lines.small_heads import with_small_heads
from diagramloop.engines.parse.lines.strokes import as_strokes

UNIT = 20.0  # px of a text's height
MIDDLE, RIGHT = 50, 150  # the row of a level line, and the column after its last one
BORDER = slice(100, 104)  # columns of a node's left border


def page() -> np.ndarray:
    """A level line of three pixels' width."""
    drawn = np.zeros((100, 200), np.uint8)
    drawn[MIDDLE - 1 : MIDDLE + 2, 10:RIGHT] = 255
    return drawn


def triangle(drawn: np.ndarray, tip: int, length: int, half: int) -> np.ndarray:
    """With a head that points to the right, whose base reaches ``half`` pixels to both sides of the line's middle."""
    for step in range(length):
        reach = round(half * (step + 1) / length)
        drawn[MIDDLE - reach : MIDDLE + reach + 1, tip - step] = 255
    return drawn


def has_head(drawn: np.ndarray, end: int = RIGHT, nodes: int = 1, strength: np.ndarray | None = None) -> bool:
    """A bare end of the line at column ``end`` becomes a head."""
    drawn_there = drawn > 0
    ink = LineInk(
        drawn_there & (np.arange(200) < end),
        np.full(drawn.shape, EMPTY, np.uint8),
        drawn_there,
        1,
        UNIT,
        drawn if strength is None else strength,
    )
    points = np.stack([np.arange(10.5, end)[::-1], np.full(end - 10, MIDDLE + 0.5)], axis=1)
    length = np.array([float(len(points))])
    strokes = as_strokes([points], np.array([(-1, -1)]), length, 3.0, UNIT)
    (port,) = with_small_heads([Port(0, 0, "none", 0.0)], strokes, ink, nodes)
    return port.head == "arrow"


@pytest.mark.parametrize(("half", "is_head"), [(2, False), (3, True)])
def test_a_base_of_two_widths_is_a_head(half: int, is_head: bool) -> None:
    assert has_head(triangle(page(), RIGHT - 1, 7, half)) == is_head


@pytest.mark.parametrize(("behind", "is_head"), [(8, True), (11, False)])
def test_the_base_is_near_the_end_of_the_line(behind: int, is_head: bool) -> None:
    drawn = page()
    drawn[MIDDLE - 3 : MIDDLE + 4, RIGHT - behind - 1 : RIGHT - behind + 1] = 255
    assert has_head(drawn) == is_head


def test_a_line_that_stays_wide_has_no_base() -> None:
    drawn = triangle(page(), RIGHT - 1, 7, 3)
    assert has_head(drawn)
    drawn[MIDDLE - 2 : MIDDLE + 3, RIGHT - 20 : RIGHT - 7] = 255
    assert not has_head(drawn)


@pytest.mark.parametrize("side", [1, -1])
def test_what_is_wide_on_one_side_is_no_head(side: int) -> None:
    drawn = page()
    rows = slice(MIDDLE, MIDDLE + 7) if side > 0 else slice(MIDDLE - 6, MIDDLE + 1)
    drawn[rows, RIGHT - 8 : RIGHT] = 255
    assert not has_head(drawn)


@pytest.mark.parametrize(("line", "is_head"), [(100, True), (255, False)])
def test_a_head_that_is_no_wider_is_darker(line: int, is_head: bool) -> None:
    strength = np.full((100, 200), line, np.uint8)
    strength[:, RIGHT - 4 :] = 255
    assert has_head(page(), strength=strength) == is_head


def across_a_border(tip: int, half: int) -> np.ndarray:
    drawn = triangle(page(), tip, 8, half)
    drawn[:, BORDER] = 255
    drawn[:, tip + 1 :] = 0
    return drawn


@pytest.mark.parametrize(("half", "nodes", "is_head"), [(4, 1, True), (0, 1, False), (4, 0, False)])
def test_a_line_goes_on_over_a_node_to_its_head(half: int, nodes: int, is_head: bool) -> None:
    assert has_head(across_a_border(125, half), BORDER.start, nodes) == is_head


def test_a_line_that_goes_on_and_on_ends_elsewhere() -> None:
    assert has_head(across_a_border(170, 4), BORDER.start) is False
