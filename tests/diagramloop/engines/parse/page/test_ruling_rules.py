"""Darkness, repetition and reach by which marks on paper are its rules."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.page.ruling import _rules_of, without_rules

PITCH = 24  # px from rule to rule
FIRST = 10  # row of the first one


def paper(*darkness: int) -> np.ndarray:
    """Darkness of a page with level rules, each as dark as the next in turn."""
    page = np.zeros((384, 512), np.uint8)
    for number, row in enumerate(range(FIRST, 384, PITCH)):
        page[row] = darkness[number % len(darkness)]
    return page


def strokes(page: np.ndarray, *darkness: int) -> np.ndarray:
    """The same with a short upright stroke of each darkness between two rules."""
    for number, levels in enumerate(darkness):
        page[20:30, 20 + 15 * number : 22 + 15 * number] = levels
    return page


def freed(page: np.ndarray) -> np.ndarray:
    """Darkness of the page that is left."""
    picture = np.repeat(255 - page[:, :, None], 3, axis=2)
    return 255 - without_rules(picture)[:, :, 0]


def loses_its_rules(page: np.ndarray) -> bool:
    return not freed(page)[FIRST, 300:].any()


@pytest.mark.parametrize(("levels", "stays"), [(48, False), (58, True)])
def test_a_stroke_is_in_places_a_third_darker_than_rules(levels: int, stays: bool) -> None:
    page = strokes(paper(40), 200, 200, levels)
    left = freed(page)
    assert not left[FIRST].any()
    assert bool(left[25, 50]) == stays


@pytest.mark.parametrize(("levels", "stays"), [(86, False), (95, True)])
def test_a_stroke_is_darker_than_rules_are_here_and_there(levels: int, stays: bool) -> None:
    page = strokes(paper(30, 40, 50), 200, 200, levels)
    left = freed(page)
    assert not left[FIRST].any()
    assert bool(left[25, 50]) == stays


@pytest.mark.parametrize(("ink", "goes"), [(95, False), (105, True)])
def test_rules_of_60_levels_go_where_ink_is_more_than_100_levels_dark(ink: int, goes: bool) -> None:
    assert loses_its_rules(strokes(paper(60), ink)) == goes


@pytest.mark.parametrize(("dark", "goes"), [(1, False), (3, True)])
def test_ink_is_as_dark_as_the_darkest_tenth_of_it(dark: int, goes: bool) -> None:
    assert loses_its_rules(strokes(paper(60), *[80] * (20 - dark), *[200] * dark)) == goes


@pytest.mark.parametrize(("pitch", "goes"), [(28, True), (32, False)])
def test_dots_of_three_pixels_are_rules_where_they_cover_a_hundredth_of_the_paper(pitch: int, goes: bool) -> None:
    page = np.zeros((384, 512), np.uint8)
    for row, column in np.ndindex(3, 3):
        page[FIRST + row :: pitch, FIRST + column :: pitch] = 40
    assert loses_its_rules(strokes(page, 200)) == goes


def are_rules(tile: np.ndarray) -> bool:
    return bool(_rules_of(tile, tile > 0).size)


@pytest.mark.parametrize(("left", "expected"), [(0.22, False), (0.32, True)])
def test_faded_rules_are_seen_where_three_tenths_of_them_are_left(left: float, expected: bool) -> None:
    tile = np.zeros((256, 256), np.uint8)
    tile[FIRST::PITCH] = 40
    tile[np.random.default_rng(0).random(tile.shape) > left] = 0
    assert are_rules(tile) == expected


@pytest.mark.parametrize(("width", "expected"), [(90, False), (110, True)])
def test_rules_are_on_four_tenths_of_the_paper_and_stacks_of_frames_on_less(width: int, expected: bool) -> None:
    tile = np.zeros((256, 256), np.uint8)
    tile[8::16, :width] = 40
    assert are_rules(tile) == expected
