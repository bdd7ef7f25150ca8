"""Colours are those of the picture, and none where nothing can be told."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.engines.parse import coloured
from diagramloop.graph import Edge, FlowGraph, Group, Node


def test_fill_outline_line_and_frame_have_the_colours_of_the_picture() -> None:
    picture = np.full((200, 400, 3), 255, np.uint8)
    cv2.rectangle(picture, (40, 60), (140, 120), (202, 210, 197), -1)
    cv2.rectangle(picture, (40, 60), (140, 120), (47, 62, 70), 3)
    cv2.putText(picture, "Text", (60, 95), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 2)
    cv2.line(picture, (142, 90), (300, 90), (200, 30, 30), 2)
    cv2.rectangle(picture, (10, 10), (390, 190), (30, 30, 200), 2)
    graph = FlowGraph(
        nodes=(Node(id="a", box=(40, 60, 140, 120)), Node(id="b", box=(300, 60, 380, 120)), Node(id="c")),
        edges=(Edge(source="a", target="b", path=((142, 90), (300, 90))), Edge(source="b", target="a")),
        groups=(Group(id="g", box=(10, 10, 390, 190)),),
    )
    found = coloured(graph, picture)
    assert (found.nodes[0].fill, found.nodes[0].stroke) == ("#cad2c5", "#2f3e46")
    assert found.nodes[1].fill == "#ffffff"
    assert found.edges[0].stroke == "#c81e1e"
    assert found.groups[0].stroke == "#1e1ec8"
    assert (found.nodes[2].fill, found.edges[1].stroke) == (None, None)
    assert found.without_geometry() == graph.without_geometry()


def test_places_outside_of_the_picture_have_no_colour() -> None:
    graph = FlowGraph(
        nodes=(Node(id="a", box=(900, 900, 950, 950)),), groups=(Group(id="g", box=(800, 800, 990, 990)),)
    )
    assert coloured(graph, np.zeros((50, 50, 3), np.uint8)).nodes[0].fill is None
