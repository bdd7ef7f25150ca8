"""Ids that are not in the picture, and are taken for ones that are."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Blackboard, Coded, GroundedNode
from diagramloop.engines.parse.graph_architect import ground
from tests.diagramloop.engines.parse.lettering import rectangle


@pytest.mark.parametrize(
    ("said", "dropped"),
    [
        pytest.param("send offex", 0, id="one letter of ten misread"),
        pytest.param("sent offex", 0, id="two letters misread"),
        pytest.param("sentaoffex", 1, id="three letters misread"),
    ],
)
def test_a_text_of_which_three_quarters_are_the_same_is_the_same(said: str, dropped: int) -> None:
    seen = GroundedNode("N1", rectangle((10, 10, 90, 50)), "send offer", None, 0.9)
    page = np.full((100, 100, 3), 255, np.uint8)
    board = Blackboard(page, nodes=(seen,), coded=Coded(f"flowchart TB\nA[{said}]", {}))
    assert ground(board).dropped == dropped
