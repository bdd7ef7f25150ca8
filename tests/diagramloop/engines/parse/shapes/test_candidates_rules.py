"""Which regions are of a node's size, which are squares of paper, and what is drawn where a hand left the shape."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.shapes.annexes import _are_squares, candidates
from diagramloop.engines.parse.shapes.candidates import Candidate, nested
from diagramloop.engines.parse.shapes.outlines import Border
from diagramloop.engines.parse.shapes.shape_names import Fit
from diagramloop.engines.parse.shapes.surroundings import Surroundings


@pytest.mark.parametrize(("height", "count"), [(17, 0), (22, 1)])
def test_a_node_is_about_as_high_as_a_text(height: int, count: int) -> None:
    """In type of 20 pixels; its inside lies between two lines of a pixel."""
    picture = np.full((100, 160, 3), 255, np.uint8)
    cv2.rectangle(picture, (30, 30), (110, 30 + height), (0, 0, 0), 1)
    around = Surroundings(picture, Environment((255, 255, 255), 1.0, 20.0, 5))
    assert len(candidates(around)) == count


@pytest.mark.parametrize(("side", "alike"), [(120, True), (129, False)])
def test_the_squares_of_paper_are_of_one_size_but_for_a_fifth(side: int, alike: bool) -> None:
    sides = np.array([105] * 200 + [side])
    boxes = np.column_stack([0 * sides, 0 * sides, sides, sides])
    assert _are_squares(boxes)[-1] == alike


@pytest.mark.parametrize(("side", "inner"), [(10.2, False), (11.7, True)])
def test_the_inner_outline_of_a_nest_has_three_tenths_of_the_area(side: float, inner: bool) -> None:
    """Within a square of 20 pixels and of the same middle."""
    box = (10 - side / 2, 10 - side / 2, 10 + side / 2, 10 + side / 2)
    assert nested(box, np.array([(0.0, 0.0, 20.0, 20.0)]), 10.0).tolist() == [inner]


def corners(deviation: float, bump: float) -> int:
    """Of what is drawn of a rectangle whose upper side has a bump, in pixels."""
    outline = np.array([(0, 0), (40, -bump), (80, 0), (80, 40), (0, 40)], np.float64)
    fit = Fit("rect", np.array([(0, 0), (80, 0), (80, 40), (0, 40)], np.float64), deviation)
    grey = np.full(3, 200.0)
    return len(Candidate((1,), outline, fit, Border(grey, grey, 2.0, 0.0), grey, 0.9, (9.0, 9.0)).polygon())


@pytest.mark.parametrize(("deviation", "count"), [(1.3, 4), (1.7, 5)])
def test_the_outline_counts_where_it_leaves_the_shape_by_one_and_a_half_pixels(deviation: float, count: int) -> None:
    assert corners(deviation, bump=5.0) == count


@pytest.mark.parametrize(("bump", "count"), [(0.8, 4), (1.2, 5)])
def test_the_detail_of_an_outline_by_hand_is_of_a_pixel(bump: float, count: int) -> None:
    assert corners(deviation=3.0, bump=bump) == count
