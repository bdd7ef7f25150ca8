"""Nodes at the peaks of a known map."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.ink_maps import InkMaps
from diagramloop.engines.parse.learned.shape_hunter import LearnedShapeHunter
from tests.diagramloop.engines.parse.learned.maps import maps_of

NODES = [(10, 50, 30, 70), (120, 50, 140, 70), (66, 4, 86, 24)]
PICTURE = np.full((240, 320, 3), 255, np.uint8)


def environment(ink: InkMaps | None) -> Environment:
    return Environment((255, 255, 255), 2.0, 12.0, 5, ink=ink)


def test_each_peak_is_a_node_with_the_box_told() -> None:
    shapes = LearnedShapeHunter().hunt(PICTURE, environment(maps_of(nodes=NODES)))
    assert [shape.name for shape in shapes] == ["rect"] * 3
    boxes = sorted((min(x for x, _ in s.polygon), min(y for _, y in s.polygon)) for s in shapes)
    expected = sorted((2.0 * x0, 2.0 * y0) for x0, y0, _, _ in NODES)
    assert np.abs(np.array(boxes) - expected).max() <= 4  # half a cell of the map of nodes, and a rounded middle


def test_of_two_peaks_in_one_node_the_likelier_is_left() -> None:
    maps = maps_of(nodes=NODES)
    row, column = (50 + 70) // 4, (10 + 30) // 4
    maps.centre[row, column + 3], maps.size[row, column + 3] = 0.6, maps.size[row, column]
    assert len(LearnedShapeHunter().hunt(PICTURE, environment(maps))) == len(NODES)


def test_what_is_less_likely_than_the_threshold_is_no_node() -> None:
    maps = maps_of(nodes=NODES)
    maps.centre[maps.centre > 0] = 0.3
    assert LearnedShapeHunter().hunt(PICTURE, environment(maps)) == ()
    maps.centre[maps.centre > 0] = 0.4
    assert len(LearnedShapeHunter().hunt(PICTURE, environment(maps))) == len(NODES)


def test_a_picture_that_no_network_saw_is_refused() -> None:
    with pytest.raises(ValueError, match="no network"):
        LearnedShapeHunter().hunt(PICTURE, environment(None))
