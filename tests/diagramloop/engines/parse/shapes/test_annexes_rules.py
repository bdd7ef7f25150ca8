"""Which regions beside a node are its side bars."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.shapes.annexes import _LEAST_TOUCHING_SHARE, _is_annex, candidates
from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.outlines import Border
from diagramloop.engines.parse.shapes.shape_names import Fit
from diagramloop.engines.parse.shapes.surroundings import Surroundings

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
NODE, BAR = 2, 3  # numbers of the regions, by their upper ends


def drawn(bar: tuple[int, int, int, int]) -> RGB:
    """A rectangle with another one beside it, in lines of a pixel."""
    picture = np.full((200, 300, 3), 255, np.uint8)
    cv2.rectangle(picture, (60, 50), (180, 120), BLACK, 1)
    cv2.rectangle(picture, bar[:2], bar[2:], BLACK, 1)
    return picture


def around(picture: RGB, text_height: float, stroke: float = 1.0) -> Surroundings:
    return Surroundings(picture, Environment(WHITE, stroke, text_height, 5))


@pytest.mark.parametrize(("length", "touches"), [(18, False), (22, True)])
def test_a_bar_lies_along_a_twentieth_of_an_outline(length: int, touches: bool) -> None:
    """Of 380 pixels; less what is near the ends of its lines."""
    seen = around(drawn((180, 60, 200, 63 + length)), 10.0)
    node = seen.candidate((NODE,))
    assert node is not None
    assert (BAR in seen.touching(node, _LEAST_TOUCHING_SHARE)) == touches


@pytest.mark.parametrize(
    ("border", "text_height", "level", "uneven"),
    [
        pytest.param(0, 1.0, 2.0, 2.5, id="two pixels"),
        pytest.param(4, 1.0, 13.0, 16.0, id="three borders"),
        pytest.param(0, 40.0, 7.2, 9.0, id="a seventh of a text height"),
    ],
)
def test_a_bar_is_level_with_its_node(border: float, text_height: float, level: float, uneven: float) -> None:
    """But for some pixels, borders and text heights in all."""
    seen = around(drawn((180, 50, 200, 120)), text_height)
    for off, is_annex in ((level, True), (uneven, False)):
        outline = np.array([(60, 51 + off), (179, 51 + off), (179, 119), (60, 119)], np.float64)
        white = np.full(3, 255.0)
        border_line = Border(white, white, border, 0.0)
        node = Candidate((NODE,), outline, Fit("rect", outline, 0.0), border_line, white, 1.0, (9.0, 9.0))
        assert _is_annex(seen, node, BAR) == is_annex


@pytest.mark.parametrize(
    ("text_height", "stroke", "width", "above", "below", "is_joined"),
    [
        pytest.param(20.0, 1.0, 13, 2, 2, True, id="less than two pixels off in large type"),
        pytest.param(20.0, 1.0, 13, 3, 3, False, id="some more in large type"),
        pytest.param(5.0, 0.7, 13, 1, 1, True, id="less than a pixel off in small type"),
        pytest.param(5.0, 0.7, 9, -2, 0, False, id="some more in small type"),
    ],
)
def test_a_node_with_its_bar_is_nearly_as_exact_as_others(
    text_height: float, stroke: float, width: int, above: int, below: int, is_joined: bool
) -> None:
    seen = around(drawn((60 - width, 50 - above, 60, 120 + below)), text_height, stroke)
    assert any(len(found.numbers) == 2 for found in candidates(seen)) == is_joined


@pytest.mark.parametrize(("width", "name"), [(5, "rect"), (6, "lin-rect")])
def test_a_double_line_is_narrower_than_a_bar(width: int, name: str) -> None:
    """In type of 20 pixels."""
    (found,) = candidates(around(drawn((60 - width, 50, 60, 120)), 20.0))
    assert found.fit.name == name
