"""Majorities by which a whole picture has a page's colour, a width of lines, grain and a flow."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator

WHITE, BLACK = (255, 255, 255), (0, 0, 0)

survey = EmbeddedEnvironmentCurator().survey


def page(height: int, width: int) -> np.ndarray:
    return np.full((height, width, 3), 255, np.uint8)


def lined(*widths: int) -> np.ndarray:
    """Upright lines of so many pixels."""
    picture = page(140, 290)
    for number, width in enumerate(widths):
        picture[20:120, 15 + 28 * number : 15 + 28 * number + width] = 0
    return picture


@pytest.mark.parametrize(("frame", "colour"), [(2, WHITE), (3, BLACK)])
def test_a_frame_around_three_hundred_pixels_is_the_page_from_a_hundredth_on(
    frame: int, colour: tuple[int, int, int]
) -> None:
    picture = np.zeros((300, 300, 3), np.uint8)
    picture[frame:-frame, frame:-frame] = 255
    assert survey(picture).background == colour


@pytest.mark.parametrize(("thin", "stroke"), [(2, 5), (3, 2)])
def test_lines_are_as_wide_as_the_thinnest_quarter(thin: int, stroke: int) -> None:
    assert survey(lined(*[2] * thin, *[5] * (10 - thin))).stroke == pytest.approx(stroke, abs=0.1)


def test_letters_of_a_picture_without_any_are_taken_for_six_times_as_high_as_its_lines_are_wide() -> None:
    assert survey(lined(3, 3, 3)).text_height == pytest.approx(18, abs=0.1)


@pytest.mark.parametrize(
    ("every", "flatness"),
    [
        pytest.param(1, 12, id="grain all over, and a fifth more"),
        pytest.param(20, 12, id="in a tenth of the rows"),
        pytest.param(60, 5, id="in a thirtieth of the rows, which are drawn"),
    ],
)
def test_paint_is_as_flat_as_nineteen_twentieths_of_what_is_beside_edges(every: int, flatness: int) -> None:
    picture = page(240, 100)
    picture[:, 40:] = 100
    picture[::every, ::2] -= 10
    assert survey(picture).flatness == flatness


@pytest.mark.parametrize(("width", "flow"), [(145, "TB"), (155, "LR")])
def test_a_chart_half_as_wide_again_as_it_is_high_flows_to_the_right(width: int, flow: str) -> None:
    assert survey(page(100, width)).flow == flow
