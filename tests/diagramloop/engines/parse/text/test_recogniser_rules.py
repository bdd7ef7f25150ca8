"""Share of a text that the recogniser is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment, Shape
from diagramloop.engines.parse.text.recogniser import Reading, Recogniser, columns_of
from diagramloop.engines.parse.text.text_lines import Grey
from diagramloop.engines.parse.text.text_spotter import EmbeddedTextSpotter


@dataclass(frozen=True)
class Doubtful(Recogniser):
    """Reads the same of all lines, with this confidence."""

    confidence: float = 0.0

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        return [Reading("a", self.confidence, ()) for _ in strips]


def test_a_line_is_squeezed_to_three_quarters_of_its_width() -> None:
    line = np.full((48, 400), 255, np.uint8)
    assert 270 <= columns_of(line) <= 330


@pytest.mark.parametrize(("confidence", "lines"), [(0.45, 8), (0.55, 10)])
def test_what_is_read_with_less_than_even_odds_is_no_writing(confidence: float, lines: int) -> None:
    picture = np.full((300, 100, 3), 255, np.uint8)
    for y in range(10, 290, 28):
        picture[y : y + 10, 20:80] = 0
    node = Shape(((0, 0), (100, 0), (100, 300), (0, 300)), "rect", "node", 0.0, (255, 255, 255), 1.0)
    environment = Environment(background=(255, 255, 255), stroke=2.0, text_height=10.0, flatness=5)
    assert len(EmbeddedTextSpotter(Doubtful(confidence=confidence)).spot(picture, environment, (node,))) == lines
