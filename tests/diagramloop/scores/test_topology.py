"""Vertices, arcs and reachability, against networkx."""

from __future__ import annotations

from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.scores import Exact
from diagramloop.scores.topology import topology_of, vertex_similarity


def test_groups_at_edge_ends_are_vertices() -> None:
    graph = FlowGraph(
        nodes=(Node(id="a", text="A", group="G"), Node(id="b", text="B")),
        groups=(Group(id="G", text="the group"), Group(id="H", text="no edge ends here")),
        edges=(Edge(source="G", target="b"), Edge(source="a", target="b", head="none")),
    )
    topology = topology_of(graph)
    assert topology.texts == ("A", "B", "the group")
    assert topology.arcs.tolist() == [[0, 1], [1, 0], [2, 1]]
    assert topology.edges.tolist() == [[2, 1], [0, 1]]


def test_a_head_at_the_tail_turns_the_arc() -> None:
    edge = Edge(source="a", target="b", head="none", tail="arrow")
    graph = FlowGraph(nodes=(Node(id="a"), Node(id="b")), edges=(edge, edge))
    assert topology_of(graph).arcs.tolist() == [[1, 0]]


def test_invisible_lines_are_no_edges() -> None:
    hint = Edge(source="a", target="b", head="none", line="invisible")
    topology = topology_of(FlowGraph(nodes=(Node(id="a"), Node(id="b")), edges=(hint,)))
    assert topology.edges.shape == topology.arcs.shape == (0, 2)


def test_kinds_stand_in_for_absent_labels() -> None:
    icon, process = (Node(id=kind, text=" ", kind=kind) for kind in (NodeKind.ICON, NodeKind.PROCESS))
    pred = topology_of(FlowGraph(nodes=(icon, Node(id="x", text="x"))))
    gold = topology_of(FlowGraph(nodes=(icon, process, Node(id="x", text="x"))))
    assert vertex_similarity(pred, gold, Exact()).tolist() == [[1, 0, 0], [0, 0, 1]]


def test_empty() -> None:
    empty, one = topology_of(FlowGraph()), topology_of(FlowGraph(nodes=(Node(id="a"),)))
    assert empty.arcs.shape == empty.edges.shape == (0, 2)
    assert vertex_similarity(empty, one, Exact()).shape == (0, 1)
    assert vertex_similarity(one, empty, Exact()).shape == (1, 0)
