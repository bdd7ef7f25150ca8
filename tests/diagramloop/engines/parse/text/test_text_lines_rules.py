"""Lines of text, and the places at which one ends and the next begins."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.text.text_lines import LineCrop, Patch, find_lines
from diagramloop.graph import Box

UNIT = 20.0  # px of a text's height

Mark = tuple[int, int, int, int]  # x, y, width, height


def lines(*marks: Mark, levels: int = 200, side: int = 300, unit: float = UNIT) -> list[LineCrop]:
    """The lines found in a square patch with these marks of full ink."""
    contrast = np.zeros((side, side), np.uint8)
    for x, y, width, height in marks:
        contrast[y : y + height, x : x + width] = levels
    return find_lines(Patch(0, 0, contrast, unit))


def boxes(*marks: Mark) -> list[Box]:
    return [line.box for line in lines(*marks)]


def column(width: int, gap: int, height: int = 14, count: int = 5) -> list[Mark]:
    """Marks below one another."""
    return [(100, 20 + k * (height + gap), width, height) for k in range(count)]


@pytest.mark.parametrize(
    ("upright", "level"),
    [
        pytest.param(column(18, 4), column(14, 4), id="at least three quarters of a text height wide"),
        pytest.param(column(34, 4), column(41, 4), id="not as wide as two lines"),
        pytest.param(column(34, 3), column(34, 3, count=4), id="more than twice as long as wide"),
        pytest.param(column(16, 4, count=3, height=13), column(16, 4, count=2), id="longer than two text heights"),
        pytest.param(column(18, 6), column(18, 8), id="with its letters close together"),
    ],
)
def test_what_makes_a_column_of_marks_an_upright_line(upright: list[Mark], level: list[Mark]) -> None:
    assert len(lines(*upright)) == 1
    assert len(lines(*level)) == len(level)


@pytest.mark.parametrize(("levels", "seen"), [(64, False), (78, True)])
def test_a_mark_much_fainter_than_the_text_beside_it_is_no_ink(levels: int, seen: bool) -> None:
    contrast = np.zeros((60, 200), np.uint8)
    contrast[20:40, 20:80] = 200
    contrast[20:40, 90:120] = levels
    (line,) = find_lines(Patch(0, 0, contrast, UNIT))
    assert (line.box[2] == 120) is seen


@pytest.mark.parametrize(("levels", "count"), [(22, 0), (26, 1)])
def test_marks_of_twenty_levels_are_noise(levels: int, count: int) -> None:
    assert len(lines((20, 20, 60, 20), levels=levels)) == count


@pytest.mark.parametrize(
    ("glyphs", "ornament"),
    [
        pytest.param([(100, 20, 10, 42)], [(100, 20, 10, 56)], id="higher than two lines"),
        pytest.param([(20, 20, 230, 20)], [(20, 20, 250, 20)], id="wider than a line"),
        pytest.param([(100, 20, 1, 40), (100, 59, 54, 1)], [(100, 20, 1, 40), (100, 59, 66, 1)], id="wide and open"),
        pytest.param(
            [(100, 20, 6, 40), (100, 57, 100, 3)], [(100, 20, 4, 40), (100, 57, 100, 3)], id="open, with thin strokes"
        ),
    ],
)
def test_ink_too_large_for_a_glyph_is_an_ornament(glyphs: list[Mark], ornament: list[Mark]) -> None:
    assert lines(*glyphs)
    assert not lines(*ornament)


@pytest.mark.parametrize(("gap", "count"), [(54, 1), (66, 2)])
def test_a_space_is_narrower_than_three_text_heights(gap: int, count: int) -> None:
    assert len(lines((20, 20, 60, 20), (80 + gap, 20, 60, 20))) == count


@pytest.mark.parametrize(("height", "count"), [(9, 1), (11, 2)])
def test_a_dot_over_its_letter_is_lower_than_half_a_letter(height: int, count: int) -> None:
    assert len(lines((100, 60, 60, 20), (120, 55 - height, 10, height))) == count


@pytest.mark.parametrize(("gap", "dotted"), [(6, True), (8, False)])
def test_a_dot_stands_near_its_letter(gap: int, dotted: bool) -> None:
    ((_, top, _, _),) = boxes((100, 60, 60, 20), (120, 56 - gap, 4, 4))
    assert (top < 60) is dotted


@pytest.mark.parametrize(("height", "count"), [(8, 1), (10, 2)])
def test_a_line_lower_than_half_a_letter_is_left_of_a_drawn_one(height: int, count: int) -> None:
    assert len(lines((100, 60, 60, 20), (100, 100, 60, height))) == count


@pytest.mark.parametrize(("height", "count"), [(46, 1), (48, 2)])
def test_lines_that_touch_are_one_and_a_half_text_heights_apart(height: int, count: int) -> None:
    assert len(lines((20, 20, 60, 30), (90, 20 + height - 30, 60, 30))) == count


@pytest.mark.parametrize(("waist", "cut"), [(23, True), (20, False)])
def test_lines_that_touch_are_cut_where_a_waist_is_near_the_middle(waist: int, cut: bool) -> None:
    upper, lower = (20, 0, 60, waist), (20, waist + 1, 60, 39 - waist)
    first, _ = boxes(upper, lower, (90, 20, 60, 40))
    assert (first[3] == waist) is cut


@pytest.mark.parametrize(("height", "fits"), [(25, True), (29, False)])
def test_a_strip_has_room_for_ascenders_and_descenders(height: int, fits: bool) -> None:
    (capitals,), (line,) = lines((20, 20, 60, 20)), lines((20, 20, 60, height))
    assert (line.grey.shape[0] == capitals.grey.shape[0]) is fits


def test_an_eighth_of_a_lines_height_is_blank_beside_it() -> None:
    (line,) = lines((20, 20, 100, 100), unit=60)
    (inked,) = np.nonzero((line.grey < 255).any(axis=0))
    assert 10 <= inked[0] <= 14


def blot(width: int, height: int) -> int:
    """Number of lines read of an ellipse full of ink."""
    contrast = np.zeros((120, 200), np.uint8)
    cv2.ellipse(contrast, (100, 60), (width // 2, height // 2), 0, 0, 360, 200, -1)
    return len(find_lines(Patch(0, 0, contrast, UNIT)))


@pytest.mark.parametrize(
    ("glyph", "ornament"),
    [
        pytest.param((10, 10), (16, 16), id="a disc of more than half a text height"),
        pytest.param((32, 16), (24, 16), id="not much longer than thick"),
    ],
)
def test_a_blot_is_no_glyph(glyph: tuple[int, int], ornament: tuple[int, int]) -> None:
    assert blot(*glyph)
    assert not blot(*ornament)
