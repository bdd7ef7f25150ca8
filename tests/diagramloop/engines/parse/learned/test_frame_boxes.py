"""Rectangles as hands draw them: each line with a slope of its own, and pools that are open where the page ends."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from diagramloop.engines.parse.learned.frame_boxes import Boxes, Rectangles
from diagramloop.engines.parse.learned.frame_lines import frame_lines

Corner = tuple[int, int]


def ink(*lines: tuple[Corner, Corner]) -> NDArray[np.uint8]:
    drawn = np.zeros((300, 400), np.uint8)
    for start, stop in lines:
        cv2.line(drawn, start, stop, 1, 2)
    return drawn


def rectangles(drawn: NDArray[np.uint8]) -> Rectangles:
    level, upright = frame_lines(drawn), frame_lines(np.ascontiguousarray(drawn.T))
    return Rectangles(level, upright)


def boxes(found: Boxes) -> list[list[int]]:
    return [[round(value / 10) * 10 for value in box] for box in found.tolist()]


def frame(left: int, top: int, right: int, bottom: int, leaning: int = 0, last: int | None = None):  # type: ignore[no-untyped-def]
    """Its lines; the lower side leans by so many cells, ``last`` is where both level sides end."""
    last = right if last is None else last
    below = bottom + leaning * (last - left) // (right - left)
    return ((left, top), (last, top)), ((left, bottom), (last, below)), ((left, top), (left, bottom))


@pytest.mark.parametrize("leaning", [-16, 0, 16])
def test_a_frame_one_side_of_which_leans(leaning: int) -> None:
    drawn = ink(*frame(40, 60, 360, 200, leaning), ((360, 60), (360, 200 + leaning)))
    (box,) = rectangles(drawn).closed().tolist()
    assert box == pytest.approx([40, 60, 360, 200 + leaning / 2], abs=4)


def test_a_low_frame_has_short_sides() -> None:
    drawn = ink(*frame(40, 60, 360, 84), ((360, 60), (360, 84)))
    assert boxes(rectangles(drawn).closed()) == [[40, 60, 360, 80]]


def test_two_lines_that_end_side_by_side_are_an_open_frame() -> None:
    found = rectangles(ink(*frame(40, 60, 360, 200)))
    assert not len(found.closed())
    assert boxes(found.open()) == [[40, 60, 360, 200]]


def test_two_lines_that_begin_side_by_side_are_one_too() -> None:
    found = rectangles(np.ascontiguousarray(ink(*frame(40, 60, 360, 200))[:, ::-1]))
    assert boxes(found.open()) == [[40, 60, 360, 200]]


def test_lines_that_end_far_apart_are_no_frame() -> None:
    found = rectangles(ink(((40, 60), (360, 60)), ((40, 200), (320, 200)), ((40, 60), (40, 200))))
    assert not len(found.open())


def test_what_lies_between_two_open_frames_is_none() -> None:
    """The upright side has a gap there: the largest box would hold both."""
    found = rectangles(ink(*frame(40, 30, 360, 110), *frame(40, 180, 360, 260)))
    assert {tuple(box) for box in boxes(found.open())} == {(40, 30, 360, 110), (40, 180, 360, 260)}


def test_a_page_without_lines_has_no_rectangles() -> None:
    found = rectangles(ink())
    assert found.closed().shape == found.open().shape == (0, 4)
