"""The view that a model is shown, and the way back."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from diagramloop.engines.parse.model_backed._view import view_of

SIZES = st.tuples(st.integers(8, 300), st.integers(8, 300))


@given(SIZES, st.sampled_from(["thousandths", "pixels"]), st.integers(8, 400), st.data())
def test_there_and_back(size, coordinates, longest_side, data):
    width, height = size
    x = sorted(data.draw(st.tuples(st.floats(0, width), st.floats(0, width))))
    y = sorted(data.draw(st.tuples(st.floats(0, height), st.floats(0, height))))
    view = view_of(np.zeros((height, width, 3), np.uint8), longest_side=longest_side, coordinates=coordinates)
    seen = Image.open(io.BytesIO(view.png)).size
    assert max(seen) == min(longest_side, max(size))
    placed = view.placed(view.framed((x[0], y[0], x[1], y[1])))
    if placed is not None:
        step = max(width / view.frame[0], height / view.frame[1])
        assert placed == pytest.approx((x[0], y[0], x[1], y[1]), abs=step)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=4, max_size=4))
def test_nothing_lies_outside_of_the_part(box):
    view = view_of(np.zeros((100, 200, 3), np.uint8), (20.5, 10.2, 80.1, 60.9))
    assert view.part == (20, 10, 81, 61)
    placed = view.placed(box)
    assert placed is None or (20 <= placed[0] < placed[2] <= 81 and 10 <= placed[1] < placed[3] <= 61)


def test_the_same_bytes_for_the_same_pixels():
    pixels = np.arange(300 * 200 * 3, dtype=np.uint32).astype(np.uint8).reshape(200, 300, 3)
    assert view_of(pixels, longest_side=100) == view_of(pixels.copy(), longest_side=100)


@pytest.mark.parametrize("coordinates", ["thousandths", "pixels"])
def test_shares_of_the_view_are_understood(coordinates):
    view = view_of(np.zeros((200, 400, 3), np.uint8), (100, 0, 300, 200), coordinates=coordinates)
    assert view.placed((0.25, 0.5, 1, 0.75)) == (150, 100, 300, 150)
    assert view.placed((0.0, 0.0, 0.999, 1.0)) == pytest.approx((100, 0, 300, 200), abs=0.3)
    assert view.placed((1, 2, 40.5, 80)) != view.placed((0.1, 0.2, 0.405, 0.8))
