"""Reading single strips."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from diagramloop.engines.parse.text.recogniser import Recogniser
from tests.diagramloop.engines.parse.lettering import font

LINES = ["Check if the input is valid", "No", "Yes", "0.5 <= value", "Return 'b' (list)", "Über 25 °C", "a_b[i + 1]"]


def strip(text: str, size: int = 32) -> np.ndarray:
    left, _, right, _ = font(size).getbbox(text)
    image = Image.new("L", (round(right - left) + 10, round(1.35 * size)), 255)
    ImageDraw.Draw(image).text((5 - left, round(0.1 * size)), text, fill=0, font=font(size))
    return np.asarray(image)


@pytest.mark.parametrize("text", LINES)
def test_it_reads_clean_lines_exactly(text: str) -> None:
    (reading,) = Recogniser().read([strip(text)])
    assert reading.text == text
    assert reading.confidence > 0.8


def test_a_line_reads_the_same_whatever_is_read_with_it() -> None:
    strips = [strip(text) for text in LINES]
    together = Recogniser().read(strips)
    assert together == [Recogniser().read([one])[0] for one in strips]


def test_full_width_punctuation_and_typographic_quotes_become_ascii_in_latin_text() -> None:
    (reading,) = Recogniser().read([strip("it’s “done”")])
    assert reading.text == 'it\'s "done"'


@pytest.mark.parametrize("shape", [(48, 1), (1, 1), (3, 5000), (600, 20), (40, 60_000)])
def test_odd_strips_are_read_without_failing(shape: tuple[int, int]) -> None:
    (reading,) = Recogniser().read([np.full(shape, 255, dtype=np.uint8)])
    assert 0 <= reading.confidence <= 1


def test_a_blank_strip_says_nothing_and_no_strips_give_no_readings() -> None:
    assert Recogniser().read([np.full((48, 200), 255, dtype=np.uint8)])[0].text == ""
    assert Recogniser().read([]) == []
