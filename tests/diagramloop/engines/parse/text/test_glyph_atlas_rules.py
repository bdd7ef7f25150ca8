"""Letters at the end of a line that are taken for cut ones."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.text.glyph_atlas import GlyphAtlas, Grey, atlas_of
from diagramloop.engines.parse.text.recogniser import Reading

UNIT = 20.0  # px of a text's height
BASELINE = 60  # row
GAP = 3  # px between letters


def glyph(width: int, height: int = 20, lacking: int = 0, where: int = 2, levels: int = 255) -> Grey:
    """Ink of a block less so many pixels, or levels of them, in some rows of its first columns."""
    ink = np.full((height, width), 255, np.uint8)
    for k in range(lacking):
        ink[where + 2 * (k // 3), 1 + 3 * (k % 3)] -= levels
    return ink


LOW, WIDE = glyph(10, 14), glyph(20)


def line(*glyphs: Grey) -> Grey:
    strip = np.zeros((90, 20 + sum(ink.shape[1] + GAP for ink in glyphs)), np.uint8)
    x = 10
    for ink in glyphs:
        strip[BASELINE - len(ink) : BASELINE, x : x + ink.shape[1]] = ink
        x += ink.shape[1] + GAP
    return np.asarray(255 - strip, np.uint8)


def atlas(strip: Grey, text: str, confidence: float = 1.0) -> GlyphAtlas:
    return atlas_of([strip], [Reading(text, confidence, ())], [True], UNIT)


@pytest.mark.parametrize(("confidence", "count"), [(0.85, 0), (0.95, 2)])
def test_glyphs_are_taken_from_lines_read_with_certainty(confidence: float, count: int) -> None:
    assert len(atlas(line(LOW, WIDE), "an", confidence).glyphs) == count


@pytest.mark.parametrize(("levels", "width"), [(102, 10), (128, 12)])
def test_columns_of_less_than_half_the_ink_are_a_glyphs_rim(levels: int, width: int) -> None:
    rimmed = np.pad(LOW, ((0, 0), (1, 1)), constant_values=levels)
    ((found,),) = atlas(line(rimmed), "a").glyphs.values()
    assert found.shape[1] == width


@pytest.mark.parametrize(
    ("row", "seen"),
    [
        pytest.param(BASELINE - 30, True, id="an accent"),
        pytest.param(BASELINE - 36, False, id="the line above"),
        pytest.param(BASELINE + 10, True, id="a descender"),
        pytest.param(BASELINE + 14, False, id="the line below"),
    ],
)
def test_a_glyph_reaches_from_its_accent_to_its_descender(row: int, seen: bool) -> None:
    strip = line(LOW, LOW, WIDE)
    plain = atlas(strip, "aan").glyphs["n"][0].sum()
    strip[row, 40:50] = 0
    assert bool(atlas(strip, "aan").glyphs["n"][0].sum() > plain) is seen


@pytest.mark.parametrize(("visible", "read"), [(30, "an"), (44, "ar")])
def test_a_cut_letter_and_the_one_before_it_lie_in_the_last_three_text_heights(visible: int, read: str) -> None:
    before = glyph(20, 14)
    known = atlas(line(before, glyph(60)), "an")
    assert known.completed(line(before, glyph(visible)), "ar") == read


@pytest.mark.parametrize(("lacking", "read"), [(7, "an"), (9, "ar")])
def test_a_whole_letter_lacks_a_twentieth_of_its_ink_at_most(lacking: int, read: str) -> None:
    known = atlas(line(LOW, WIDE), "an")
    assert known.completed(line(glyph(10, 14, lacking), glyph(11)), "ar") == read


@pytest.mark.parametrize(("lacking", "read"), [(7, "an"), (9, "ar")])
def test_a_cut_letter_lacks_a_twenty_fifth_of_its_ink_at_most(lacking: int, read: str) -> None:
    known = atlas(line(LOW, WIDE), "an")
    assert known.completed(line(LOW, glyph(11, 20, lacking)), "ar") == read


@pytest.mark.parametrize(("lacking", "read"), [(3, "an"), (4, "ar")])
def test_what_replaces_a_letter_resembles_the_ink_three_times_as_well(lacking: int, read: str) -> None:
    known = atlas(line(LOW, WIDE, glyph(11, 20, 8, where=10)), "anr")
    assert known.completed(line(LOW, glyph(11, 20, lacking)), "ar") == read


@pytest.mark.parametrize(("levels", "read"), [(34, "am"), (38, "an")])
def test_of_letters_that_look_alike_it_is_the_usual_one(levels: int, read: str) -> None:
    almost = glyph(20, 20, 1, levels=levels)
    known = atlas(line(LOW, WIDE, LOW, almost, LOW, almost), "anamam")
    assert known.completed(line(LOW, glyph(11)), "ar") == read


@pytest.mark.parametrize(("levels", "read"), [(34, "ar"), (42, "an")])
def test_a_letter_drawn_as_exactly_as_elsewhere_is_no_cut_one(levels: int, read: str) -> None:
    known = atlas(line(LOW, WIDE, glyph(11, 20, 1, levels=levels)), "anr")
    assert known.completed(line(LOW, glyph(11)), "ar") == read
