"""The curator's measurements against drawings whose measures are known."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.levels import CLEAN_FLATNESS_LEVELS
from diagramloop.engines.parse.page.environment_curator import CuratorSettings, EmbeddedEnvironmentCurator
from diagramloop.engines.parse.page.picture import read_picture
from tests.diagramloop.engines.parse.drawings import chart
from tests.diagramloop.engines.parse.lettering import canvas, font, pixels

survey = EmbeddedEnvironmentCurator().survey


@pytest.mark.parametrize(("ink", "paper"), [(0, 255), (255, 20), (40, 200)])
def test_background_is_the_page(ink: int, paper: int) -> None:
    assert survey(chart(ink, paper)).background == (paper, paper, paper)


def test_background_within_a_frame_line() -> None:
    picture = chart()
    cv2.rectangle(picture, (0, 0), (499, 559), (0, 0, 0), 1)
    assert survey(picture).background == (255, 255, 255)


@pytest.mark.parametrize("thickness", [1, 2, 3, 5])
def test_stroke(thickness: int) -> None:
    picture = np.full((300, 400, 3), 255, np.uint8)
    for x in range(40, 360, 80):
        picture[30:270, x : x + thickness] = 60
    assert survey(picture).stroke == thickness
    assert survey(cv2.GaussianBlur(picture, (3, 3), 0)).stroke == pytest.approx(thickness, abs=1.1)


@pytest.mark.parametrize("factor", [0.5, 1.0, 2.0])
def test_text_height_follows_the_scale(factor: float) -> None:
    picture = cv2.resize(chart(), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    assert survey(picture).text_height == pytest.approx(21 * factor, rel=0.3)  # a capital of that font


def test_tiny_type_beside_large_type() -> None:
    """Letters of tiny type run together: the few large glyphs of a logo must not pass for the drawing's type."""
    height, times = 4, 8  # pixels of capitals, and how much larger it is drawn
    image, draw = canvas(700 * times, 300 * times)
    size = round(height * times / 0.73)  # of that font, whose capitals are that share of it high
    for x, y in itertools.product(range(20, 420, 160), range(20, 280, 20)):
        draw.text((x * times, y * times), "Approve", fill="black", font=font(size))
    draw.text((560 * times, 240 * times), "LOGO", fill="black", font=font(24 * times))
    picture = cv2.resize(pixels(image), (600, 300), interpolation=cv2.INTER_AREA)
    assert survey(cv2.GaussianBlur(picture, (3, 3), 0.7)).text_height == pytest.approx(height, rel=0.4)


def test_flatness_adapts_to_jpeg() -> None:
    picture = chart(fill=(200, 220, 255))
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 40])
    clean, noisy = CLEAN_FLATNESS_LEVELS, CuratorSettings().most_levels
    assert survey(picture).flatness == clean
    assert clean < survey(read_picture(data.tobytes())).flatness <= noisy


def test_a_blank_page_has_an_environment() -> None:
    environment = survey(np.full((50, 50, 3), 255, np.uint8))
    assert environment.text_height > 0
    assert environment.stroke > 0


def test_a_wide_picture_flows_to_the_right() -> None:
    assert survey(np.full((100, 300, 3), 255, np.uint8)).flow == "LR"
    assert survey(chart()).flow == "TB"
