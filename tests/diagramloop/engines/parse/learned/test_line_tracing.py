"""Lines traced on maps that are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from diagramloop.engines.parse.learned import line_tracing
from diagramloop.engines.parse.learned.frame_ends import FrameEnds
from diagramloop.engines.parse.learned.line_tracing import _DEAREST_WAY, LineTracer, Way
from tests.diagramloop.engines.parse.learned.maps import CELLS, maps_of

LEFT, RIGHT = (10, 50, 30, 70), (120, 50, 140, 70)
ABOVE, BELOW = (66, 4, 86, 24), (66, 96, 86, 116)


def traced(nodes: Sequence[tuple[int, int, int, int]], frames: FrameEnds | None = None, **drawn: object) -> list[Way]:
    covered = np.full(CELLS, -1, np.int32)
    for number, (x0, y0, x1, y1) in enumerate(nodes):
        covered[y0:y1, x0:x1] = number
    maps = maps_of(nodes=nodes, **drawn)  # type: ignore[arg-type]
    return LineTracer(maps, covered, frames).ways()


def ends(ways: list[Way]) -> list[tuple[int, int, bool]]:
    return sorted((*way.ends, way.headed) for way in ways)


def test_a_line_runs_from_its_bare_end_to_its_head() -> None:
    (way,) = traced([LEFT, RIGHT], lines=[[(118, 60), (31, 60)]], heads=[0])
    assert (way.ends, way.headed) == ((1, 0), True)
    assert way.cost < 1.5
    assert way.points[0][0] > way.points[-1][0]


@pytest.mark.parametrize("gaps", [2, 3])
def test_dashes_are_one_line(gaps: int) -> None:
    assert ends(traced([LEFT, RIGHT], lines=[[(31, 60), (117, 60)]], heads=[0], gaps=gaps)) == [(0, 1, True)]


def test_lines_that_cross_go_straight_on() -> None:
    lines = [[(31, 60), (117, 60)], [(76, 25), (76, 93)]]
    assert ends(traced([LEFT, RIGHT, ABOVE, BELOW], lines=lines, heads=[0, 1])) == [(0, 1, True), (2, 3, True)]


def test_a_line_with_corners_is_followed() -> None:
    lines = [[(31, 60), (50, 60), (50, 106), (63, 106)]]
    assert ends(traced([LEFT, BELOW], lines=lines, heads=[0])) == [(0, 1, True)]


def test_one_tail_may_lead_to_two_heads() -> None:
    lines = [[(31, 60), (100, 60), (100, 14), (89, 14)], [(31, 60), (117, 60)]]
    assert ends(traced([LEFT, RIGHT, ABOVE], lines=lines, heads=[0, 1])) == [(0, 1, True), (0, 2, True)]


def test_a_line_without_a_head_is_a_line() -> None:
    assert ends(traced([LEFT, RIGHT], lines=[[(31, 60), (118, 60)]])) == [(0, 1, False)]


def test_ink_that_joins_nothing_is_no_line() -> None:
    assert traced([LEFT, RIGHT], lines=[[(60, 10), (100, 10)]]) == []
    assert traced([LEFT, RIGHT], lines=[[(31, 60), (70, 60)]]) == []


def test_a_head_that_points_at_nothing_is_no_line() -> None:
    assert traced([LEFT], lines=[[(31, 60), (118, 60)]], heads=[0]) == []


FRAME = FrameEnds(np.array([[100.0, 20.0, 150.0, 110.0]]), first=1)


def test_a_head_at_a_frame_that_it_points_into_ends_there() -> None:
    assert ends(traced([LEFT], FRAME, lines=[[(31, 60), (97, 60)]], heads=[0])) == [(0, 1, True)]


def test_a_line_may_begin_at_a_frame() -> None:
    assert ends(traced([LEFT], FRAME, lines=[[(99, 60), (33, 60)]], heads=[0])) == [(1, 0, True)]


def test_heads_by_the_dozen_that_lead_nowhere_are_a_pattern_of_the_paper(monkeypatch) -> None:
    lines = [[(99, y), (33, y)] for y in (54, 60, 66)]
    assert traced([LEFT], FRAME, lines=lines, heads=[0, 1, 2])
    monkeypatch.setattr(line_tracing, "_MOST_LOST_HEADS", 2)
    monkeypatch.setattr(LineTracer, "_framed", None)  # no search
    assert traced([LEFT], FRAME, lines=lines, heads=[0, 1, 2]) == []


def test_a_line_passes_through_the_frame_around_its_node() -> None:
    inside = FrameEnds(np.array([[100.0, 20.0, 150.0, 110.0]]), first=2)
    assert ends(traced([LEFT, RIGHT], inside, lines=[[(31, 60), (117, 60)]], heads=[0])) == [(0, 1, True)]


def test_a_page_without_nodes_has_no_lines() -> None:
    assert traced([], lines=[[(31, 60), (118, 60)]], heads=[0]) == []


def test_dashes_with_gaps_as_long_are_one_line() -> None:
    drawn = traced([LEFT, RIGHT], lines=[[(31, 60), (117, 60)]], heads=[0], gaps=9)
    assert ends(drawn) == [(0, 1, True)]
    assert drawn[0].cost < _DEAREST_WAY / 2
