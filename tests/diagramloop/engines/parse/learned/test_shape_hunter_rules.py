"""Peaks that are nodes, and boxes that are one."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment, Shape
from diagramloop.engines.parse.ink_maps import NODE_KINDS, InkMaps
from diagramloop.engines.parse.learned.shape_hunter import LearnedShapeHunter
from tests.diagramloop.engines.parse.learned.maps import maps_of

PICTURE = np.full((240, 320, 3), 255, np.uint8)


def peaks(*found: tuple[int, int, int, int], likely: float = 0.9, kind: str = "rectangle") -> InkMaps:
    """Maps of nodes whose middles are at x, y and that are so wide and high, in pixels, multiples of four."""
    maps = maps_of()
    for x, y, wide, high in found:
        at = y // 4, x // 4
        maps.centre[at], maps.size[at] = likely, (wide, high)
        maps.kind[at] = np.eye(len(NODE_KINDS))[NODE_KINDS.index(kind)]
    return maps


def hunted(maps: InkMaps) -> tuple[Shape, ...]:
    return LearnedShapeHunter().hunt(PICTURE, Environment((255, 255, 255), 2.0, 12.0, 5, ink=maps))


@pytest.mark.parametrize(("likely", "count"), [(0.32, 0), (0.38, 1)])
def test_a_peak_is_a_node_from_a_chance_of_a_third_on(likely: float, count: int) -> None:
    assert len(hunted(peaks((100, 100, 60, 40), likely=likely))) == count


@pytest.mark.parametrize(("aside", "count"), [(40, 2), (32, 1)])
def test_boxes_that_have_nearly_half_in_common_are_one_node(aside: int, count: int) -> None:
    assert len(hunted(peaks((100, 100, 100, 40), (100 + aside, 100, 100, 40)))) == count


@pytest.mark.parametrize(("wide", "name"), [(50, "circle"), (60, "ellipse")])
def test_an_ellipse_a_third_wider_than_high_is_no_circle(wide: int, name: str) -> None:
    (shape,) = hunted(peaks((100, 100, wide, 40), kind="ellipse"))
    assert shape.name == name


def width(shape: Shape) -> float:
    return float(np.ptp([x for x, _ in shape.polygon]))


@pytest.mark.parametrize(("likely", "wide"), [(0.45, 60.0), (0.55, 80.0)])
def test_what_is_likelier_inside_of_a_node_than_not_tells_its_sides(likely: float, wide: float) -> None:
    maps = peaks((100, 100, 60, 40))
    maps.inside[40:60, 30:70] = likely
    (shape,) = hunted(maps)
    assert width(shape) == wide


@pytest.mark.parametrize(("inside", "wide"), [(110, 110.0), (134, 60.0)])
def test_an_inside_twice_as_large_as_its_node_is_none_of_it(inside: int, wide: float) -> None:
    maps = peaks((140, 100, 60, 40))
    maps.inside[40:60, 70 - inside // 4 : 70 + inside // 2 - inside // 4] = 1
    (shape,) = hunted(maps)
    assert width(shape) == wide
