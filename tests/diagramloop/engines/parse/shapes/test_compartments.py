"""Rectangles in compartments, told from frames, lanes and boxes with an inner line."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.shapes.compartments import stacks
from diagramloop.engines.parse.shapes.shape_hunter import EmbeddedShapeHunter
from diagramloop.graph import Box

UNIT = 10.0  # px of a text's height
WHOLE: Box = (0.0, 0.0, 100.0, 90.0)
PARTS: list[Box] = [(0.0, 0.0, 100.0, 30.0), (0.0, 30.0, 100.0, 60.0), (0.0, 60.0, 100.0, 90.0)]


def found(*nodes: Box, held: tuple[Box, ...] = (), drawn: tuple[Box, ...] = (WHOLE, *PARTS)) -> int:
    boxes = (np.array(some, np.float64).reshape(-1, 4) for some in (held, nodes))
    return len(stacks(drawn[:1], drawn, next(boxes), next(boxes), UNIT))


def test_parts_of_a_rectangle_one_on_the_other() -> None:
    assert stacks([WHOLE], [WHOLE, *PARTS], np.zeros((0, 4)), np.zeros((0, 4)), UNIT) == [(WHOLE, PARTS)]


@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param((WHOLE,), id="no part"),
        pytest.param((WHOLE, *PARTS[:2]), id="parts that do not fill it"),
        pytest.param((WHOLE, (0.0, 0.0, 50.0, 90.0), (50.0, 0.0, 100.0, 90.0)), id="parts side by side"),
        pytest.param(((0.0, 0.0, 40.0, 90.0), *((0.0, y0, 40.0, y1) for _, y0, _, y1 in PARTS)), id="a narrow band"),
    ],
)
def test_no_compartments(drawn: tuple[Box, ...]) -> None:
    assert not found(drawn=drawn)


@pytest.mark.parametrize(
    ("node", "count"),
    [
        pytest.param((2.0, 2.0, 98.0, 28.0), 1, id="a part"),
        pytest.param((2.0, 32.0, 98.0, 88.0), 1, id="two parts"),
        pytest.param((2.0, 2.0, 98.0, 88.0), 0, id="all of it, with an inner line"),
        pytest.param((20.0, 20.0, 120.0, 80.0), 0, id="across it"),
        pytest.param((0.0, -30.0, 100.0, 90.0), 0, id="higher than it"),
        pytest.param((120.0, 0.0, 150.0, 90.0), 1, id="elsewhere"),
    ],
)
def test_nodes_in_compartments_are_as_wide_as_these(node: Box, count: int) -> None:
    assert found(node) == count


def test_nodes_in_all_parts_stand_on_one_another() -> None:
    assert found(*PARTS[1:])
    assert not found(*PARTS)


def test_a_rectangle_around_what_may_be_a_node_is_a_frame() -> None:
    assert not found(held=((20.0, 35.0, 60.0, 55.0),))


def test_a_table_with_a_dark_header_is_hunted_in_compartments() -> None:
    picture = np.full((300, 400, 3), 255, np.uint8)
    cv2.rectangle(picture, (60, 60), (240, 90), (60, 30, 10), cv2.FILLED)
    cv2.rectangle(picture, (60, 60), (240, 180), (60, 30, 10), 1)
    for y in (90, 120, 150):
        cv2.line(picture, (60, y), (240, y), (60, 30, 10), 1)
    for y, ink in ((80, 255), (110, 0), (140, 0), (170, 0)):
        cv2.putText(picture, "field", (80, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (ink,) * 3, 1, cv2.LINE_AA)
    shapes = EmbeddedShapeHunter().hunt(picture, Environment((255, 255, 255), 2.0, 10.0, 5))
    assert [s.role for s in shapes] == ["node"] * 4
    middles = sorted((s.box[1] + s.box[3]) / 2 for s in shapes)
    assert np.abs(np.array(middles) - [75, 105, 135, 165]).max() < 3
