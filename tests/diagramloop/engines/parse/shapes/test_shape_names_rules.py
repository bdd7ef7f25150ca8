"""Distance of an outline from a shape that is named, and share of a bitten shape that is left."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.shapes.outlines import Points, outer_contour, resample
from diagramloop.engines.parse.shapes.shape_names import _own_lengths, name_outline, restored
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS


def polygon(*corners: tuple[float, float]) -> Points:
    """With a point at about each pixel, as outlines have."""
    return resample(np.array(corners, np.float64), 520)


SLANTED = polygon((8, 0), (200, 0), (192, 60), (0, 60))
BENT = polygon((14, 0), (100, 5), (200, 0), (186, 60), (0, 60))  # more slanted, but its upper side hangs through


@pytest.mark.parametrize(
    ("outline", "blur", "name"),
    [
        pytest.param(SLANTED, 17.0, "rect", id="rectangle but for three tenths of the blur"),
        pytest.param(SLANTED, 13.0, "lean-r", id="farther from a rectangle"),
        pytest.param(BENT, 21.0, "rect", id="hardly farther from a rectangle"),
        pytest.param(BENT, 17.5, "lean-r", id="a fifth of the blur farther from a rectangle"),
    ],
)
def test_simple_shapes_win_unless_the_blur_does_not_explain_the_rest(outline: Points, blur: float, name: str) -> None:
    assert name_outline(outline, blur).name == name


@pytest.mark.parametrize(("width", "name"), [(112, "circle"), (118, "ellipse")])
def test_the_sides_of_a_circle_are_alike(width: float, name: str) -> None:
    assert name_outline(SHAPE_DRAWINGS["ellipse"](width, 100.0, 0.0), 1.0).name == name


@pytest.mark.parametrize(
    ("height", "below", "touches"),
    [
        pytest.param(40, 1.2, True, id="little more than a pixel"),
        pytest.param(40, 1.6, False, id="more pixels"),
        pytest.param(400, 4.5, True, id="little more than a hundredth"),
        pytest.param(400, 5.5, False, id="more of the shape's size"),
    ],
)
def test_a_side_touches_its_box_within_a_pixel_and_a_hundredth(height: float, below: float, touches: bool) -> None:
    """The upper side begins at 25 pixels if that place touches the box, else at 30."""
    outline = [(25, below), (30, 0), (970, 0), (1000, height / 2), (1000, height), (0, height), (0, height / 2)]
    slants = _own_lengths(np.array(outline, np.float64), 1000.0, height)
    assert (25 in slants) == touches


def test_a_length_of_which_nothing_shows_is_tried_at_some_seventh_of_the_height() -> None:
    outline = polygon((0, 0), (160, 0), (160, 100), (0, 100))
    assert any(13 < length < 17 for length in _own_lengths(outline, 160.0, 100.0))


def test_a_length_that_shows_but_in_part_is_tried_longer() -> None:
    """The stretch near the box's sides is missing from a corner that is cut by five pixels."""
    mask = np.zeros((100, 200), np.uint8)
    cv2.fillPoly(mask, [np.rint(SHAPE_DRAWINGS["notch-rect"](160.0, 60.0, 5.0) + 20).astype(np.int32)], 255)
    fit = name_outline(outer_contour(mask), 1.0)
    assert (fit.name, fit.deviation) == ("notch-rect", pytest.approx(0.1, abs=0.15))


def bitten(mouth: float, depth: float, width: float | None = None) -> Points:
    """A rectangle of 200 x 100 pixels, into whose upper side something wider within than its mouth has bitten."""
    one, two = 100 - mouth / 2, 100 + mouth / 2
    left, right = 100 - (width or mouth) / 2, 100 + (width or mouth) / 2
    within = [(one, 4), (left, 4), (left, depth), (right, depth), (right, 4), (two, 4)]
    return polygon((0, 0), (one, 0), *within, (two, 0), (200, 0), (200, 100), (0, 100))


@pytest.mark.parametrize(
    ("outline", "is_restored"),
    [
        pytest.param(bitten(100, 20), True, id="a sixth of the border is missing"),
        pytest.param(bitten(144, 20), False, id="a quarter of the border is missing"),
        pytest.param(bitten(60, 60, 96), True, id="a quarter of the area is missing"),
        pytest.param(bitten(60, 80, 92), False, id="more than a third of the area is missing"),
    ],
)
def test_a_bitten_shape_has_most_of_its_border_and_of_its_area(outline: Points, is_restored: bool) -> None:
    assert (restored(outline, 1.0) is not None) == is_restored


@pytest.mark.parametrize(("off", "is_restored"), [(1.85, True), (2.15, False)])
def test_the_border_that_is_left_of_a_bitten_shape_is_as_exact_as_the_blur_and_a_pixel(
    off: float, is_restored: bool
) -> None:
    """The upper side is lower than its corners by so much."""
    outline = polygon((0, 0), (10, 0), (10, off), (190, off), (190, 0), (200, 0), (200, 100), (0, 100))
    assert (restored(outline, 1.0) is not None) == is_restored
