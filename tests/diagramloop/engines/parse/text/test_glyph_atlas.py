"""Completing glyphs that the drawing cuts."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.text.glyph_atlas import GlyphAtlas, atlas_of
from diagramloop.engines.parse.text.recogniser import Reading
from tests.diagramloop.engines.parse.lettering import canvas, font, pixels

SIZE = 23.0
TEXTS = ["a dim moon on the rim", "her own cousin came", "o p q r s t u v w x y z", "b c d e f g h i j k l m n"]


def strip(text: str, cut: int = 0) -> np.ndarray:
    """Letters at whole pixels, as browsers place them, the last ``cut`` columns of ink taken off."""
    image, draw = canvas(1000, 56)
    x = 10
    for character in text:
        draw.text((x, 40), character, fill="black", font=font(), anchor="ls")
        x += round(font().getlength(character)) + 1
    grey = pixels(image)[..., 0]
    end = np.flatnonzero((grey < 128).any(axis=0))[-1] + 1
    grey[:, end - cut :] = 255
    return grey[:, : end + 8]


@pytest.fixture(scope="module")
def atlas() -> GlyphAtlas:
    readings = [Reading(text, 1.0, ()) for text in TEXTS]
    return atlas_of([strip(text) for text in TEXTS], readings, [True] * len(TEXTS), SIZE)


@pytest.mark.parametrize(
    ("text", "cut", "read"), [("the moon", 4, "the moor"), ("cousin", 3, "cousir"), ("came", 4, "camc")]
)
def test_a_cut_last_letter_is_recovered(atlas: GlyphAtlas, text: str, cut: int, read: str) -> None:
    assert atlas.completed(strip(text, cut), read) == text


def test_a_cut_letter_that_was_not_read_at_all_is_added(atlas: GlyphAtlas) -> None:
    assert atlas.completed(strip("the moon", 8), "the moo") == "the moon"


@pytest.mark.parametrize("text", ["the rim", "her", "moon", "own", "coo", "ill"])
def test_whole_words_stay_as_they_are(atlas: GlyphAtlas, text: str) -> None:
    assert atlas.completed(strip(text), text) == text


def test_nothing_is_invented_where_nothing_is_visible(atlas: GlyphAtlas) -> None:
    assert atlas.completed(strip("the moo"), "the moo") == "the moo"
    assert atlas.completed(np.full((50, 80), 255, dtype=np.uint8), "") == ""


def test_an_empty_atlas_changes_nothing() -> None:
    assert atlas_of([], [], [], SIZE).completed(strip("moon", 3), "moor") == "moor"


def test_what_lies_beyond_a_line_is_no_glyph_of_it() -> None:
    blot = np.full((240, 400), 255, np.uint8)
    word = strip("moon")
    blot[: len(word), : word.shape[1]] = word
    speck = np.flatnonzero((blot < 128).any(axis=0))[-1] + 12
    blot[200:206, speck : speck + 6] = 0  # far below
    with np.errstate(divide="raise", invalid="raise"):
        made = atlas_of([blot], [Reading("moon.", 1.0, ())], [True], SIZE)
        assert set(made.glyphs) == set("mon")
        assert made.completed(blot, "moon.") == "moon."
