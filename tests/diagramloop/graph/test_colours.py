"""Contrast against published values; every colour that can be drawn is legible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph.colours import BLACK, LEGIBLE, WHITE, channels, contrast, mixed, text_on
from diagramloop.render.palettes import PALETTES, SINGLE

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        (BLACK, WHITE, 21.0),
        (WHITE, WHITE, 1.0),
        ("#767676", WHITE, 4.54),
        ("#ff0000", WHITE, 4.0),
        ("#0000ff", WHITE, 8.59),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.005)


@given(COLOURS, COLOURS)
def test_contrast_is_symmetric_and_bounded(one: str, other: str) -> None:
    assert contrast(one, other) == contrast(other, one)
    assert 1.0 <= contrast(one, other) <= 21.0


@given(COLOURS)
def test_text_is_legible_on_any_fill(fill: str) -> None:
    assert contrast(text_on(fill), fill) >= LEGIBLE


@given(COLOURS, COLOURS)
def test_mixing_ends_at_either_colour(one: str, other: str) -> None:
    assert mixed(one, other, 0.0) == one
    assert mixed(one, other, 1.0) == other


def test_the_papers_numbers_of_colours() -> None:
    assert len(set(SINGLE)) == 40
    assert len(set(PALETTES.values())) == 35
    assert all(4 <= len(set(palette)) == len(palette) <= 5 for palette in PALETTES.values())
    assert all(max(channels(colour)) <= 255 and len(colour) == 7 for colour in (*SINGLE, *sum(PALETTES.values(), ())))
