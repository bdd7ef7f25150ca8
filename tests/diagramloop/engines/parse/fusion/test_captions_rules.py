"""Which signs on a shape are its marker, so that its name may stand beside it."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse.blackboard import Shape, TextLine
from diagramloop.engines.parse.fusion.captions import captioned
from tests.diagramloop.engines.parse.lettering import rectangle

UNIT = 10.0  # px of a text's height


def square(side: float) -> Shape:
    return rectangle((100, 100, round(100 + side), round(100 + side)))


def written(text: str, side: float, confidence: float = 0.99, height: float = 10.0) -> TextLine:
    """Text in the middle of a square."""
    middle = 100 + side / 2
    return TextLine((middle - 6, middle - height / 2, middle + 6, middle + height / 2), text, confidence)


def has_caption(side: float, sign: TextLine) -> bool:
    below = TextLine((100.0, 106.0 + side, 150.0, 116.0 + side), "receipt", 0.99)
    return bool(captioned([square(side)], [[sign]], [0], [below], UNIT).names)


@pytest.mark.parametrize(
    ("marker", "name"),
    [
        pytest.param((66, written("X", 66)), (74, written("X", 74)), id="on a shape of some text heights"),
        pytest.param((40, written("io", 40, 0.87)), (40, written("io", 40, 0.93)), id="no word that is read surely"),
        pytest.param((90, written("X", 90, height=17)), (90, written("X", 90, height=15)), id="larger than type"),
    ],
)
def test_what_makes_signs_on_a_shape_a_marker(marker: tuple[float, TextLine], name: tuple[float, TextLine]) -> None:
    assert has_caption(*marker)
    assert not has_caption(*name)


@pytest.mark.parametrize(("confidence", "is_symbol"), [(0.45, True), (0.55, False)])
def test_without_a_caption_what_is_read_with_even_odds_is_a_name(confidence: float, is_symbol: bool) -> None:
    found = captioned([square(40)], [[written("M", 40, confidence)]], [0], [], UNIT)
    assert bool(found.symbols) is is_symbol
