"""A sheet beside a picture shows what was read at the places that the graph says."""

from __future__ import annotations

import numpy as np

from diagramloop.engines.parse.sheet import INK, LABEL, SURE, UNSURE, draw_beside
from diagramloop.graph import Edge, FlowGraph, Group, Node


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
    both = draw_beside(graph, picture)
    assert (both[:, :300] == picture).all()
    over = both[:, -300:]
    assert (picture == before).all()
    assert tuple(over[60, 50]) == SURE
    assert tuple(over[40, 140]) == UNSURE
    assert (over[195, 150] != 255).any()


def test_a_label_is_coloured_by_its_own_confidence_and_an_estimate_is_written():
    picture = np.full((200, 300, 3), 255, np.uint8)
    nodes = (Node(id="a", box=(20, 100, 80, 140)), Node(id="b", box=(200, 100, 280, 140)))
    edge = Edge(source="a", target="b", path=((80, 120), (200, 120)), label_box=(100, 100, 120, 110), confidence=1.0)
    graph = FlowGraph(nodes=nodes, edges=(edge,))
    sure, unsure = (
        graph.replace(edges=(edge.model_copy(update={"label_confidence": share}),), estimated_edge_f1=share)
        for share in (1.0, 0.0)
    )
    assert tuple(draw_beside(sure, picture)[100, -190]) == SURE
    assert tuple(draw_beside(unsure, picture)[100, -190]) == UNSURE
    assert (draw_beside(graph, picture)[:30, -300:-150] == 255).all()
    assert (draw_beside(sure, picture)[:30, -300:-150] != 255).any()


def colours_of_texts(share):
    """Colours of a sheet on which a node's text and a frame's title have this confidence."""
    node = Node(id="a", text="III", box=(20, 60, 140, 140), confidence=0.5, text_confidence=share)
    frame = Group(id="g", text="III", box=(160, 60, 280, 140), text_confidence=share)
    sheet = draw_beside(FlowGraph(nodes=(node,), groups=(frame,)), np.full((200, 300, 3), 255, np.uint8))[:, -300:]
    return {tuple(pixel) for pixel in sheet.reshape(-1, 3).tolist()}


def test_a_text_is_coloured_by_its_own_confidence_and_black_where_nobody_said():
    assert SURE in colours_of_texts(1.0)
    assert UNSURE in colours_of_texts(0.0)
    assert INK in colours_of_texts(None)
    assert colours_of_texts(None).isdisjoint({SURE, UNSURE})


def test_no_line_strikes_a_label_or_the_estimate_through():
    picture = np.full((200, 300, 3), 255, np.uint8)
    nodes = (Node(id="a", box=(20, 100, 80, 140)), Node(id="b", box=(200, 100, 280, 140)))
    across = Edge(source="a", target="b", label="III", path=((0, 105), (299, 105)), label_box=(120, 95, 170, 115))
    over = across.model_copy(update={"label": "", "label_box": None, "path": ((0, 8), (299, 8)), "confidence": 0.0})
    graph = FlowGraph(nodes=nodes, edges=(across, over), estimated_edge_f1=1.0)
    sheet = draw_beside(graph, picture)[:, -300:]
    row = [tuple(pixel) for pixel in sheet[105, 130:160].tolist()]
    assert LABEL in row
    assert (255, 255, 255) in row, "white between letters and line"
    assert UNSURE not in {tuple(pixel) for pixel in sheet[8, 5:60].tolist()}


def test_a_long_text_is_broken_into_lines_within_its_node():
    node = Node(id="a", text="one two three four five six seven eight", box=(100, 50, 200, 150), text_confidence=1.0)
    sheet = draw_beside(FlowGraph(nodes=(node,)), np.full((200, 300, 3), 255, np.uint8))[:, -300:]
    beside = np.concatenate([sheet[:, :95], sheet[:, 206:]], axis=1)
    assert (beside == 255).all()
