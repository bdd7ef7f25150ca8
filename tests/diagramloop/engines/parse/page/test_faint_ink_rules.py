"""Marks that tell how dark the ink of a page is, and paint beside which it is left alone."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.page.faint_ink import darkened


def lines(*darkness: int) -> np.ndarray:
    """A page of 200 pixels with a level line of each darkness."""
    page = np.full((200, 200, 3), 255, np.uint8)
    for number, levels in enumerate(darkness):
        page[15 + 18 * number : 17 + 18 * number, 20:150] = 255 - levels
    return page


def changed(page: np.ndarray) -> np.ndarray:
    return darkened(page)


@pytest.mark.parametrize(("levels", "dark"), [(85, 170), (40, 120), (30, 90)])
def test_pale_ink_becomes_170_levels_dark_but_no_more_than_three_times_as_dark(levels: int, dark: int) -> None:
    assert 255 - int(changed(lines(levels)).min()) == pytest.approx(dark, abs=1)


@pytest.mark.parametrize(("dark", "pale_becomes"), [(3, 85), (2, 150)])
def test_ink_is_as_dark_as_a_quarter_of_its_marks_the_rest_is_their_blur(dark: int, pale_becomes: int) -> None:
    out = changed(lines(*[50] * (10 - dark), *[100] * dark))
    assert 255 - int(out[15, 100, 0]) == pytest.approx(pale_becomes, abs=1)


@pytest.mark.parametrize(("levels", "is_ink"), [(18, False), (23, True)])
def test_marks_of_less_than_twenty_levels_are_no_ink(levels: int, is_ink: bool) -> None:
    page = lines(levels)
    assert (changed(page) is not page) == is_ink


@pytest.mark.parametrize(("side", "is_painted"), [(26, False), (31, True)])
def test_a_page_of_which_a_fiftieth_is_painted_is_left_alone(side: int, is_painted: bool) -> None:
    page = lines(85)
    page[100 : 100 + side, 100 : 100 + side] = (200, 210, 240)
    assert (changed(page) is page) == is_painted
