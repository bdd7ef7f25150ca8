"""Fringes of thinning, the direction of a stroke's end, and what it lies beside."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.lines.line_ink import EMPTY, NODE, LineInk
from diagramloop.engines.parse.lines.strokes import Points, Strokes, as_strokes, find_strokes


def stroke(points: Points, width: float, unit: float) -> Strokes:
    return as_strokes([points], np.full((1, 2), -1), np.array([float(len(points))]), width, unit)


@pytest.mark.parametrize(
    ("width", "length", "parts"),
    [
        pytest.param(2.0, 3, 2, id="thin line, fringe"),
        pytest.param(3.0, 4, 3, id="thin line, branch"),
        pytest.param(8.0, 6, 2, id="thick line, fringe"),
        pytest.param(8.0, 7, 3, id="thick line, branch"),
    ],
)
def test_short_branches_are_fringes_the_longer_the_thicker_the_line(width: float, length: int, parts: int) -> None:
    mask = np.zeros((60, 80), bool)
    mask[30, 10:70] = True
    mask[30 - length : 30, 40] = True
    assert len(find_strokes(mask, width, 12.0)) == parts


def bent(straight: int) -> Points:
    """So many pixels to the right, and then downwards."""
    level = np.stack([np.arange(straight), np.zeros(straight)], axis=1)
    down = np.stack([np.full(60, straight - 1), np.arange(1, 61)], axis=1)
    return np.concatenate([level, down]).astype(float)


@pytest.mark.parametrize(("straight", "is_level"), [(38, True), (31, False)])
def test_an_end_has_the_direction_of_its_last_eight_tenths_of_a_text_height(straight: int, is_level: bool) -> None:
    out = stroke(bent(straight), 2.0, 40.0).out[0]
    assert (out[0] < -0.999) == is_level


@pytest.mark.parametrize(("tip", "is_level"), [(6, True), (8, False)])
def test_a_bent_tip_of_a_quarter_of_the_stroke_does_not_count(tip: int, is_level: bool) -> None:
    x = np.arange(26.0)
    out = stroke(np.stack([x, np.maximum(0.0, tip - x)], axis=1), 10.0, 40.0).out[0]
    assert (out[0] < -0.999) == is_level


@pytest.mark.parametrize(("gap", "is_beside"), [(11, True), (14, False)])
def test_an_end_is_beside_a_node_within_three_tenths_of_a_text_height(gap: int, is_beside: bool) -> None:
    cover = np.full((60, 120), EMPTY, np.uint8)
    cover[:, 60 + gap :] = NODE
    empty = np.zeros(cover.shape, bool)
    level = np.stack([np.arange(20.0, 61.0), np.full(41, 30.0)], axis=1)
    beside = stroke(level, 2.0, 40.0).beside(LineInk(empty, cover, empty, 1, 40.0, cover), NODE)
    assert beside.tolist() == [False, is_beside]
