"""Lines that are drawn on to what they connect."""

from __future__ import annotations

from diagramloop.graph import Edge, FlowGraph, Node, Point
from diagramloop.render.line_ends import REACH, touching

DIAMOND = ((60.0, 100.0), (120.0, 130.0), (60.0, 160.0), (0.0, 130.0))


def end_of(*path: Point) -> Point:
    nodes = (Node(id="a", box=(40, 0, 80, 20)), Node(id="b", box=(0, 100, 120, 160), polygon=DIAMOND, shape="diam"))
    (edge,) = touching(FlowGraph(nodes=nodes, edges=(Edge(source="a", target="b", path=path),))).edges
    assert edge.path is not None
    return edge.path[-1]


def test_a_line_goes_on_in_its_direction_to_the_outline() -> None:
    assert end_of((60, 20), (60, 90)) == (60, 100)
    assert end_of((90, 20), (90, 105)) == (90, 115)


def test_a_hook_of_a_pixel_says_nothing_about_the_direction() -> None:
    assert end_of((60, 20), (60, 89), (61, 89.5)) == (61.16, 100.58)


def test_a_line_that_passes_by_ends_at_the_nearest_point() -> None:
    assert end_of((20, 20), (30, 96), (60, 96)) == (60, 100)


def test_a_line_beyond_reach_stays_as_it_is() -> None:
    far = (60.0, 100 - REACH * 60 - 1)
    assert end_of((60, 20), far) == far
