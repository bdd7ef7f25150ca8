"""Which outlines are nodes, which texts are titles, and what is left out."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Blackboard, Environment, Shape, TextLine
from diagramloop.engines.parse.fusion.fusion_arbiter import EmbeddedFusionArbiter
from tests.diagramloop.engines.parse.lettering import rectangle

UNIT = 10.0  # px of a text's height
OUTER = rectangle((0, 0, 200, 100))


def fused(shapes: list[Shape], lines: list[TextLine]) -> Blackboard:
    environment = Environment(background=(255, 255, 255), stroke=2.0, text_height=UNIT, flatness=5)
    page = np.full((10, 10, 3), 255, np.uint8)
    board = Blackboard(page, environment=environment, shapes=tuple(shapes), lines=tuple(lines))
    return EmbeddedFusionArbiter().fuse(board)


@pytest.mark.parametrize(
    ("inner", "count"),
    [
        pytest.param((0, 0, 126, 100), 1, id="nearly as large"),
        pytest.param((0, 0, 114, 100), 2, id="a part"),
        pytest.param((51, 0, 211, 100), 1, id="nearly within"),
        pytest.param((61, 0, 221, 100), 2, id="overlapping"),
    ],
)
def test_two_outlines_that_share_most_of_their_areas_are_one_node(inner: tuple[int, int, int, int], count: int) -> None:
    assert len(fused([OUTER, rectangle(inner)], []).nodes) == count


@pytest.mark.parametrize(("confidence", "count"), [(0.45, 0), (0.55, 1)])
def test_a_textless_shape_is_a_node_where_the_odds_are_even(confidence: float, count: int) -> None:
    assert len(fused([dataclasses.replace(OUTER, confidence=confidence)], []).nodes) == count


@pytest.mark.parametrize(("padding", "count"), [(7, 0), (9, 1)])
def test_a_borderless_node_is_wider_than_its_text(padding: int, count: int) -> None:
    plate = dataclasses.replace(rectangle((0, 0, 100 + padding, 40)), border=0.0)
    assert len(fused([plate], [TextLine((2.0, 10.0, 102.0, 30.0), "maybe", 0.9)]).nodes) == count


@pytest.mark.parametrize(("side", "count"), [(95, 0), (105, 1)])
def test_a_wordless_frame_of_ten_text_heights_is_a_picture(side: int, count: int) -> None:
    assert len(fused([rectangle((0, 0, side, side), "group")], []).groups) == count


@pytest.mark.parametrize(
    ("height", "title", "other"),
    [
        pytest.param(300, (100, 57, 160, 67), (100, 63, 160, 73), id="in the top fifth of a high frame"),
        pytest.param(60, (100, 19, 160, 29), (100, 21, 160, 31), id="as one of the first two lines of a low frame"),
        pytest.param(300, (28, 130, 38, 190), (32, 130, 42, 190), id="written upwards near the left side"),
    ],
)
def test_where_a_title_stands_in_its_frame(
    height: int, title: tuple[int, int, int, int], other: tuple[int, int, int, int]
) -> None:
    frame = rectangle((0, 0, 300, height), "group")
    for place, found in ((title, "Kitchen"), (other, "")):
        (group,) = fused([frame], [TextLine(place, "Kitchen", 0.9)]).groups
        assert group.text == found


@pytest.mark.parametrize(("confidence", "count"), [(0.27, 0), (0.33, 1)])
def test_free_marks_that_are_hardly_legible_are_no_text(confidence: float, count: int) -> None:
    assert len(fused([], [TextLine((10.0, 10.0, 60.0, 20.0), "no", confidence)]).labels) == count
