"""Large drawings made smaller before they are read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse import parse
from diagramloop.engines.parse.blackboard import Blackboard, Environment
from diagramloop.engines.parse.page.reading_scale import reduced, reduction
from tests.diagramloop.engines.parse.drawings import NODES, chart


@pytest.mark.parametrize(
    ("text_height", "stroke", "by"),
    [(23.0, 2.0, 1), (47.0, 4.0, 1), (48.0, 4.0, 2), (48.0, 1.5, 1), (100.0, 3.0, 3), (0.0, 0.0, 1)],
)
def test_letters_stay_legible_and_lines_stay_lines(text_height: float, stroke: float, by: int) -> None:
    assert reduction(Environment((255, 255, 255), stroke, text_height, 5)) == by


@pytest.mark.parametrize("by", [2, 3])
def test_places_lead_back_through_all_that_was_done(by: int) -> None:
    turned = np.array([[0.0, 1, 5], [-1, 0, 90], [0, 0, 1]])
    picture = np.zeros((61, 80, 3), np.uint8)
    picture[by * 10 : by * 11, by * 20 : by * 21] = 255  # one pixel of the smaller picture
    middle = np.array([by * 20.5 - 0.5, by * 10.5 - 0.5, 1])
    for to_given, there in ((None, middle), (turned, turned @ middle)):
        board = reduced(Blackboard(picture, to_given), by)
        assert board.picture.shape == (61 // by, 80 // by, 3)
        assert tuple(np.argwhere(board.picture[:, :, 0] == 255)[0]) == (10, 20)
        assert board.to_given is not None
        assert board.to_given @ (20, 10, 1) == pytest.approx(there)


def test_a_large_drawing_is_read_as_the_same_drawing() -> None:
    """Boxes are in the pixels of the picture as given."""
    large = cv2.resize(chart(), None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    figure = parse(large)
    assert figure.board.picture.shape[0] < large.shape[0]
    found = sorted(node.box for node in figure.graph.nodes if node.box)
    assert np.array(found) == pytest.approx(4 * np.array(sorted(box for _, box in NODES)), abs=10)
