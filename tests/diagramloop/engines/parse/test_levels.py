"""Colours as they are counted and sampled: by the plain way to say the same."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from diagramloop.engines.parse.levels import coarse_colours, commonest_colour, places_along, sampled_pixels

Pixels = NDArray[np.uint8]
PICTURES = arrays(np.uint8, st.tuples(st.integers(1, 12), st.integers(1, 12), st.just(3)))
SHORT_SIDES = st.integers(1, 30)
PLACES = st.tuples(st.integers(-5, 35), st.integers(-5, 35))


@given(PICTURES, st.integers(0, 7))
def test_two_colours_have_one_number_where_all_their_counted_digits_are_alike(picture: Pixels, ignored: int) -> None:
    pixels = picture.reshape(-1, 3)
    numbers = coarse_colours(pixels, ignored).tolist()
    digits = [tuple(row) for row in (pixels >> ignored).tolist()]
    assert sorted(zip(digits, numbers, strict=True)) == sorted(zip(sorted(digits), sorted(numbers), strict=True))
    assert len(set(numbers)) == len(set(digits)) == len(set(zip(digits, numbers, strict=True)))


@given(PICTURES)
def test_the_commonest_colour_is_the_middle_of_the_commonest_paint(picture: Pixels) -> None:
    pixels = picture.reshape(-1, 3)
    paints = [tuple(row) for row in (pixels // 8).tolist()]
    most = max(Counter(paints).values())
    commonest = min(paint for paint, count in Counter(paints).items() if count == most)
    own = pixels[[paint == commonest for paint in paints]]
    assert commonest_colour(pixels) == tuple(int(level) for level in np.median(own, axis=0))


@given(PICTURES, st.data(), st.integers(1, 200))
def test_a_sample_is_spread_evenly_over_what_is_under_the_mask(picture: Pixels, data: st.DataObject, most: int) -> None:
    mask = data.draw(arrays(np.uint8, picture.shape[:2], elements=st.sampled_from([0, 1, 255])))
    under = picture[mask > 0].tolist()
    sample = sampled_pixels(picture, mask, most).tolist()
    assert len(sample) < 2 * most
    assert bool(sample) == bool(under)
    assert any(sample == under[::step] for step in range(1, len(under) + 2))
    if len(under) <= most:
        assert sample == under


@given(st.lists(PLACES, min_size=2, max_size=5), SHORT_SIDES, SHORT_SIDES, st.integers(1, 9), st.booleans())
def test_the_pixels_along_a_line_are_those_that_are_drawn_on_the_whole_picture(
    corners: list[tuple[int, int]], height: int, width: int, band: int, closed: bool
) -> None:
    line, size = np.array(corners, np.int32), (height, width, 3)
    rows, columns = places_along(line, band, size, closed=closed)
    places = list(zip(rows.tolist(), columns.tolist(), strict=True))
    assert places == sorted(set(places))
    assert all(0 <= row < height and 0 <= column < width for row, column in places)
    if (line >= 0).all() and (line < (width, height)).all():  # OpenCV draws a line that it cuts off a pixel aside
        whole = np.zeros(size[:2], np.uint8)
        cv2.polylines(whole, [line.reshape(-1, 1, 2)], closed, 1, band)
        assert places == list(zip(*(axis.tolist() for axis in np.nonzero(whole)), strict=True))


@given(st.lists(PLACES, min_size=2, max_size=5), st.integers(1, 9), st.booleans())
def test_no_pixel_lies_along_a_line_beside_the_picture(corners: list[tuple[int, int]], band: int, closed: bool) -> None:
    line = np.array(corners, np.int32) + 200
    rows, columns = places_along(line, band, (100, 100, 3), closed=closed)
    assert rows.size == columns.size == 0
