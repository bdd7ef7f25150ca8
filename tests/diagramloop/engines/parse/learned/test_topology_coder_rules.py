"""Traced ways as drawn lines: how sure and how whole they are."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.learned.line_tracing import Way
from diagramloop.engines.parse.learned.topology_coder import LearnedTopologyCoder
from diagramloop.engines.parse.lines.drawn_edges import DrawnLine


def drawn(likely: float = 1.0, cost: float = 1.0) -> DrawnLine:
    """A line along ink of one likelihood."""
    way = Way((0, 1), np.stack([np.arange(5.0, 30), np.full(25, 10)], axis=1), True, cost)
    return LearnedTopologyCoder()._line(way, np.full((20, 40), likely, np.float32), np.array([2.0, 2.0]))


@pytest.mark.parametrize(("cost", "is_likely"), [(4.3, True), (6.0, False)])
def test_a_line_five_times_as_dear_as_sure_ink_is_as_likely_wrong_as_right(cost: float, is_likely: bool) -> None:
    assert (drawn(cost=cost).confidence > 0.5) == is_likely


@pytest.mark.parametrize(("likely", "look"), [(0.6, "dotted"), (0.8, "solid")])
def test_a_line_of_which_more_than_a_quarter_is_no_ink_is_dotted(likely: float, look: str) -> None:
    assert drawn(likely=likely).line == look
