"""FloCA's four functions: what they return, and what they refuse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.converse import FlowchartError, FlowchartTool, NoSuchEdgeError, UnknownNodeError
from diagramloop.errors import RejectionReason
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Group, Node, NodeKind


def chart(*edges: tuple[str, str, str], **kinds: NodeKind) -> FlowGraph:
    names = dict.fromkeys(end for source, _, target in edges for end in (source, target))
    return FlowGraph(
        nodes=tuple(Node(id=name, text=f"text {name}", kind=kinds.get(name, NodeKind.PROCESS)) for name in names),
        edges=tuple(Edge(source=source, target=target, label=label) for source, label, target in edges),
    )


PUMP = chart(("q", "yes", "a"), ("q", "no", "b"), ("b", "", "c"))


def test_the_four_functions() -> None:
    tool = FlowchartTool(PUMP)
    assert tool.root == "q"
    assert tool.node_attr("q") == "text q"
    assert tool.out_edge_attr("q") == ("yes", "no")
    assert tool.next_hop("q", "no") == "b"
    assert tool.next_hop("b", "") == "c"
    assert [tool.terminal_check(node) for node in "qabc"] == [False, True, False, True]


def test_what_is_not_on_the_chart_is_an_error() -> None:
    tool = FlowchartTool(PUMP)
    for call in (tool.node_attr, tool.out_edge_attr, tool.terminal_check, tool.kind):
        with pytest.raises(UnknownNodeError):
            call("z")
    with pytest.raises(UnknownNodeError):
        tool.next_hop("z", "yes")
    for attribute in ("maybe", "YES", "", "yes "):
        with pytest.raises(NoSuchEdgeError):
            tool.next_hop("q", attribute)


def test_equal_labels_are_numbered_past_labels_that_look_like_it() -> None:
    tool = FlowchartTool(
        chart(("q", "yes", "a"), ("q", "yes", "b"), ("q", "yes (1)", "c"), ("q", "", "d"), ("q", "", "e"))
    )
    attributes = tool.out_edge_attr("q")
    assert len(set(attributes)) == 5
    assert attributes[2] == "yes (1)"
    assert [tool.next_hop("q", attribute) for attribute in attributes] == ["a", "b", "c", "d", "e"]


def test_the_same_edge_twice_is_one() -> None:
    assert FlowchartTool(chart(("q", "yes", "a"), ("q", "yes", "a"))).out_edge_attr("q") == ("yes",)


def test_notes_and_constraints_are_no_flow() -> None:
    graph = FlowGraph(
        nodes=(Node(id="a"), Node(id="n", kind=NodeKind.NOTE), Node(id="b")),
        edges=(
            Edge(source="a", target="n"),
            Edge(source="a", target="b", kind=EdgeKind.CONSTRAINT),
        ),
    )
    tool = FlowchartTool(graph)
    assert tool.terminal_check("a")
    with pytest.raises(UnknownNodeError):
        tool.node_attr("n")


def test_groups_that_edges_touch_can_be_stood_at() -> None:
    graph = FlowGraph(
        nodes=(Node(id="a"),), groups=(Group(id="g", text="lane"),), edges=(Edge(source="a", target="g"),)
    )
    tool = FlowchartTool(graph)
    assert tool.next_hop("a", "") == "g"
    assert tool.node_attr("g") == "lane"
    assert tool.kind("g") is NodeKind.MODULE


def test_a_start_is_the_root_wherever_it_stands() -> None:
    assert FlowchartTool(chart(("b", "", "a"), ("s", "", "b"), s=NodeKind.START)).root == "s"
    assert FlowchartTool(chart(("b", "", "a"), ("a", "", "b"))).root == "b"


def test_an_empty_chart_cannot_be_walked() -> None:
    with pytest.raises(FlowchartError) as caught:
        FlowchartTool(FlowGraph())
    assert caught.value.reason is RejectionReason.EMPTY


names = st.sampled_from("abcdef")


@given(st.lists(st.tuples(names, st.sampled_from(["", "yes", "no", "yes (1)"]), names), min_size=1, max_size=20))
def test_attributes_name_edges_one_to_one(edges: list[tuple[str, str, str]]) -> None:
    tool = FlowchartTool(chart(*edges))
    arcs = {(source, target) for source, _, target in edges}
    for node in {end for source, _, target in edges for end in (source, target)}:
        attributes = tool.out_edge_attr(node)
        assert len(set(attributes)) == len(attributes)
        assert all((node, tool.next_hop(node, attribute)) in arcs for attribute in attributes)
        assert {tool.next_hop(node, attribute) for attribute in attributes} == {b for a, b in arcs if a == node}
        assert tool.terminal_check(node) == (not attributes)
