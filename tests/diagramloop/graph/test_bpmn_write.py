"""Graphs written as BPMN: read back as they were, each edge what its ends allow, whatever the names are."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given

from diagramloop.graph import Edge, EdgeKind, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.bpmn import read_bpmn, write_bpmn
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.graph.placement import placed
from tests.diagramloop.graph.graphs import graphs

SHOP = """flowchart LR
  subgraph shop [Shop]
    a([Start]) --> b{In stock?}
    b -- yes --> c[Pack]
    c --> e((End))
  end
  subgraph bank [Bank]
    x[Charge] --> d[(Accounts)]
  end
  c -. order .-> x
"""


def tags(text: str) -> list[str]:
    return [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()]


def by_hand() -> FlowGraph:
    """The shop with a place for everything, its pools apart."""
    graph = read_mermaid(SHOP)
    row = {"a": (60, 60), "b": (180, 60), "c": (300, 60), "e": (420, 60), "x": (60, 260), "d": (180, 260)}
    nodes = [
        node.model_copy(update={"box": (*row[node.id], row[node.id][0] + 90.0, row[node.id][1] + 50.0)})
        for node in graph.nodes
    ]
    return placed(graph.replace(nodes=tuple(nodes)))


def test_pools_messages_gateways_and_data_come_back_as_they_were() -> None:
    graph = by_hand()
    written = write_bpmn(graph)
    assert written.dropped == ()
    carried = read_bpmn(written.text)
    assert carried.without_geometry() == graph.without_geometry()
    assert [node.box for node in carried.nodes] == [node.box for node in graph.nodes]
    found = tags(written.text)
    assert found.count("participant") == 2
    assert found.count("messageFlow") == 1
    assert found.count("sequenceFlow") == 3
    assert found.count("association") == 1  # to the store, which no flow leads to
    assert {"startEvent", "endEvent", "exclusiveGateway", "task", "dataStoreReference"} <= set(found)


def test_a_circle_is_an_event_by_what_leads_to_it() -> None:
    nodes = [Node(id=name, kind=NodeKind.CONNECTOR, shape="circle") for name in "abc"]
    edges = [Edge(source="a", target="b"), Edge(source="b", target="c")]
    found = tags(write_bpmn(FlowGraph(nodes=tuple(nodes), edges=tuple(edges))).text)
    assert [tag for tag in found if tag.endswith("Event")] == ["startEvent", "intermediateThrowEvent", "endEvent"]


def test_groups_that_leave_steps_outside_are_frames_and_deeper_ones_lanes() -> None:
    loose = FlowGraph(nodes=(Node(id="a"), Node(id="b", group="g")), groups=(Group(id="g", text="Team"),))
    assert "participant" not in tags(write_bpmn(loose).text)
    assert read_bpmn(write_bpmn(loose).text).group_by_id["g"].text == "Team"
    groups = (Group(id="p"), Group(id="l", parent="p", text="Lane"))
    found = write_bpmn(FlowGraph(nodes=(Node(id="a", group="l"),), groups=groups))
    assert tags(found.text).count("lane") == 1
    assert read_bpmn(found.text).node_by_id["a"].group == "l"


@pytest.mark.parametrize("kind", list(NodeKind))
def test_every_kind_comes_back(kind: NodeKind) -> None:
    nodes = (Node(id="a", kind=kind, text="x"), Node(id="b"))
    edges = tuple(Edge(source="a", target="b", kind=flow) for flow in EdgeKind)
    graph = FlowGraph(nodes=nodes, edges=edges)
    assert write_bpmn(graph).dropped == ()


@given(graph=graphs())
def test_what_is_written_loses_only_what_it_says_and_then_stays(graph: FlowGraph) -> None:
    written = write_bpmn(graph)
    carried = read_bpmn(written.text)
    assert len(carried.nodes) == len(graph.nodes)
    assert len(carried.edges) == len(graph.edges)
    ids = [element.get("id") for element in ElementTree.fromstring(written.text).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    again = write_bpmn(carried)
    assert again.dropped == ()
    assert read_bpmn(again.text) == carried
