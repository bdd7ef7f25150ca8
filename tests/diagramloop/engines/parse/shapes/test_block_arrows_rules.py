"""Regularity, thickness and length of block arrows, and their distance from what they join."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import shapely

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.block_arrow import block_arrow
from diagramloop.engines.parse.shapes.block_arrows import _corners, block_arrows
from diagramloop.engines.parse.shapes.outlines import Points
from diagramloop.engines.parse.shapes.surroundings import Surroundings

WHITE = (255, 255, 255)
CORNER = np.array((20, 50))  # of the picture, to where an arrow begins


def outline(length: float = 100, shaft: float = 20, wings: float = 40, head: float = 30) -> Points:
    """Corners of an arrow to the right, from its tip on; it begins at the origin, all is in pixels."""
    neck, wing, back = shaft / 2, wings / 2, length - head
    corners = [(length, 0), (back, wing), (back, neck), (0, neck), (0, -neck), (back, -neck), (back, -wing)]
    return np.array(corners, np.float64)


@pytest.mark.parametrize(
    ("size", "text_height", "even", "uneven"),
    [
        pytest.param(1.0, 20.0, 3.5, 4.5, id="a fifth of a text height"),
        pytest.param(1.0, 100.0, 7.0, 9.0, id="a fifth of the wings that are lower than a text"),
        pytest.param(1.0, 5.0, 1.8, 2.3, id="two pixels in small type"),
    ],
)
def test_the_corners_of_an_arrow_mirror_each_other(size: float, text_height: float, even: float, uneven: float) -> None:
    for amiss, is_arrow in ((even, True), (uneven, False)):
        corners = outline()
        corners[1, 0] += amiss
        assert (block_arrow(corners, text_height) is not None) == is_arrow


@pytest.mark.parametrize(("wings", "is_arrow"), [(24, False), (27, True)])
def test_wings_are_a_quarter_wider_than_the_shaft(wings: float, is_arrow: bool) -> None:
    assert (block_arrow(outline(wings=wings), 5.0) is not None) == is_arrow


@pytest.mark.parametrize(
    ("starts", "ends", "is_joined"),
    [
        pytest.param(122, 200, True, id="within two and a half text heights"),
        pytest.param(128, 200, False, id="farther"),
        pytest.param(60, 98, True, id="passed by a fifth of a text height"),
        pytest.param(60, 97, False, id="passed by more"),
    ],
)
def test_an_arrow_ends_near_what_it_joins(starts: float, ends: float, is_joined: bool) -> None:
    arrow = block_arrow(outline(), 10.0)
    assert arrow is not None
    anchors = np.array([shapely.box(-50, -30, -5, 30), shapely.box(starts, -30, ends, 30)], dtype=object)
    assert (arrow.joined(anchors, 10.0) == (0, 1)) == is_joined


def is_found(corners: Points, text_height: float, stroke: float = 1.0) -> bool:
    picture = np.full((100, 280, 3), 255, np.uint8)
    cv2.fillPoly(picture, [np.rint(corners + CORNER).astype(np.int32)], (90, 90, 90))
    around = Surroundings(picture, Environment(WHITE, stroke, text_height, 5))
    return len(list(block_arrows(around))) == 1


@pytest.mark.parametrize(
    ("text_height", "stroke", "line", "shaft"),
    [
        pytest.param(20.0, 1.0, 8, 10, id="four tenths of a text height"),
        pytest.param(10.0, 4.0, 10, 12, id="two and a half strokes"),
    ],
)
def test_a_shaft_is_thicker_than_a_line(text_height: float, stroke: float, line: int, shaft: int) -> None:
    assert not is_found(outline(180, line, wings=30), text_height, stroke)
    assert is_found(outline(180, shaft, wings=30), text_height, stroke)


@pytest.mark.parametrize(("length", "is_arrow"), [(180, True), (220, False)])
def test_arrows_are_shorter_than_forty_text_heights(length: int, is_arrow: bool) -> None:
    assert is_found(outline(length), text_height=5.0) == is_arrow


def drawn_corners(corners: Points, text_height: float = 5.0) -> int:
    mask = np.zeros((100, 280), np.uint8)
    cv2.fillPoly(mask, [np.rint(corners + CORNER).astype(np.int32)], 255)
    return len(_corners(mask, (0, 0), text_height))


@pytest.mark.parametrize(
    ("filling", "count"),
    [
        pytest.param(outline(100, 8, 60, head=20), 0, id="a fifth"),
        pytest.param(outline(100, 14, 60, head=20), 7, id="three tenths"),
        pytest.param(outline(200, 60, 76, head=20), 7, id="three quarters"),
        pytest.param(outline(200, 60, 60, head=2), 0, id="nearly all"),
    ],
)
def test_an_arrow_fills_a_part_of_its_box(filling: Points, count: int) -> None:
    assert drawn_corners(filling) == count


@pytest.mark.parametrize(
    ("text_height", "cut", "count"),
    [
        pytest.param(5.0, (2, 1), 7, id="less than one and a half pixels"),
        pytest.param(5.0, (2, 2), 8, id="more pixels"),
        pytest.param(40.0, (5, 5), 7, id="an eighth of a text height"),
        pytest.param(40.0, (7, 7), 8, id="a sixth of it"),
    ],
)
def test_the_corner_of_an_arrow_may_be_blunt(text_height: float, cut: tuple[int, int], count: int) -> None:
    sharp, (along, across) = outline(180, 40, 80, head=50), cut
    blunt = np.concatenate([sharp[:4], [(0, -20 + across), (along, -20)], sharp[5:]])
    assert drawn_corners(blunt, text_height) == count
