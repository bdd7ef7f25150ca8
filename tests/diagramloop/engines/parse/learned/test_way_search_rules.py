"""Ways that are preferred to others: over ground, along bends, with the course of ink."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.learned.cell_graph import NOWHERE
from diagramloop.engines.parse.learned.way_search import WaySearch

Places = list[tuple[int, int]]  # x, y of cells


def reached(start: tuple[int, int], *lines: tuple[Places, float], east: float = 0.0) -> int | None:
    """The line, each along places of one likelihood, by whose last place the cheapest way from a start leaves.

    Args:
        east: how surely the course of all ink leads that way; 0 where it is not looked at.
    """
    wide, high = (1 + max(place[axis] for places, _ in lines for place in places) for axis in (0, 1))
    likely = np.zeros((high + 5, wide + 5), np.float32)
    nodes = np.full(likely.shape, NOWHERE, np.int32)
    likely[start[::-1]] = 1
    for number, (places, probability) in enumerate(lines):
        columns, rows = np.array(places).T
        likely[rows, columns] = probability
        nodes[rows[-1], columns[-1]] = number
    course = np.full((*likely.shape, 2), (east, 0.0), np.float32)
    found = WaySearch(likely, course, nodes).to_another([start], NOWHERE - 1, float(east > 0))
    return found.node if found else None


def level(start: int, stop: int, y: int = 2) -> Places:
    """Places from one column to another, to the left or to the right."""
    return [(x, y) for x in range(start, stop, 1 if start < stop else -1)]


@pytest.mark.parametrize(("length", "way"), [(50, "ink"), (65, "ground")])
def test_one_cell_of_ground_is_as_dear_as_nearly_sixty_of_ink(length: int, way: str) -> None:
    over_ground, along_ink = (level(8, 7), 1.0), (level(11, 10 + length), 1.0)
    assert reached((10, 2), over_ground, along_ink) == ("ground", "ink").index(way)


@pytest.mark.parametrize(("length", "way"), [(20, "on"), (24, "bend")])
def test_a_right_angle_is_as_dear_as_twenty_cells_of_fainter_ink(length: int, way: str) -> None:
    bend = level(3, 41), [(40, y) for y in range(3, 33)]
    assert reached((2, 2), ([*bend[0], *bend[1]], 1.0), (level(41, 41 + length), 0.5)) == ("bend", "on").index(way)


@pytest.mark.parametrize(("length", "way"), [(15, "straight"), (17, "jog")])
def test_a_step_aside_is_as_dear_as_a_cell_and_a_half_of_fainter_ink(length: int, way: str) -> None:
    jog = [*level(21, 46), *((46 + k, 2 + k) for k in range(6)), *level(52, 75, y=8)]
    assert reached((20, 2), (jog, 1.0), (level(19, 19 - length), 0.5)) == ("jog", "straight").index(way)


@pytest.mark.parametrize(("length", "way"), [(63, "along"), (80, "against")])
def test_a_cell_against_the_course_of_ink_is_as_dear_as_seven_along_it(length: int, way: str) -> None:
    against, along = (level(19, 9), 1.0), (level(21, 21 + length), 1.0)
    assert reached((20, 2), against, along, east=1.0) == ("against", "along").index(way)


@pytest.mark.parametrize(("likely", "way"), [(0.13, None), (0.17, 0)])
def test_ink_that_is_hardly_a_line_is_none_to_follow(likely: float, way: int | None) -> None:
    assert reached((2, 2), (level(3, 40), likely)) == way


@pytest.mark.parametrize(("length", "way"), [(260, 0), (300, None)])
def test_faint_ink_is_followed_for_less_than_three_hundred_cells(length: int, way: int | None) -> None:
    assert reached((2, 0), (level(3, 3 + length, y=0), 0.2)) == way
