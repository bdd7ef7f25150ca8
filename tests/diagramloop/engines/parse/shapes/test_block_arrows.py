"""Fat arrows, told by their corners, and what they join."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse import parse
from diagramloop.engines.parse.block_arrow import block_arrow

ARROW = np.array([(100, 0), (70, 20), (70, 10), (0, 10), (0, -10), (70, -10), (70, -20)], float)


@given(st.floats(0, 2 * np.pi), st.floats(0.5, 4), st.integers(0, 6), st.booleans())
def test_an_arrow_in_any_direction_and_order(angle, size, first, mirrored):
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    corners = np.roll(ARROW, first, axis=0)[:: -1 if mirrored else 1] @ turn.T * size + 500
    arrow = block_arrow(corners, unit=14)
    assert arrow is not None
    assert np.allclose(arrow.tip, turn @ (100 * size, 0) + 500)
    assert np.allclose(arrow.tail, (500, 500))
    assert arrow.width == pytest.approx(20 * size)


@pytest.mark.parametrize(
    "corners",
    [
        ARROW[:6],
        np.array([(np.cos(a), np.sin(a)) for a in np.arange(7) * 2 * np.pi / 7]) * 50,
        ARROW * np.where(ARROW[:, :1] == 70, 1, 1) + np.where(ARROW[:, 1:] == 20, 25, 0),
    ],
    ids=["too few", "heptagon", "one wing is amiss"],
)
def test_no_arrow(corners):
    assert block_arrow(corners, unit=14) is None


def test_the_nearest_on_both_sides_are_joined():
    arrow = block_arrow(ARROW, unit=14)
    assert arrow is not None
    near, far, behind = shapely.box(105, -20, 200, 20), shapely.box(125, -20, 250, 20), shapely.box(-90, -30, -8, 30)
    assert arrow.joined(np.array([far, near, behind], dtype=object), unit=12) == (2, 1)
    assert arrow.joined(np.array([far, near], dtype=object), unit=12) is None


def page_with(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    picture = np.full((220, 640, 3), 255, np.uint8)
    for x0, y0, x1, y1 in boxes:
        cv2.rectangle(picture, (x0, y0), (x1, y1), (220, 235, 250), -1)
        cv2.rectangle(picture, (x0, y0), (x1, y1), (0, 0, 0), 2)
        cv2.putText(picture, "Text", (x0 + 35, y0 + 48), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("outlined", [True, False])
def test_a_block_arrow_is_an_edge_and_no_node(outlined):
    picture = page_with((40, 60, 180, 140), (420, 60, 560, 140))
    corners = (ARROW * (2, 1.4) + (195, 100)).astype(np.int32)
    cv2.fillPoly(picture, [corners], (255, 255, 255) if outlined else (250, 170, 120))
    if outlined:
        cv2.polylines(picture, [corners], True, (0, 0, 0), 2)
    graph = parse(picture).graph
    assert [node.text for node in graph.nodes] == ["Text", "Text"]
    assert [(edge.source, edge.target) for edge in graph.edges] == [("N1", "N2")]


def test_an_arrow_that_leads_nowhere_is_no_edge():
    picture = page_with((40, 60, 180, 140))
    cv2.fillPoly(picture, [(ARROW * (2, 1.4) + (195, 100)).astype(np.int32)], (250, 170, 120))
    assert parse(picture).graph.edges == ()
