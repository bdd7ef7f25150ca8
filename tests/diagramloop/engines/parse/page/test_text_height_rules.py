"""Sizes and distances by which ink is type, and blurred ink is type that is looked at closer."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.page.text_height import has_neighbour, text_height

SIDE = 300
INK = 200  # levels of contrast
Box = tuple[int, int, int, int]  # x, y, width, height
TINY = ((10, 270, 4, 3), (16, 270, 4, 3))  # two letters too low to be seen, but closer


def height(*boxes: Box) -> float:
    """Height of type in a tile of filled boxes."""
    tile = np.zeros((SIDE, SIDE), np.uint8)
    for x, y, width, tall in boxes:
        tile[y : y + tall, x : x + width] = INK
    return height_in(tile)


def height_in(tile: np.ndarray) -> float:
    return text_height([(tile, np.zeros_like(tile))])


def neighbours(*glyphs: Box) -> list[bool]:
    x, y, width, tall = np.array(glyphs, float).T
    return has_neighbour((x, y + tall, width, tall)).tolist()


@pytest.mark.parametrize(
    ("beside", "other"),
    [
        pytest.param((58, 0, 30, 40), (66, 0, 30, 40), id="a gap of less than four fifths of their height"),
        pytest.param(
            (58, 25, 10, 15), (66, 25, 10, 15), id="a gap of less than four fifths of the taller one's height"
        ),
        pytest.param((19, 0, 30, 40), (16, 0, 30, 40), id="slanted, overlapping by less than a third of their height"),
        pytest.param((40, 7, 30, 40), (40, 9, 30, 40), id="feet that differ by less than a fifth of their height"),
        pytest.param((40, 27, 10, 20), (40, 29, 10, 20), id="a comma, which goes a fifth of a letter's height deeper"),
    ],
)
def test_letters_of_one_line_stand_beside_each_other(beside: Box, other: Box) -> None:
    letter = (0, 0, 30, 40)
    assert neighbours(letter, beside) == [True, True]
    assert neighbours(letter, other) == [False, False]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        pytest.param((10, 10, 136, 12), (10, 10, 156, 12), id="letters run together to less than twelve heights"),
        pytest.param((10, 10, 20, 88), (10, 10, 20, 104), id="a quarter as high as a tile"),
    ],
)
def test_what_is_longer_or_higher_is_no_letter(text: Box, other: Box) -> None:
    def beside_one_more(x: int, y: int, width: int, tall: int) -> float:
        return height((x, y, width, tall), (x + width + tall // 2, y, tall // 4, tall))

    assert beside_one_more(*text) == text[3]
    assert beside_one_more(*other) == 0


@pytest.mark.parametrize(("thick", "expected"), [(3, 0), (4, 40)])
def test_a_letter_fills_more_than_three_twentieths_of_its_box(thick: int, expected: int) -> None:
    corners = [[(x, 10, thick, 40), (x, 50 - thick, 40, thick)] for x in (10, 60)]
    assert height(*corners[0], *corners[1]) == expected


def test_the_height_is_that_of_the_capitals_if_only_three_of_ten_letters_are() -> None:
    heights = [24] * 3 + [14] * 7
    assert height(*((10 + 22 * k, 50 - tall, 16, tall) for k, tall in enumerate(heights))) == 24


def test_one_bracket_in_ten_letters_that_is_higher_than_capitals_does_not_count() -> None:
    heights = [32] + [24] * 9
    assert height(*((10 + 22 * k, 50 - tall, 16, tall) for k, tall in enumerate(heights))) == pytest.approx(24, abs=1)


def comb(teeth: int) -> tuple[Box, ...]:
    """A blurred word, 24 x 6: a bar and so many teeth of two by four pixels."""
    return ((100, 100, 24, 2), (100, 100, 2, 6), (122, 100, 2, 6), *((103 + 3 * k, 100, 2, 6) for k in range(teeth)))


@pytest.mark.parametrize(
    ("word", "other"),
    [
        pytest.param([(100, 100, 14, 8)], [(100, 100, 10, 8)], id="one and a half times as wide as high"),
        pytest.param([(100, 100, 42, 3)], [(100, 100, 50, 3)], id="no more than fifteen times as wide as high"),
        pytest.param(comb(1), comb(0), id="filled by nine twentieths"),
    ],
)
def test_tiny_type_is_looked_at_closer_where_there_is_a_blurred_word(word: list[Box], other: list[Box]) -> None:
    assert height(*TINY, *word) == pytest.approx(3, abs=0.4)
    assert height(*TINY, *other) == 0


@pytest.mark.parametrize(("between", "expected"), [(70, 8), (92, 0)])
def test_letters_of_tiny_type_are_parted_where_ink_is_less_than_twice_what_is_drawn(
    between: int, expected: int
) -> None:
    tile = np.zeros((60, 60), np.uint8)
    tile[20:28, 10:34] = INK
    tile[20:28, 20:24] = between
    assert height_in(tile) == pytest.approx(expected, abs=0.4)


@pytest.mark.parametrize(("pairs", "expected"), [(3, 40), (4, 3), (5, 3)])
def test_tiny_type_beside_four_large_letters_is_eight_letters_seen_closer(pairs: int, expected: int) -> None:
    large = [(10 + 40 * k, 10, 24, 40) for k in range(4)]
    words = [(10 + 40 * k, 100, 9, 3) for k in range(5)]
    tiny = [(10 + 20 * k + 6 * second, 150, 4, 3) for k in range(pairs) for second in (0, 1)]
    assert height(*large, *words, *tiny) == pytest.approx(expected, abs=0.4)
