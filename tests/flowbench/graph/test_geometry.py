"""Geometry carried from a drawing to the graph that was asked for."""

from __future__ import annotations

import pytest

from flowbench.errors import GraphError
from flowbench.graph import Edge, FlowGraph, Group, Node
from flowbench.graph.geometry import with_geometry

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
