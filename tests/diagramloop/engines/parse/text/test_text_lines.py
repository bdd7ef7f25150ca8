"""Finding lines in one patch."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.text.text_lines import Patch, find_lines, patch_of
from tests.diagramloop.engines.parse.lettering import canvas, font, pixels


def patch(text: str, fill: str = "white", ink: str = "black", size: int = 32) -> Patch:
    image, draw = canvas(600, 300, fill)
    draw.multiline_text((300, 150), text, fill=ink, font=font(size), anchor="mm", align="center", spacing=10)
    picture = pixels(image)
    found = patch_of(picture, np.ones(picture.shape[:2], dtype=np.bool_), 0, 0, 0.72 * size)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "count"), [("one", 1), ("one line\ntwo", 2), ("i\nj\nk", 3), ("...\nwait", 1), ("", 0)]
)
def test_each_line_is_found_once(text: str, count: int) -> None:
    assert len(find_lines(patch(text))) == count


@pytest.mark.parametrize(
    ("fill", "ink"), [("white", "#333"), ("#222", "#ddd"), ("#ffd0d0", "#802020"), ("#777", "#fff")]
)
def test_strips_are_dark_on_white_whatever_the_colours(fill: str, ink: str) -> None:
    (line,) = find_lines(patch("Polarity", fill, ink))
    assert np.median(line.grey) == 255
    assert line.grey.min() < 10


def test_the_box_lies_tightly_around_the_ink() -> None:
    found = patch("Tight")
    (line,) = find_lines(found)
    ys, xs = np.nonzero(found.contrast > 128)
    assert np.allclose(line.box, (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1), atol=2)


def test_bars_and_lids_are_no_text() -> None:
    image, draw = canvas(400, 200)
    draw.text((200, 100), "Sub", fill="black", font=font(), anchor="mm")
    draw.line((20, 0, 20, 200), fill="black", width=2)
    draw.arc((10, 2, 390, 42), 0, 180, fill="black", width=2)
    picture = pixels(image)
    found = patch_of(picture, np.ones(picture.shape[:2], dtype=np.bool_), 0, 0, 23.0)
    assert found is not None
    (line,) = find_lines(found)
    assert line.box[0] > 100


def test_only_lines_of_a_text_of_several_wrap() -> None:
    assert [line.wraps for line in find_lines(patch("one"))] == [False]
    assert [line.wraps for line in find_lines(patch("one\ntwo"))] == [True, True]


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 60), st.floats(1.0, 80.0))
def test_noise_of_any_size_gives_boxes_within_the_patch(seed: int, height: int, width: int, size: float) -> None:
    contrast = np.random.default_rng(seed).integers(0, 256, (height, width), dtype=np.uint8)
    for line in find_lines(Patch(5, 7, contrast, size)):
        x0, y0, x1, y1 = line.box
        assert 5 <= x0 < x1 <= 5 + width
        assert 7 <= y0 < y1 <= 7 + height
        assert line.grey.size > 0


def test_upright_text_is_read_upwards_and_its_box_stays_in_place() -> None:
    level = np.zeros((60, 200), np.uint8)
    cv2.putText(level, "upright", (10, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.9, 255, 2)
    (expected,) = find_lines(Patch(0, 0, level, 20))
    (line,) = find_lines(Patch(5, 7, np.ascontiguousarray(np.rot90(level)), 20))
    assert (line.grey == expected.grey).all()
    x0, y0, x1, y1 = expected.box
    assert line.box == (5 + y0, 7 + 200 - x1, 5 + y1, 7 + 200 - x0)
