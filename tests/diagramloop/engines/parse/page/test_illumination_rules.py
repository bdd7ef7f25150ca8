"""Shares of the light by which a photograph is page, ink, paint, a shadow or a desk."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

from diagramloop.engines.parse.page.illumination import evenly_lit
from diagramloop.engines.parse.page.page import page_of
from diagramloop.errors import PictureError

PAGE = 250  # levels of the light
Box = tuple[int, int, int, int]  # x, y, width, height


def page(width: int = 300, height: int = 300) -> np.ndarray:
    return np.full((height, width, 3), PAGE, np.uint8)


def lines(picture: np.ndarray, pixels: int = 900) -> np.ndarray:
    """The same with black lines of three pixels width that cover so many."""
    while pixels > 0:
        picture[20 : 20 + min(pixels, 240) // 3, 10 + pixels // 40 : 13 + pixels // 40] = 0
        pixels -= 240
    return picture


def lit(picture: np.ndarray) -> np.ndarray:
    return evenly_lit(picture)


def is_page(picture: np.ndarray) -> bool:
    with contextlib.suppress(PictureError):
        lit(picture)
        return True
    return False


@pytest.mark.parametrize(("levels", "expected"), [(228, True), (205, False)])
def test_lines_of_nine_tenths_of_the_light_are_white_and_of_eight_tenths_are_not(levels: int, expected: bool) -> None:
    picture = lines(page())
    picture[200:203, 50:250] = levels
    assert (lit(picture)[201, 60:240].min() == 255) == expected


@pytest.mark.parametrize(("levels", "expected"), [(210, True), (187, False)])
def test_an_area_of_more_than_four_fifths_of_the_light_is_page_and_a_darker_one_is_painted(
    levels: int, expected: bool
) -> None:
    picture = lines(page())
    picture[200:240, 200:240] = levels
    assert (lit(picture)[210:230, 210:230].min() == 255) == expected


@pytest.mark.parametrize(("pixels", "expected"), [(240, False), (315, True)])
def test_three_in_a_thousand_pixels_of_a_drawn_page_are_ink(pixels: int, expected: bool) -> None:
    picture = page()
    picture[100:103, 50 : 50 + pixels // 3] = 0
    assert is_page(picture) == expected


@pytest.mark.parametrize(("levels", "expected"), [(125, True), (165, False)])
def test_ink_is_darker_than_six_tenths_of_the_light(levels: int, expected: bool) -> None:
    picture = page()
    picture[100:103, 50:250] = levels
    assert is_page(picture) == expected


@pytest.mark.parametrize(("side", "expected"), [(190, True), (212, False)])
def test_more_than_half_of_a_drawn_page_is_bare(side: int, expected: bool) -> None:
    picture = page()
    picture[40 : 40 + side, 40 : 40 + side] = 0
    assert is_page(picture) == expected


@pytest.mark.parametrize(("thick", "stays"), [(10, True), (14, False)])
def test_a_line_thinner_than_a_fiftieth_of_the_side_parts_no_page(thick: int, stays: bool) -> None:
    """Ink beyond it stays; all that is beyond the page goes."""
    picture = lines(page(600, 120))
    picture[:, 400 : 400 + thick] = 0
    picture[60:63, 450:550] = 0
    assert (lit(picture)[61, 460:540].max() < 128) == stays


@pytest.mark.parametrize(
    ("shadow", "other"),
    [
        pytest.param((112, 112, 112), (87, 87, 87), id="with two fifths of the light left"),
        pytest.param((150, 150, 140), (150, 150, 135), id="without a colour"),
    ],
)
def test_beside_a_page_is_its_shadow(shadow: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    for colour, is_shadow in ((shadow, True), (other, False)):
        picture = lines(page())
        picture[:, 200:] = colour
        picture[150:153, 220:280] = 10
        assert (lit(picture)[151, 230:270].max() < 128) == is_shadow


@pytest.mark.parametrize(("side", "is_shadow"), [(28, False), (33, True)])
def test_a_shadow_covers_a_hundredth_of_the_picture(side: int, is_shadow: bool) -> None:
    picture = lines(page())
    picture[-side:, -side:] = 150
    picture[-12:-9, -22:-6] = 10
    assert (lit(picture)[-11, -20:-8].max() < 128) == is_shadow


def tiles() -> np.ndarray:
    """A picture with many colours."""
    colours = np.random.default_rng(0).integers(0, 255, (25, 25, 3), dtype=np.uint8)
    return colours.repeat(8, axis=0).repeat(8, axis=1)


@pytest.mark.parametrize(("rows", "is_drawing"), [(150, False), (170, True)])
def test_four_fifths_of_a_drawing_has_one_of_a_few_colours(rows: int, is_drawing: bool) -> None:
    picture = tiles()
    picture[:rows] = 230
    page = page_of(lines(picture, 600)).picture
    assert (page[100, 100, 0] == 230) == is_drawing


@pytest.mark.parametrize(("rows", "is_drawing"), [(34, False), (64, True)])
def test_half_of_a_drawing_with_no_page_has_one_of_a_few_colours(rows: int, is_drawing: bool) -> None:
    """The ground is three tenths of it."""
    picture = np.pad(tiles()[16:-16, 16:-16], ((16, 16), (16, 16), (0, 0)), constant_values=PAGE)
    picture[16 : 16 + rows, 16:-16] = 0
    with contextlib.nullcontext() if is_drawing else pytest.raises(PictureError):
        page_of(picture)
