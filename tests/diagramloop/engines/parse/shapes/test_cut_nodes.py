"""Nodes across which lines are drawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape
from diagramloop.engines.parse.shapes.shape_hunter import EmbeddedShapeHunter

ENVIRONMENT = Environment((255, 255, 255), 2.0, 14.0, 5)
DIAMOND, ELLIPSE = "diam", "ellipse"


def page(shape: str, *lines: tuple[int, int, int, int], fill: tuple[int, int, int] = (255, 255, 220)) -> RGB:
    """One node from (100, 100) to (340, 220), under lines."""
    picture = np.full((320, 440, 3), 255, np.uint8)
    if shape == DIAMOND:
        corners = np.array([(100, 160), (220, 100), (340, 160), (220, 220)])
        cv2.fillPoly(picture, [corners], fill, cv2.LINE_AA)
        cv2.polylines(picture, [corners], True, (0, 0, 0), 2, cv2.LINE_AA)
    else:
        cv2.ellipse(picture, (220, 160), (120, 60), 0, 0, 360, fill, -1, cv2.LINE_AA)
        cv2.ellipse(picture, (220, 160), (120, 60), 0, 0, 360, (0, 0, 0), 2, cv2.LINE_AA)
    cv2.putText(picture, "valid", (190, 166), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    for x0, y0, x1, y1 in lines:
        cv2.line(picture, (x0, y0), (x1, y1), (0, 0, 0), 2, cv2.LINE_AA)
    return picture


def nodes(picture: RGB) -> list[Shape]:
    return [shape for shape in EmbeddedShapeHunter().hunt(picture, ENVIRONMENT) if shape.role == "node"]


@pytest.mark.parametrize("shape", [DIAMOND, ELLIPSE])
@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([(150, 0, 300, 319)], id="steeply"),
        pytest.param([(130, 0, 130, 319)], id="near its end"),
        pytest.param([(260, 0, 240, 319), (0, 250, 439, 100)], id="twice"),
    ],
)
def test_a_node_that_lines_cut_is_one_of_its_shape(shape: str, lines: list[tuple[int, int, int, int]]) -> None:
    (found,) = nodes(page(shape, *lines))
    assert found.name == shape
    assert np.allclose(found.box, (100, 100, 340, 220), atol=4)


@pytest.mark.parametrize("shape", [DIAMOND, ELLIPSE])
def test_an_uncut_node_is_as_it_is(shape: str) -> None:
    (found,) = nodes(page(shape))
    assert found.name == shape


def test_nodes_that_touch_are_not_one() -> None:
    picture = page(DIAMOND)
    corners = np.array([(340, 160), (380, 130), (420, 160), (380, 190)])
    cv2.fillPoly(picture, [corners], (255, 255, 220), cv2.LINE_AA)
    cv2.polylines(picture, [corners], True, (0, 0, 0), 2, cv2.LINE_AA)
    assert [round(found.box[2]) for found in nodes(picture)] in ([340, 420], [420, 340])
