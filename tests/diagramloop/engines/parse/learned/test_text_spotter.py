"""Texts read where nothing but letters is shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.ink_maps import INK_CLASSES
from diagramloop.engines.parse.learned.text_spotter import LearnedTextSpotter, letters_alone
from tests.diagramloop.engines.parse.learned.maps import CELLS, maps_of

PAPER, INK = 240, 20


def test_ink_that_is_no_letter_becomes_paper_and_letters_stay() -> None:
    maps = maps_of(lines=[[(31, 60), (118, 60)]])
    maps.classes[20:24, 40:60] = np.eye(len(INK_CLASSES), dtype=np.float32)[INK_CLASSES.index("text")]
    picture = np.full((*maps.page, 3), PAPER, np.uint8)
    picture[118:122, 62:236] = INK
    picture[40:48, 80:120] = INK
    shown = letters_alone(picture, maps)
    assert (shown[118:122, 62:236] > PAPER - 5).all()
    assert (shown[40:48, 80:120] == INK).all()


def test_a_page_of_any_size_is_shown_as_large() -> None:
    maps = replace(maps_of(), page=(311, 517))
    picture = np.random.default_rng(0).integers(0, 256, (311, 517, 3), np.uint8)
    assert letters_alone(picture, maps).shape == picture.shape


def test_a_picture_that_no_network_saw_is_refused() -> None:
    picture = np.zeros((2 * CELLS[0], 2 * CELLS[1], 3), np.uint8)
    with pytest.raises(ValueError, match="no network"):
        LearnedTextSpotter().spot(picture, Environment((255, 255, 255), 2.0, 12.0, 5), ())
