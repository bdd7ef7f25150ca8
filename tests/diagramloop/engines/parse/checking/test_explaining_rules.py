"""Which ink belongs to what was read, and what the rest of it is taken for."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB, Blackboard, Environment, GroundedNode, TextLine
from diagramloop.engines.parse.checking.explaining import explanation
from diagramloop.engines.parse.checking.explanation import Explanation
from diagramloop.engines.parse.checking.page_ink import PageInk
from diagramloop.graph import Edge, FlowGraph, Node
from tests.diagramloop.engines.parse.lettering import rectangle

UNIT = 20.0  # px of a text's height
NODE = GroundedNode("N1", rectangle((20, 20, 80, 60)), "", None, 0.9)
OTHER = GroundedNode("N2", rectangle((20, 220, 80, 260)), "", None, 0.9)

Mark = tuple[int, int, int, int]  # x0, y0, x1, y1, ends excluded


def page(*marks: Mark, levels: int = 255) -> RGB:
    picture = np.full((300, 300, 3), 255, np.uint8)
    for x0, y0, x1, y1 in marks:
        picture[y0:y1, x0:x1] = 255 - levels
    return picture


def explained(picture: RGB, lines: tuple[TextLine, ...] = (), edges: tuple[Edge, ...] = ()) -> Explanation:
    environment = Environment(background=(255, 255, 255), stroke=1.0, text_height=UNIT, flatness=5)
    graph = FlowGraph(nodes=(Node(id="N1"), Node(id="N2")), edges=edges)
    return explanation(Blackboard(picture, environment=environment, nodes=(NODE, OTHER), lines=lines, graph=graph))


def ink(*marks: Mark, stroke: float = 1.0) -> PageInk:
    drawn = np.zeros((100, 300), np.uint8)
    for x0, y0, x1, y1 in marks:
        drawn[y0:y1, x0:x1] = 1
    return PageInk(drawn, 1.0, stroke, UNIT)


@pytest.mark.parametrize(("levels", "seen"), [(18, False), (21, True)])
def test_a_mark_differs_from_the_page_by_more_than_its_noise(levels: int, seen: bool) -> None:
    assert (explained(page((150, 100, 200, 102), levels=levels)).chart.unowned_share > 0) is seen


@pytest.mark.parametrize(
    ("stroke", "off", "own"),
    [
        pytest.param(10.0, 11, True, id="a pen's width"),
        pytest.param(10.0, 14, False, id="farther than a pen's width"),
        pytest.param(1.0, 3, True, id="of a thin pen, two pixels more"),
        pytest.param(1.0, 4, False, id="of a thin pen, three pixels more"),
    ],
)
def test_how_far_ink_lies_from_the_line_that_owns_it(stroke: float, off: int, own: bool) -> None:
    assert bool(ink((50, 50, 200, 51), stroke=stroke).near[50 + off, 100]) is own


@pytest.mark.parametrize(("off", "owned"), [(14, True), (18, False)])
def test_the_ink_of_a_head_is_within_a_text_height_of_its_lines_end(off: int, owned: bool) -> None:
    arrow = Edge(source="N1", target="N2", path=((150.0, 100.0), (150.0, 200.0)), head="arrow")
    seen = explained(page((150, 100, 151, 201), (150 + off, 200, 151 + off, 201)), edges=(arrow,))
    assert (seen.chart.unowned_share == 0) is owned


@pytest.mark.parametrize(("off", "owned"), [(5, True), (7, False)])
def test_the_ink_of_a_text_is_within_a_third_of_its_height(off: int, owned: bool) -> None:
    text = TextLine((120.0, 100.0, 160.0, 120.0), "yes", 0.9)
    dot = (160 + off, 110, 161 + off, 111)
    assert (explained(page((125, 105, 155, 115), dot), lines=(text,)).chart.unowned_share == 0) is owned


@pytest.mark.parametrize(
    ("stroke", "gap", "count"),
    [
        pytest.param(1.0, 7, 1, id="dashes"),
        pytest.param(1.0, 10, 0, id="apart by half a text height"),
        pytest.param(12.0, 17, 1, id="dashes of a thick pen"),
        pytest.param(12.0, 22, 0, id="apart by twice a thick pen"),
    ],
)
def test_short_strokes_close_together_are_one_line(stroke: float, gap: int, count: int) -> None:
    strokes = ink((50, 50, 70, 51), (70 + gap, 50, 90 + gap, 51), stroke=stroke)
    assert len(strokes.left().long) == count


@pytest.mark.parametrize(("length", "count"), [(22, 0), (26, 1)])
def test_a_line_is_longer_than_a_letter(length: int, count: int) -> None:
    assert len(ink((50, 50, 50 + length, 51)).left().long) == count


@pytest.mark.parametrize(("gap", "count"), [(22, 1), (26, 0)])
def test_a_line_that_was_left_ends_about_a_text_height_from_its_node(gap: int, count: int) -> None:
    node, _ = explained(page((81 + gap, 40, 200, 42))).nodes
    assert node.left_ends == count


def outline(side: int, gap: int) -> RGB:
    """A square of lines, with a gap in the upper one."""
    x0, x1, middle = 120, 120 + side, 120 + side // 2
    sides = ((x0, 100, x0 + 2, 100 + side), (x1, 100, x1 + 2, 102 + side), (x0, 100 + side, x1, 102 + side))
    return page(*sides, (x0, 100, middle - gap, 102), (middle, 100, x1, 102))


@pytest.mark.parametrize(
    ("square", "found"),
    [
        pytest.param(outline(100, 8), True, id="a small gap"),
        pytest.param(outline(100, 10), False, id="a gap of half a text height"),
        pytest.param(outline(45, 4), True, id="as large as a node"),
        pytest.param(outline(38, 4), False, id="as large as a letter"),
    ],
)
def test_an_outline_with_a_small_gap_may_be_a_node_that_was_missed(square: RGB, found: bool) -> None:
    assert (explained(square).chart.open_faces > 0) is found


def test_a_line_is_looked_at_more_often_than_every_width_of_the_pen() -> None:
    assert 6 <= ink(stroke=10.0).sample <= 8
