"""Ink that is a line or a head, and ways that are too dear."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diagramloop.engines.parse.ink_maps import INK_CLASSES, InkMaps
from diagramloop.engines.parse.learned.frame_ends import FrameEnds
from diagramloop.engines.parse.learned.line_tracing import LineTracer, Way, _Head
from tests.diagramloop.engines.parse.learned.maps import CELLS, maps_of

LEFT, RIGHT = (10, 50, 30, 70), (120, 50, 140, 70)
CONNECTOR, HEAD = INK_CLASSES.index("connector"), INK_CLASSES.index("head")
Nodes = tuple[tuple[int, int, int, int], ...]
Places = list[tuple[int, int]]  # x, y of cells


def tracer(maps: InkMaps, nodes: Nodes = (LEFT, RIGHT), frames: FrameEnds | None = None) -> LineTracer:
    covered = np.full(CELLS, -1, np.int32)
    for number, (x0, y0, x1, y1) in enumerate(nodes):
        covered[y0:y1, x0:x1] = number
    return LineTracer(maps, covered, frames)


def level(start: int = 30, stop: int = 120, likely: float = 1.0, sure: float = 0.0, pause: int = 0) -> InkMaps:
    """Maps of a level line between two nodes, whose course leads to the right, more or less surely.

    Args:
        pause: cells of ground in each 20 of the line.
    """
    maps = replace(maps_of(), course=np.full((*CELLS, 2), (sure, 0.0), np.float32))
    for x in range(start, stop):
        if x % 20 >= pause:
            maps.classes[60, x, CONNECTOR] = likely
    return maps


def with_head(maps: InkMaps, *places: tuple[int, int], likely: float = 1.0) -> InkMaps:
    for x, y in places:
        maps.classes[y, x] = 0
        maps.classes[y, x, HEAD] = likely
    return maps


def heads(*places: tuple[int, int], likely: float = 1.0, nodes: Nodes = (LEFT, RIGHT)) -> list[_Head]:
    """Heads at places of a page, all of which point to the right."""
    return list(tracer(with_head(level(0, 0, sure=1.0), *places, likely=likely), nodes)._heads())


@pytest.mark.parametrize(("likely", "count"), [(0.31, 0), (0.39, 1)])
def test_ink_is_a_head_from_a_chance_of_a_third_on(likely: float, count: int) -> None:
    assert len(heads(*[(x, 60) for x in range(110, 118)], likely=likely)) == count


@pytest.mark.parametrize(("gap", "count"), [(17, 1), (19, 0)])
def test_a_head_is_within_its_own_length_and_eight_cells_of_its_node(gap: int, count: int) -> None:
    assert len(heads(*[(x, 60) for x in range(111 - gap, 121 - gap)])) == count


BEHIND: Nodes = ((40, 65, 57, 75), (88, 50, 99, 70))  # a node behind and below, and one ahead
BESIDE: Nodes = ((40, 50, 57, 56), (92, 50, 99, 90))  # a node behind and above, and one ahead


@pytest.mark.parametrize(
    ("places", "nodes", "node"),
    [
        pytest.param([(60 + k, 60) for k in range(13)], BEHIND, 1, id="a head along its course"),
        pytest.param([(60 + k, 60 + 2 * k // 3) for k in range(13)], BESIDE, 0, id="a head across its course"),
    ],
)
def test_the_tip_of_a_head_is_ahead_as_far_as_it_is_not_farther_from_a_node(
    places: Places, nodes: Nodes, node: int
) -> None:
    (head,) = heads(*places, nodes=nodes)
    assert head.node == node


def is_line(maps: InkMaps) -> bool:
    return bool(tracer(maps).ways())


@pytest.mark.parametrize(
    ("line", "other"),
    [
        pytest.param(level(likely=0.43), level(likely=0.38), id="likely ink"),
        pytest.param(level(pause=12), level(pause=16), id="short gaps"),
        pytest.param(level(37), level(39), id="an end near its node"),
    ],
)
def test_ink_between_nodes_is_a_line_without_a_head(line: InkMaps, other: InkMaps) -> None:
    assert is_line(line)
    assert not is_line(other)


@pytest.mark.parametrize(("sure", "headed"), [(0.3, False), (0.4, True)])
def test_a_line_whose_course_is_known_by_a_third_has_a_head(sure: float, headed: bool) -> None:
    (way,) = tracer(level(sure=sure)).ways()
    assert way.headed == headed


def headed(likely: float = 1.0, missing: int = 0, frames: FrameEnds | None = None) -> list[Way]:
    """Ways of a line with a head between two nodes, some cells of which are not drawn near the left one."""
    maps = with_head(level(likely=likely, sure=1.0), *[(x, 60) for x in range(112, 120)])
    maps.classes[60, 38 : 38 + missing, CONNECTOR] = 0
    return tracer(maps, frames=frames).ways()


@pytest.mark.parametrize(("likely", "count"), [(0.22, 1), (0.19, 0)])
def test_a_line_with_a_head_is_at_most_four_times_as_dear_as_sure_ink(likely: float, count: int) -> None:
    assert len(headed(likely=likely)) == count


FRAME = FrameEnds(np.array([[5.0, 35.0, 65.0, 90.0]]), first=2)  # around the left node


@pytest.mark.parametrize(("missing", "end"), [(16, 0), (20, 2)])
def test_a_line_that_is_hardly_drawn_within_a_frame_ends_there(missing: int, end: int) -> None:
    (way,) = headed(missing=missing, frames=FRAME)
    assert way.ends == (end, 1)
