"""Borders along an outline, and mere edges between two colours."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.shapes.outlines import Border, border
from diagramloop.engines.parse.shapes.surroundings import Surroundings

Colour = tuple[int, int, int]

SQUARE = np.array([(30, 30), (90, 30), (90, 90), (30, 90)], np.float64)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
_ROWS, _COLUMNS = np.mgrid[:120, :120]
BEYOND = np.maximum(np.abs(_COLUMNS - 60), np.abs(_ROWS - 60)) - 30  # px of each pixel from the square, outwards


def rings(inside: Colour, outside: Colour, colours: dict[int, Colour]) -> RGB:
    """Two colours that meet between the rings of one pixel around the square whose colours are given."""
    picture = np.empty((120, 120, 3), np.uint8)
    picture[...] = outside
    picture[min(colours) > BEYOND] = inside
    for beyond, colour in colours.items():
        picture[beyond == BEYOND] = colour
    return picture


def seen(picture: RGB, stroke: float = 1.0) -> Border:
    return border(picture, SQUARE, 12.0, 5.0, stroke)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_the_width_of_a_line_is_measured_in_pixels(width: int) -> None:
    found = seen(rings(WHITE, WHITE, dict.fromkeys(range(3, 3 + width), BLACK)))
    assert (found.width, found.middle) == pytest.approx((width, 2.5 + width / 2), abs=0.01)


@pytest.mark.parametrize(("hue", "is_line"), [(20, False), (28, True)])
def test_a_line_differs_from_the_mixtures_of_what_it_parts(hue: int, is_line: bool) -> None:
    """By an eighth of what the colours on both sides differ."""
    picture = rings((55, 55, 55), WHITE, {4: (155 + hue, 155 - hue, 155)})
    assert (seen(picture).width > 0) == is_line


@pytest.mark.parametrize(("length", "is_border"), [(24, False), (48, True)])
def test_a_border_is_seen_along_two_thirds_of_an_outline(length: int, is_border: bool) -> None:
    picture = rings(WHITE, WHITE, {4: BLACK})
    picture[94:] = WHITE  # a square's side of four
    picture[30 + length : 100, 91:] = WHITE  # and a part of the next one
    assert (seen(picture).width > 0) == is_border


@pytest.mark.parametrize(("fainter", "double"), [(25, False), (36, True)])
def test_the_second_line_of_a_double_border_is_not_much_fainter(fainter: int, double: bool) -> None:
    grey = (255 - fainter,) * 3
    assert seen(rings(WHITE, WHITE, {3: (155, 155, 155), 4: WHITE, 5: WHITE, 6: grey})).double == double


@pytest.mark.parametrize(
    ("stroke", "edge", "line"),
    [pytest.param(1, 2, 3, id="thin strokes"), pytest.param(4, 4, 6, id="thick strokes")],
)
def test_a_grey_line_between_black_and_white_shows_by_its_width(stroke: int, edge: int, line: int) -> None:
    grey = (128, 128, 128)
    assert seen(rings(BLACK, WHITE, dict.fromkeys(range(2, 2 + edge), grey)), stroke).width == 0
    assert seen(rings(BLACK, WHITE, dict.fromkeys(range(2, 2 + line), grey)), stroke).width > 0


@pytest.mark.parametrize(
    ("stroke", "near", "far"),
    [pytest.param(1, 6, 7, id="thin strokes"), pytest.param(4, 14, 17, id="thick strokes")],
)
def test_the_edge_of_a_filled_shape_is_looked_for_within_three_strokes_and_three_pixels(
    stroke: int, near: int, far: int
) -> None:
    for beyond, is_seen in ((near, True), (far, False)):
        picture = rings(BLACK, WHITE, {beyond: WHITE})
        around = Surroundings(picture, Environment(WHITE, stroke, 10.0, 5))
        assert (around.filled_border(SQUARE).outside.tolist() == [255.0] * 3) == is_seen
