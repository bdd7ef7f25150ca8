"""Which of what is found is a node, in the place of another reading, inside of another, or between lines."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.outlines import Border
from diagramloop.engines.parse.shapes.shape_hunter import (
    EmbeddedShapeHunter,
    _accepted,
    _is_regular,
    _open,
    _place,
    _rectangles,
    _with_open,
    _without_markers,
)
from diagramloop.engines.parse.shapes.shape_names import Fit
from diagramloop.engines.parse.shapes.surroundings import Surroundings

UNIT = 10.0  # px of a text's height
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def page() -> RGB:
    return np.full((200, 300, 3), 255, np.uint8)


def around(picture: RGB, stroke: float = 2.0) -> Surroundings:
    return Surroundings(picture, Environment(WHITE, stroke, UNIT, 5))


def outlined(corners: list[tuple[float, float]], deviation: float = 0.0, coverage: float = 0.9) -> Candidate:
    """White with a border of two pixels."""
    outline, white = np.array(corners, np.float64), np.full(3, 255.0)
    border = Border(white, white, 2.0, 1.0)
    return Candidate((1,), outline, Fit("rect", outline, deviation), border, white, coverage, (9.0, 9.0))


def box(x0: float, y0: float, x1: float, y1: float) -> Candidate:
    return outlined([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


@pytest.mark.parametrize(
    ("found", "is_new"),
    [
        pytest.param(box(57, 0, 157, 100), True, id="hardly more than a quarter of both"),
        pytest.param(box(50, 0, 150, 100), False, id="a third of both"),
        pytest.param(box(20, -150, 300, 300), True, id="eight tenths of a node within"),
        pytest.param(box(12, -150, 300, 300), False, id="nearly nine tenths of a node within"),
    ],
)
def test_an_open_outline_is_a_node_where_none_is_known(found: Candidate, is_new: bool) -> None:
    assert len(_with_open([box(0, 0, 100, 100)], [found])) == 1 + is_new


@pytest.mark.parametrize(("width", "same"), [(45, False), (55, True)])
def test_a_box_is_the_drawn_one_that_it_shares_half_of(width: float, same: bool) -> None:
    drawn = np.array([(0.0, 0.0, 100.0, 50.0)])
    assert (_place((0.0, 0.0, width, 50.0), drawn) is not None) == same


@pytest.mark.parametrize(
    ("node", "inner", "count"),
    [
        pytest.param(100, 27, 1, id="an icon in a node"),
        pytest.param(100, 33, 2, id="a node in a group"),
        pytest.param(70, 33, 1, id="a marker in a symbol"),
        pytest.param(80, 33, 2, id="too large for a symbol"),
    ],
)
def test_icons_are_lower_than_three_texts_and_symbols_lower_than_seven_and_a_half(
    node: float, inner: float, count: int
) -> None:
    nodes = [box(0, 0, node, node), box(20, 20, 20 + inner, 20 + inner)]
    assert len(_without_markers(nodes, UNIT)) == count


def bay(depth: float) -> list[tuple[float, float]]:
    """Corners of a rectangle of 100 x 50 pixels, into whose upper side a wedge is cut."""
    return [(0, 0), (20, 0), (50, depth), (80, 0), (100, 0), (100, 50), (0, 50)]


@pytest.mark.parametrize(("depth", "regular"), [(3, True), (8, False)])
def test_what_is_of_no_known_shape_is_nearly_convex(depth: float, regular: bool) -> None:
    assert _is_regular(outlined(bay(depth), deviation=9.0), 1.5) == regular


@pytest.mark.parametrize(("coverage", "count"), [(0.98, 1), (1.0, 0)])
def test_what_lines_leave_between_them_is_no_node_where_nothing_is_written(coverage: float, count: int) -> None:
    picture = page()
    for y in (60, 120):
        cv2.line(picture, (60, y), (240, y), BLACK, 2)
    for x in (100, 200):
        cv2.line(picture, (x, 20), (x, 160), BLACK, 2)
    between = replace(box(100, 60, 200, 120), coverage=coverage)
    assert len(_accepted(around(picture), [between], [np.full(3, 255.0)], 1.5)) == count


@pytest.mark.parametrize(("shared", "count"), [(9, 2), (11, 1)])
def test_a_face_beside_a_node_shares_a_text_height_of_its_outline(shared: int, count: int) -> None:
    picture = page()
    cv2.rectangle(picture, (40, 40), (120, 100), BLACK, 2)
    cv2.rectangle(picture, (42, 42), (118, 98), (120, 160, 220), -1)
    cv2.rectangle(picture, (120, 94 - shared), (200, 160), BLACK, 2)  # less what is near a line's end
    hunted = EmbeddedShapeHunter().hunt(picture, around(picture).environment)
    assert len(hunted) == count


def by_hand(gap: int, depth: int = 0) -> RGB:
    """A rectangle, with writing, whose right side has a gap and whose upper one a bay."""
    picture = page()
    corners = np.array([*bay(depth)], np.int32) * 2 + (40, 50)
    cv2.polylines(picture, [corners.astype(np.int32)], True, BLACK, 2)
    cv2.putText(picture, "Text", (90, 110), cv2.FONT_HERSHEY_SIMPLEX, 1.2, BLACK, 3)
    picture[100 : 100 + gap, 230:250] = 255
    return picture


@pytest.mark.parametrize(("gap", "count"), [(6, 1), (8, 0)])
def test_a_hand_leaves_gaps_of_three_strokes(gap: int, count: int) -> None:
    assert len(_open(around(by_hand(gap)), 1.0, [np.full(3, 255.0)])) == count


@pytest.mark.parametrize(("usual", "count"), [(2.4, 0), (2.9, 1)])
def test_a_hand_leaves_a_shape_at_most_two_and_a_half_times_as_far_as_usual(usual: float, count: int) -> None:
    """The bay makes seven pixels."""
    assert len(_open(around(by_hand(0, 5)), usual, [np.full(3, 255.0)])) == count


@pytest.mark.parametrize(("beyond", "count"), [(10, 1), (13, 0)])
def test_the_sides_of_a_frame_end_within_a_text_height_of_its_corners(beyond: int, count: int) -> None:
    picture = page()
    for y in (30, 170):
        cv2.line(picture, (40 - beyond, y), (260, y), BLACK, 1)
    for x in (40, 260):
        cv2.line(picture, (x, 30), (x, 170), BLACK, 1)
    assert len(_rectangles(around(picture))) == count


@pytest.mark.parametrize(("height", "count"), [(26, 0), (34, 1)])
def test_the_sides_of_a_frame_are_three_text_heights_long(height: int, count: int) -> None:
    picture = page()
    cv2.rectangle(picture, (40, 40), (240, 40 + height), BLACK, 1)
    assert len(_rectangles(around(picture))) == count


@pytest.mark.parametrize(("pause", "count"), [(8, 1), (10, 0)])
def test_the_pauses_of_a_dashed_frame_are_shorter_than_three_quarters_of_a_text_height(pause: int, count: int) -> None:
    picture = page()
    cv2.rectangle(picture, (40, 30), (260, 170), BLACK, 1)
    for at in range(50, 250, pause + 7):
        picture[:, at : at + pause] = 255
    for at in range(40, 150, pause + 7):
        picture[at : at + pause] = 255
    assert len(_rectangles(around(picture))) == count
