"""Ink that is a symbol, and symbols that are nodes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.levels import Mask
from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.shape_names import Fit
from diagramloop.engines.parse.shapes.surroundings import Surroundings
from diagramloop.engines.parse.shapes.symbols import _compact, _symbol, compact_areas, symbol_outlines

UNIT = 10.0  # px of a text's height
BLUE, BLACK, WHITE = (120, 160, 220), (0, 0, 0), (255, 255, 255)


def block(width: int, height: int) -> Mask:
    mask = np.zeros((140, 140), np.uint8)
    mask[20 : 20 + height, 20 : 20 + width] = 1
    return mask


def bays(depth: int, length: int) -> Mask:
    """A block of 60 x 90 pixels with a bay in its upper and its lower side."""
    mask, start = block(60, 90), 50 - length // 2
    mask[20 : 20 + depth, start : start + length] = mask[110 - depth : 110, start : start + length] = 0
    return mask


def rounded(radius: int) -> Mask:
    """A block of 100 x 100 pixels with round corners."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    return np.asarray(cv2.morphologyEx(block(100, 100), cv2.MORPH_OPEN, disc))


def names(mask: Mask, text_height: float) -> list[str]:
    return [fit.name for _, fit in _compact(mask, text_height)]


@pytest.mark.parametrize(
    ("text_height", "symbol", "other"),
    [
        pytest.param(10.0, block(28, 28), block(21, 21), id="two and a half text heights large"),
        pytest.param(10.0, block(55, 30), block(65, 30), id="twice as long as wide"),
        pytest.param(14.0, bays(4, 52), bays(7, 52), id="nearly convex"),
        pytest.param(14.0, bays(9, 20), bays(11, 20), id="near to a known shape"),
    ],
)
def test_symbols_are_large_and_compact_and_regular(text_height: float, symbol: Mask, other: Mask) -> None:
    assert names(symbol, text_height) == ["rect"]
    assert names(other, text_height) == []


@pytest.mark.parametrize(("radius", "name"), [(11, "rect"), (14, "rounded")])
def test_corners_that_are_rounded_by_half_a_text_height_are_sharp(radius: int, name: str) -> None:
    """That much is rounded by opening anyway."""
    assert names(rounded(radius), 20.0) == [name]


def circle_with(bar: int) -> RGB:
    """A circle of 50 pixels with a bar, so many pixels thick, on its right."""
    picture = np.full((120, 140, 3), 255, np.uint8)
    cv2.circle(picture, (45, 60), 25, BLACK, -1)
    picture[60 - bar // 2 : 60 - bar // 2 + bar, 60:95] = 0
    return picture


def around(picture: RGB, stroke: float = 1.0) -> Surroundings:
    return Surroundings(picture, Environment(WHITE, stroke, UNIT, 5))


@pytest.mark.parametrize(("bar", "is_circle"), [(13, True), (15, False)])
def test_what_is_thinner_than_one_and_a_half_text_heights_is_no_part_of_a_symbol(bar: int, is_circle: bool) -> None:
    regions = around(circle_with(bar)).regions
    found = symbol_outlines(compact_areas(regions, UNIT), UNIT)
    assert any(fit.name == "circle" and np.ptp(outline[:, 0]) < 56 for outline, fit in found) == is_circle


SQUARE = np.array([(50, 50), (110, 50), (110, 110), (50, 110)], np.float64)


def square(border: int, inside: tuple[int, int, int] = WHITE, depth: int = 0) -> RGB:
    """One with a black border of so many pixels, so many pixels within the outline."""
    picture = np.full((160, 160, 3), 255, np.uint8)
    picture[50 + depth : 111 - depth, 50 + depth : 111 - depth] = 0
    inner = depth + border
    picture[50 + inner : 111 - inner, 50 + inner : 111 - inner] = inside
    return picture


def symbol(picture: RGB, stroke: float = 1.0) -> Candidate | None:
    return _symbol(around(picture, stroke), SQUARE, Fit("rect", SQUARE, 0.0))


@pytest.mark.parametrize(("missing", "is_symbol"), [(45, True), (75, False)])
def test_the_outline_of_a_symbol_is_drawn_along_three_quarters(missing: int, is_symbol: bool) -> None:
    """Of 240 pixels."""
    picture = square(1)
    picture[52 : 52 + min(missing, 56), 110] = 255
    picture[110, 52 : 52 + max(0, missing - 56)] = 255
    assert (symbol(picture) is not None) == is_symbol


@pytest.mark.parametrize(
    ("stroke", "border", "fill"),
    [
        pytest.param(1.0, 4, BLUE, id="thin strokes, border"),
        pytest.param(1.0, 5, BLACK, id="thin strokes, filled"),
        pytest.param(4.0, 10, BLUE, id="thick strokes, border"),
        pytest.param(4.0, 11, BLACK, id="thick strokes, filled"),
    ],
)
def test_the_border_of_a_symbol_is_thinner_than_two_strokes_and_two_pixels(
    stroke: float, border: int, fill: tuple[int, int, int]
) -> None:
    found = symbol(square(border, BLUE), stroke)
    assert found is not None
    assert tuple(found.fill) == fill


@pytest.mark.parametrize(("depth", "is_symbol"), [(4, True), (5, False)])
def test_the_line_of_a_symbol_lies_within_three_pixels_and_a_stroke(depth: int, is_symbol: bool) -> None:
    """In strokes of one and a half."""
    assert (symbol(square(1, depth=depth), 1.5) is not None) == is_symbol
