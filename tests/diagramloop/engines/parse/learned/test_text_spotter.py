"""Texts read where a network sees letters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.budget import Budget
from diagramloop.engines.parse.ink_maps import INK_CLASSES
from diagramloop.engines.parse.learned.text_spotter import LearnedTextSpotter
from diagramloop.engines.parse.text.recogniser import Grey, Reading
from diagramloop.errors import PictureError, RejectionReason
from tests.diagramloop.engines.parse.learned.maps import CELLS, maps_of

TEXT = INK_CLASSES.index("text")
PICTURE = np.full((2 * CELLS[0], 2 * CELLS[1], 3), 240, np.uint8)


class Columns:
    """Reads how wide a line is, and nothing in a narrow one."""

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        return [Reading(f" {strip.shape[1]}  px " if strip.shape[1] > 30 else "", 0.5, ()) for strip in strips]


def test_lines_have_their_places_on_the_page_and_what_says_nothing_is_no_line() -> None:
    maps = maps_of()
    maps.classes[20:26, 40:60, TEXT] = maps.classes[60:66, 40:44, TEXT] = 1.0
    environment = Environment((255, 255, 255), 2.0, 12.0, 5, ink=maps)
    (line,) = LearnedTextSpotter().reading_by(Columns()).spot(PICTURE, environment, ())
    assert line.box == (80.0, 40.0, 120.0, 52.0)
    assert line.text == "44 px"


def test_a_page_of_more_lines_than_a_diagram_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diagramloop.engines.parse.learned.text_spotter.BUDGET", Budget(lines_found=3))
    maps = maps_of()
    environment = Environment((255, 255, 255), 2.0, 12.0, 5, ink=maps)
    for row in (10, 30, 50):
        maps.classes[row : row + 6, 40:60, TEXT] = 1.0
    assert len(LearnedTextSpotter(Columns()).spot(PICTURE, environment, ())) == 3
    maps.classes[70:76, 40:60, TEXT] = 1.0
    with pytest.raises(PictureError, match="lines found") as refused:
        LearnedTextSpotter(Columns()).spot(PICTURE, environment, ())
    assert refused.value.reason is RejectionReason.TOO_LARGE


def test_a_picture_that_no_network_saw_is_refused() -> None:
    with pytest.raises(ValueError, match="no network"):
        LearnedTextSpotter().spot(PICTURE, Environment((255, 255, 255), 2.0, 12.0, 5), ())
