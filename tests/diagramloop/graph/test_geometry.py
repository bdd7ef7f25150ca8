"""Geometry carried from a drawing to the graph that was asked for."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.errors import GraphError
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.geometry import seen_through, with_geometry

ASKED = FlowGraph(
    nodes=(Node(id="a", text="A", group="m"), Node(id="b", text="B")),
    edges=(Edge(source="a", target="b", label="first"), Edge(source="a", target="b", label="second")),
    groups=(Group(id="m", text="M"),),
)
DRAWN = FlowGraph(
    nodes=(Node(id="y", text="", box=(5, 5, 6, 6)), Node(id="x", text="", box=(1, 1, 2, 2))),
    edges=(
        Edge(source="x", target="y", path=((1.0, 1.0), (5.0, 5.0))),
        Edge(source="x", target="y", path=((2.0, 2.0), (6.0, 6.0))),
    ),
    groups=(Group(id="g", text="", box=(0, 0, 3, 3)),),
    size=(10, 10),
)
NAMES = {"a": "x", "b": "y", "m": "g"}


def test_texts_stay_and_places_come_from_the_drawing() -> None:
    placed = with_geometry(ASKED, DRAWN, NAMES)
    assert [(node.text, node.box) for node in placed.nodes] == [("A", (1, 1, 2, 2)), ("B", (5, 5, 6, 6))]
    assert [(edge.label, edge.path[0]) for edge in placed.edges if edge.path] == [("first", (1, 1)), ("second", (2, 2))]
    assert (placed.groups[0].text, placed.groups[0].box, placed.size) == ("M", (0, 0, 3, 3), (10, 10))


def test_a_graph_on_itself_changes_nothing() -> None:
    assert with_geometry(DRAWN, DRAWN) == DRAWN


@pytest.mark.parametrize("part", ["nodes", "edges", "groups"])
def test_what_was_not_drawn_is_told(part: str) -> None:
    if part == "nodes":
        lacking = DRAWN.replace(nodes=DRAWN.nodes[:1], edges=())
    else:
        lacking = DRAWN.replace(**{part: getattr(DRAWN, part)[1:]})
    with pytest.raises(GraphError, match="not all of the graph was drawn"):
        with_geometry(ASKED, lacking, NAMES)


def test_geometry_seen_through_a_homography() -> None:
    turned = np.array([[0.0, -2.0, 20.0], [2.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # a quarter turn, twice as large
    seen = seen_through(DRAWN, turned, (20, 20))
    assert seen.size == (20, 20)
    assert [node.box for node in seen.nodes] == [(8, 10, 10, 12), (16, 2, 18, 4)]
    assert seen.edges[0].path == ((18.0, 2.0), (10.0, 10.0))
    assert seen.groups[0].box == (14, 0, 20, 6)
    assert seen.nodes[0].id == "y"


def test_a_box_goes_around_its_moved_outline() -> None:
    diamond = Node(id="d", text="", box=(0, 0, 10, 10), polygon=((5, 0), (10, 5), (5, 10), (0, 5)))
    eighth = np.array([[1.0, -1.0, 10.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    (node,) = seen_through(FlowGraph(nodes=(diamond,)), eighth, (30, 30)).nodes
    assert node.box == (5, 5, 15, 15)
