"""Letters by which the network tells the height of a text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagramloop.parse.ink_maps import INK_CLASSES
from diagramloop.parse.learned.environment_curator import _text_height
from diagramloop.parse.learned.settings import LearnedCuratorSettings
from tests.diagramloop.parse.learned.maps import CELLS, maps_of


@pytest.mark.parametrize(
    ("likely", "high", "height"),
    [
        pytest.param(0.45, 10, 0, id="likelier none than a letter"),
        pytest.param(0.55, 10, 10, id="likelier a letter than none"),
        pytest.param(0.9, 3, 0, id="a letter of three pixels, which nobody reads"),
        pytest.param(0.9, 4, 4, id="a letter of four pixels"),
    ],
)
def test_letters_tell_the_height_of_texts(likely: float, high: int, height: float) -> None:
    maps = replace(maps_of(), page=CELLS)
    maps.classes[40 : 40 + high, 20:30, INK_CLASSES.index("text")] = likely
    assert _text_height(maps, LearnedCuratorSettings()) == height
