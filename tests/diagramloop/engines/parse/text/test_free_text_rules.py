"""Which ink outside of nodes is a text's, and which texts are one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.text.free_text import free_patches

UNIT = 20.0  # px of a text's height

Rectangle = tuple[int, int, int, int]  # x, y, width, height


def page() -> RGB:
    return np.full((200, 250, 3), 255, np.uint8)


def letter(picture: RGB, box: Rectangle, stem: int = 2) -> RGB:
    """An O with corners."""
    x, y, width, height = box
    picture[y : y + height, x : x + width] = 0
    picture[y + stem : y + height - stem, x + stem : x + width - stem] = 255
    return picture


def texts(picture: RGB, unit: float = UNIT) -> int:
    environment = Environment(background=(255, 255, 255), stroke=2.0, text_height=unit, flatness=5)
    return len(free_patches(picture, environment, ()).patches)


@pytest.mark.parametrize(
    ("box", "plates"),
    [
        pytest.param((60, 60, 11, 60), 0, id="a bar is no plate"),
        pytest.param((60, 60, 15, 60), 1, id="a plate is wider than half a text height"),
        pytest.param((60, 60, 60, 26), 0, id="an arrowhead is no plate"),
        pytest.param((60, 60, 60, 31), 1, id="a plate is higher than its text"),
    ],
)
def test_a_label_lies_on_a_plate_of_its_size(box: Rectangle, plates: int) -> None:
    picture, (x, y, width, height) = page(), box
    picture[y : y + height, x : x + width] = 200
    assert texts(picture) == plates


@pytest.mark.parametrize(("gap", "count"), [(20, 1), (26, 2)])
def test_words_a_text_height_apart_are_one_text(gap: int, count: int) -> None:
    picture = letter(letter(page(), (40, 40, 16, 20)), (56 + gap, 40, 16, 20))
    assert texts(picture) == count


@pytest.mark.parametrize(("gap", "count"), [(17, 1), (20, 2)])
def test_lines_less_than_a_text_height_apart_are_one_text(gap: int, count: int) -> None:
    picture = letter(letter(page(), (40, 40, 16, 20)), (40, 60 + gap, 16, 20))
    assert texts(picture) == count


@pytest.mark.parametrize(
    ("text", "other"),
    [
        pytest.param((40, 40, 72, 20), (40, 40, 88, 20), id="up to four text heights wide"),
        pytest.param((40, 40, 16, 40), (40, 40, 16, 48), id="up to two text heights high"),
        pytest.param((40, 40, 16, 12), (40, 40, 16, 10), id="more than half a text height high"),
    ],
)
def test_how_large_a_letter_is(text: Rectangle, other: Rectangle) -> None:
    assert texts(letter(page(), text)) == 1
    assert texts(letter(page(), other)) == 0


@pytest.mark.parametrize(("width", "count"), [(4, 0), (5, 1)])
def test_a_letter_is_thicker_than_a_stroke(width: int, count: int) -> None:
    assert texts(letter(page(), (40, 40, width, 20), stem=1)) == count


@pytest.mark.parametrize(("stem", "count"), [(5, 1), (7, 0)])
def test_strokes_of_a_letter_are_thinner_than_a_bullet(stem: int, count: int) -> None:
    assert texts(letter(page(), (40, 40, 26, 28), stem)) == count


@pytest.mark.parametrize(("rim", "count"), [(140, 1), (180, 0)])
def test_a_letter_and_a_line_joined_by_a_faint_rim_are_two_things(rim: int, count: int) -> None:
    picture = letter(page(), (46, 60, 16, 20))
    picture[:, 40:42] = 0
    picture[66:74, 42:46] = 255 - rim
    assert texts(picture) == count


def test_small_type_has_strokes_of_three_pixels_and_the_smallest_arrowhead_is_thicker() -> None:
    assert texts(letter(page(), (40, 40, 14, 11), stem=3), unit=8) == 1
    head = np.array([[40, 40], [46, 40], [43, 46]], np.int32)
    assert texts(np.asarray(cv2.fillPoly(page(), [head], (0, 0, 0)), np.uint8), unit=8) == 0
