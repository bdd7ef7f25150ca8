"""Texts that lines cross, and those that only stand on both sides of one."""

from __future__ import annotations

import pytest
from rapidfuzz.distance import Levenshtein

from diagramloop.engines.parse.text.text_spotter import EmbeddedTextSpotter
from tests.diagramloop.engines.parse.lettering import ENVIRONMENT, canvas, font, pixels


def read(words: str, slope: int, at: int = 250, width: int = 2) -> list[str]:
    """Texts read of ``words`` around (250, 150), across which a line is drawn."""
    image, draw = canvas(500, 300)
    draw.text((250, 150), words, fill="black", font=font(), anchor="mm")
    draw.line((at + slope, 0, at - slope, 299), fill="black", width=width)
    lines = EmbeddedTextSpotter().spot(pixels(image), ENVIRONMENT, ())
    return [line.text for line in sorted(lines, key=lambda line: line.box[0])]


@pytest.mark.parametrize("slope", [-90, 0, 90])
def test_a_text_that_a_line_crosses_is_one(slope: int) -> None:
    (found,) = read("Measure the voltage", slope)
    assert Levenshtein.normalized_similarity(found, "Measure the voltage") >= 0.9


def test_texts_on_both_sides_of_a_line_are_two() -> None:
    image, draw = canvas(500, 300)
    draw.line((250, 0, 250, 299), fill="black", width=2)
    draw.text((244, 150), "yes", fill="black", font=font(), anchor="rm")
    draw.text((285, 150), "no", fill="black", font=font(), anchor="lm")
    lines = EmbeddedTextSpotter().spot(pixels(image), ENVIRONMENT, ())
    assert sorted(line.text for line in lines) == ["no", "yes"]


def test_a_text_beside_a_line_is_as_without_it() -> None:
    assert read("Measure", 0, at=120) == ["Measure"]
