"""A drawing over a picture is at the places that the graph says."""

from __future__ import annotations

import numpy as np

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.parse.overlay import SURE, UNSURE, draw_over


def test_nodes_edges_and_groups_show():
    picture = np.full((200, 300, 3), 255, np.uint8)
    before = picture.copy()
    box = (20.0, 20.0, 80.0, 60.0)
    graph = FlowGraph(
        nodes=(Node(id="a", box=box, confidence=1.0), Node(id="b", polygon=((200, 20), (280, 60), (200, 60)))),
        edges=(
            Edge(source="a", target="b", path=((80, 40), (200, 40)), tail="arrow", confidence=0.0),
            Edge(source="b", target="a"),
            Edge(source="b", target="a", path=((5, 5),), label_box=(100, 100, 120, 110)),
        ),
        groups=(Group(id="g", box=(5, 5, 295, 195)), Group(id="h")),
    )
    over = draw_over(graph, picture)
    assert over.shape == picture.shape
    assert (picture == before).all()
    assert tuple(over[60, 50]) == SURE
    assert tuple(over[40, 140]) == UNSURE
    assert (over[195, 150] != 255).any()
