"""Ways on for a line: around bends, at forks, across gaps, and behind texts."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from diagramloop.engines.parse.lines.line_ink import EMPTY, FRAME, NODE, TEXT, LineInk
from diagramloop.engines.parse.lines.strokes import Points, Strokes, as_strokes
from diagramloop.engines.parse.lines.tracing import join_strokes

WIDTH, UNIT = 2.0, 10.0  # px of a line's width, of a text's height
FREE = -1
CENTRE = (150.0, 150.0)

Place = tuple[float, float]


def from_place(place: Place, heading: float, length: float = 30) -> Points:
    """A line that leaves a place in a direction, in degrees."""
    ahead = np.array([np.cos(np.radians(heading)), np.sin(np.radians(heading))])
    return place + np.linspace(0, length, round(length) + 1)[:, None] * ahead


def lines(*points: Points, joints: object = None, inked: float = 1.0, width: float = WIDTH) -> Strokes:
    at = np.full((len(points), 2), FREE) if joints is None else np.array(joints)
    return as_strokes(list(points), at, np.array([inked * len(p) for p in points]), width, UNIT)


def joins(strokes: Strokes, cover: int | NDArray[np.uint8] = EMPTY, unit: float = UNIT) -> dict[tuple[int, int], float]:
    """Cost of each join between two ends of different lines."""
    nothing = np.zeros((300, 300), bool)
    ink = LineInk(nothing, np.full((300, 300), cover, np.uint8), nothing, 1, unit, nothing.view(np.uint8))
    closed, nodes = np.zeros(2 * len(strokes), bool), np.zeros(0, dtype=object)
    trails = join_strokes(strokes, ink, WIDTH, closed, nodes)
    return {(int(a), int(b)): float(cost) for (a, b), cost in zip(trails.pairs, trails.cost, strict=True)}


def across(
    gap: float, into: float = 0.0, out_of: float = 0.0, cover: int | NDArray[np.uint8] = EMPTY, inked: float = 1.0
) -> float:
    """Cost of the join of two lines across a level gap, from which they turn by so many degrees; inf for none."""
    first = from_place(CENTRE, 180 - into)
    second = from_place((CENTRE[0] + gap, CENTRE[1]), out_of)
    return joins(lines(first, second, inked=inked), cover).get((0, 2), np.inf)


def at_fork(turn: float) -> float:
    """Cost of turning by so many degrees from a line into a branch of it."""
    branches = [from_place(CENTRE, heading) for heading in (180, 0, turn)]
    return joins(lines(*branches, joints=[(0, FREE)] * 3))[0, 4]


def at_bend(turn: float) -> float:
    """The same where there is no other way."""
    return joins(lines(from_place(CENTRE, 180), from_place(CENTRE, turn), joints=[(0, FREE)] * 2))[0, 2]


@pytest.mark.parametrize(
    ("gap", "cover", "goes_on"),
    [
        pytest.param(28.5, EMPTY, True, id="not quite three text heights of nothing"),
        pytest.param(30.0, EMPTY, False, id="three text heights of nothing"),
        pytest.param(38.0, FRAME, True, id="not quite four text heights over frames"),
        pytest.param(42.0, FRAME, False, id="more than four text heights over frames"),
    ],
)
def test_gaps_that_a_line_goes_on_across(gap: float, cover: int, goes_on: bool) -> None:
    assert np.isfinite(across(gap, cover=cover)) == goes_on


@pytest.mark.parametrize("cover", [TEXT, NODE])
@pytest.mark.parametrize(("gap", "goes_on"), [(95, True), (105, False)])
def test_texts_and_nodes_hide_a_line_for_twenty_five_text_heights(cover: int, gap: float, goes_on: bool) -> None:
    both = lines(from_place((100, 150), 180), from_place((100.0 + gap, 150), 0))
    assert ((0, 2) in joins(both, cover, unit=4.0)) == goes_on


@pytest.mark.parametrize(
    ("cover", "into", "out_of", "goes_on"),
    [
        pytest.param(EMPTY, 57, 0, True, id="less than a right angle"),
        pytest.param(EMPTY, 69, 0, False, id="nearly a right angle"),
        pytest.param(TEXT, 115, 0, True, id="sharp, behind a text"),
        pytest.param(TEXT, 137, 0, False, id="nearly back, behind a text"),
        pytest.param(TEXT, 109, 109, True, id="to and fro, behind a text"),
        pytest.param(TEXT, 120, 120, False, id="sharply to and fro, behind a text"),
    ],
)
def test_turns_at_a_gap(cover: int, into: float, out_of: float, goes_on: bool) -> None:
    assert np.isfinite(across(12, into, out_of, cover)) == goes_on


@pytest.mark.parametrize(("covered", "goes_on"), [(14, False), (16, True)])
def test_a_text_hides_a_bend_where_it_fills_three_quarters_of_the_gap(covered: int, goes_on: bool) -> None:
    cover = np.zeros((300, 300), np.uint8)
    cover[:, 150 : 150 + covered] = TEXT
    assert np.isfinite(across(20, 80, 0, cover)) == goes_on


@pytest.mark.parametrize(
    ("gap", "inked", "goes_on"),
    [
        pytest.param(18, 0.8, True, id="dashed"),
        pytest.param(22, 0.8, False, id="dashed, far away"),
        pytest.param(18, 0.9, False, id="interrupted"),
    ],
)
def test_a_pause_of_a_dashed_line_hides_a_corner(gap: float, inked: float, goes_on: bool) -> None:
    assert np.isfinite(across(gap, 90, 0, inked=inked)) == goes_on


@pytest.mark.parametrize(("step", "goes_on"), [(4.5, True), (5.5, False)])
def test_a_step_of_less_than_half_a_text_height_is_no_turn(step: float, goes_on: bool) -> None:
    both = lines(from_place(CENTRE, 180), from_place((CENTRE[0], CENTRE[1] + step), 0))
    assert ((0, 2) in joins(both)) == goes_on


@pytest.mark.parametrize(("step", "is_free"), [(5.5, True), (6.5, False)])
def test_a_step_of_less_than_three_widths_at_a_junction_is_no_turn(step: float, is_free: bool) -> None:
    both = lines(from_place(CENTRE, 180), from_place((CENTRE[0], CENTRE[1] + step), 0), joints=[(0, FREE)] * 2)
    assert (joins(both)[0, 2] < 0.01) == is_free


def test_right_angles_are_drawn_at_forks_and_sharper_turns_are_not() -> None:
    assert at_fork(90) < 1
    assert at_fork(120) > 3


def test_any_bend_of_the_only_way_is_like_a_gap_of_a_little_more_than_a_text_height() -> None:
    assert across(12.0) < at_bend(60) == at_bend(120) < across(12.8)


def test_a_right_angle_at_a_fork_is_like_a_somewhat_larger_gap() -> None:
    assert across(12.9) < at_fork(90) < across(13.7)


@pytest.mark.parametrize(("length", "goes_on"), [(28, True), (32, False)])
def test_crossing_lines_run_as_one_for_three_text_heights(length: float, goes_on: bool) -> None:
    start, stop = CENTRE, (CENTRE[0] + length, CENTRE[1])
    shared = from_place(start, 0, length)
    before = [from_place(start, heading) for heading in (170, 190)]
    after = [from_place(stop, heading) for heading in (10, -10)]
    found = joins(lines(shared, *before, *after, joints=[(0, 1), (0, FREE), (0, FREE), (1, FREE), (1, FREE)]))
    assert ((2, 8) in found) == goes_on


@pytest.mark.parametrize(("turn", "is_dearer"), [(2.5, False), (3.3, True)])
def test_a_dot_is_followed_like_a_dash_that_turns_by_three_degrees(turn: float, is_dearer: bool) -> None:
    thick = 7.0  # px: about as long as the dot, which has no direction therefore
    line = from_place(CENTRE, 180)
    dot, dash = (from_place((CENTRE[0] + 12, CENTRE[1]), *way) for way in ((0.0, 9.0), (turn, 30.0)))
    to_dot, to_dash = (joins(lines(line, ahead, width=thick), FRAME)[0, 2] for ahead in (dot, dash))
    assert (to_dash > to_dot) == is_dearer
