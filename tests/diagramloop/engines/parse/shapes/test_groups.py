"""Frames that hold something, and boxes that are one."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.shapes.groups import fill_of, held_frames, holds, is_one_of
from diagramloop.graph import Box

FRAME = (0.0, 0.0, 400.0, 300.0)
UNIT = 10.0  # px of a text's height


def within(left: float, top: float, right: float, bottom: float) -> Box:
    """A box with such gaps to the frame."""
    return (left, top, FRAME[2] - right, FRAME[3] - bottom)


@pytest.mark.parametrize(
    ("box", "held"),
    [
        pytest.param(within(2, 11, 8, 2), True, id="a title above"),
        pytest.param(within(2, 9, 8, 2), False, id="no room for a title"),
        pytest.param(within(2, 11, 6, 2), True, id="a margin"),
        pytest.param(within(2, 11, 4, 2), False, id="no margin"),
        pytest.param(within(0, 30, 30, 30), False, id="on the frame's line"),
    ],
)
def test_a_frame_holds_what_leaves_room_for_a_title_and_a_margin(box: Box, held: bool) -> None:
    assert holds(FRAME, np.array([box]), UNIT).tolist() == [held]


@pytest.mark.parametrize(("off", "count"), [(9, 1), (12, 2)])
def test_frames_within_a_text_height_are_one(off: float, count: int) -> None:
    again = (off, 0.0, 400.0, 300.0)
    inner = (100.0, 100.0, 200.0, 200.0)
    assert len(held_frames([FRAME, again], [inner], UNIT)) == count


@pytest.mark.parametrize(("off", "same"), [(13, True), (17, False)])
def test_a_box_is_a_frame_where_their_sides_differ_by_a_twentieth(off: float, same: bool) -> None:
    assert is_one_of((off, 0.0, 400.0, 300.0), [FRAME]) == same


@pytest.mark.parametrize(("shade", "seen"), [(11, False), (13, True)])
def test_the_fill_of_a_frame_is_seen_two_strokes_and_two_pixels_inside(shade: int, seen: bool) -> None:
    """In strokes of 5 pixels; the frame's line has so many pixels of a shade beside it."""
    picture = np.full((100, 100, 3), 255, np.uint8)
    picture[10 + shade : 90 - shade, 10 + shade : 90 - shade] = 200
    assert (fill_of(picture, (10.0, 10.0, 90.0, 90.0), 5.0) == 255).all() == seen


@pytest.mark.parametrize(
    "frame",
    [(10.0, 10.0, 90.0, 13.0), (40.0, 40.0, 41.0, 90.0), (-8.0, -8.0, 30.0, 120.0)],
    ids=["low", "narrow", "off"],
)
def test_a_frame_too_narrow_for_an_inside_or_off_the_page_has_a_colour(frame: Box) -> None:
    picture = np.full((100, 100, 3), 200, np.uint8)
    assert fill_of(picture, frame, 2.0).tolist() == [200.0] * 3
