"""Ink that stays when texts are read."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.ink_maps import INK_CLASSES
from diagramloop.engines.parse.learned.text_spotter import letters_alone
from tests.diagramloop.engines.parse.learned.maps import maps_of

PAPER, INK = 240, 20


@pytest.mark.parametrize(("likely", "stays"), [(0.22, False), (0.28, True)])
def test_what_is_a_letter_with_a_chance_of_a_quarter_is_read(likely: float, stays: bool) -> None:
    maps = maps_of()
    maps.classes[20:24, 40:60, INK_CLASSES.index("text")] = likely
    picture = np.full((*maps.page, 3), PAPER, np.uint8)
    picture[40:48, 80:120] = INK
    assert (letters_alone(picture, maps)[40:48, 80:120] == INK).all() == stays
