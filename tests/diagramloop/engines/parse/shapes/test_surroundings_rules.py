"""Which regions can be nodes: their bays and bites, rings, noise beside edges, and the reach of a border."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.surroundings import Surroundings

BLUE, BLACK, WHITE = (120, 160, 220), (0, 0, 0), (255, 255, 255)
Corners = list[tuple[int, int]]


def page() -> RGB:
    return np.full((200, 300, 3), 255, np.uint8)


def around(picture: RGB, text_height: float = 10.0, stroke: float = 1.0, flatness: int = 5) -> Surroundings:
    return Surroundings(picture, Environment(WHITE, stroke, text_height, flatness))


def coloured(corners: Corners, text_height: float) -> Candidate | None:
    """The candidate of a blue area between such corners."""
    picture = page()
    cv2.fillPoly(picture, [np.array(corners, np.int32)], BLUE)
    return at_middle(around(picture, text_height), 40, 150)


def at_middle(seen: Surroundings, x: int, y: int) -> Candidate | None:
    return seen.candidate((int(seen.regions.labels[y, x]),))


def angle(width: int) -> Corners:
    """An L of 100 x 100 pixels, both of whose parts are so wide."""
    return [(30, 60), (30 + width, 60), (30 + width, 160 - width), (130, 160 - width), (130, 160), (30, 160)]


@pytest.mark.parametrize(("width", "is_node"), [(30, False), (36, True)])
def test_a_node_fills_seven_tenths_of_its_hull(width: int, is_node: bool) -> None:
    assert (coloured(angle(width), 10.0) is not None) == is_node


def comb(slit: int, depth: int, count: int = 12) -> Corners:
    """A rectangle of 100 pixels' height with slits, 15 px apart, in its upper side."""
    corners = [(30, 160), (30, 60)]
    for x in range(37, 37 + 15 * count, 15):
        corners += [(x, 60), (x, 60 + depth), (x + slit, 60 + depth), (x + slit, 60)]
    right = corners[-1][0] + 7
    return [*corners, (right, 60), (right, 160)]


@pytest.mark.parametrize(("depth", "is_node"), [(82, True), (88, False)])
def test_what_text_leaves_of_a_node_is_half_of_it(depth: int, is_node: bool) -> None:
    assert (coloured(comb(8, depth), 20.0) is not None) == is_node


@pytest.mark.parametrize(("width", "is_bite"), [(9, False), (12, True)])
def test_a_text_cuts_bays_of_half_its_height(width: int, is_bite: bool) -> None:
    found = coloured(comb(width, 40, 1), 20.0)
    assert found is not None
    assert found.restored == is_bite


def bitten(width: int, depth: int) -> Corners:
    """A rectangle of 200 x 100 pixels with a bite in its upper side."""
    left = 130 - width // 2
    bite = [(left, 60), (left, 60 + depth), (left + width, 60 + depth), (left + width, 60)]
    return [(30, 60), *bite, (230, 60), (230, 160), (30, 160)]


@pytest.mark.parametrize(
    ("text_height", "corners", "is_restored"),
    [
        pytest.param(5.0, bitten(50, 2), False, id="one and a half pixels"),
        pytest.param(5.0, bitten(10, 3), True, id="more pixels"),
        pytest.param(40.0, bitten(80, 7), False, id="a seventh of a text height"),
        pytest.param(40.0, bitten(60, 9), True, id="more of a text height"),
    ],
)
def test_a_shape_is_bitten_where_it_is_far_from_all_that_are_known(
    text_height: float, corners: Corners, is_restored: bool
) -> None:
    found = coloured(corners, text_height)
    assert found is not None
    assert found.restored == is_restored


@pytest.mark.parametrize(
    ("text_height", "stroke", "size", "thin", "thick"),
    [
        pytest.param(20.0, 1.0, 100, 7, 9, id="a third of a text height"),
        pytest.param(10.0, 2.0, 100, 6, 8, id="three strokes"),
        pytest.param(10.0, 4.0, 60, 7, 9, id="four tenths of a small square"),
    ],
)
def test_a_ring_is_a_border_if_it_is_no_thicker_than(
    text_height: float, stroke: float, size: int, thin: int, thick: int
) -> None:
    for thickness, is_node in ((thin, False), (thick, True)):
        picture, inner = page(), 30 + thickness
        picture[30 : 30 + size, 30 : 30 + size] = BLUE
        picture[inner : 60 + size - inner, inner : 60 + size - inner] = WHITE
        assert (at_middle(around(picture, text_height, stroke), 31, 60) is not None) == is_node


@pytest.mark.parametrize(
    ("stroke", "near", "far"),
    [pytest.param(1.0, 8, 10, id="text height"), pytest.param(4.0, 14, 18, id="four strokes")],
)
def test_a_border_is_looked_for_past_what_shows_beside_a_text(stroke: float, near: int, far: int) -> None:
    square = np.array([(80, 60), (180, 60), (180, 140), (80, 140)], np.float64)
    for away, is_seen in ((near, True), (far, False)):
        picture = page()
        cv2.rectangle(picture, (80, 60), (180, 140), BLUE, -1)
        cv2.rectangle(picture, (80 - away, 60 - away), (180 + away, 140 + away), BLACK, 1)
        assert (around(picture, 10.0, stroke)._border(square).width > 0) == is_seen


@pytest.mark.parametrize(("levels", "is_noise"), [(68, True), (78, False)])
def test_noise_beside_an_edge_is_four_tenths_as_strong_as_the_edge(levels: int, is_noise: bool) -> None:
    picture = np.full((200, 300, 3), 255 - levels, np.uint8)
    cv2.rectangle(picture, (40, 40), (180, 140), BLACK, 1)
    picture[46:135, 46:175] = 255
    found = at_middle(around(picture, flatness=10), 100, 90)
    assert found is not None
    assert (found.height > 92) == is_noise
