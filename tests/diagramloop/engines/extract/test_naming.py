"""Names survive formats that only draw shapes."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from diagramloop.engines.extract.naming import LONGEST_NAME, named, named_all, procedural, with_kinds, with_names
from diagramloop.graph import EdgeKind, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.mermaid import read_mermaid, write_mermaid
from diagramloop.graph.triples import read_triples, write_triples
from tests.diagramloop.graph.procedures import procedures

EVERY = (
    "Start(a letter) -> open\nopen -> XOR1 (bill?)\nXOR1 (bill?) -> (yes) AND1\nXOR1 (bill?) -> (no) OR1\n"
    "AND1 -> pay\nAND1 -> file\nOR1 -> (big) burn\nOR1 -> (small) bin\n"
    "pay -> DataObject(purse)\nfile -> TextAnnotation(in ink)\npay -> End\nfile -> End\nburn -> End(ash)\nbin -> End\n"
)


def test_kinds_survive_mermaid_by_name() -> None:
    graph = read_triples(EVERY)
    back = with_kinds(read_mermaid(write_mermaid(with_names(graph)).text))
    assert [(node.kind, node.text) for node in back.nodes] == [(node.kind, node.text) for node in graph.nodes]


@pytest.mark.parametrize("text", ["Starting up", "XOR", "AND gate", "End of day", "DataObject", "or1"])
def test_other_texts_are_no_names(text: str) -> None:
    node = Node(id="a", text=text)
    assert with_kinds(FlowGraph(nodes=(node,))).nodes == (node,)


def test_a_reader_is_not_told_too_much() -> None:
    graph = FlowGraph(
        nodes=tuple(Node(id=str(n), text="x" * 500) for n in range(9)), groups=(Group(id="g", text="all"),)
    )
    assert len(named(graph, "0")) == LONGEST_NAME + 2
    assert named_all(graph, [node.id for node in graph.nodes]).endswith(" and 5 more")
    assert named(graph, "g") == "'all'"


def test_a_gateway_is_told_by_its_number() -> None:
    graph = read_triples(EVERY)
    gateways = [node for node in graph.nodes if node.kind in {NodeKind.XOR, NodeKind.OR, NodeKind.AND}]
    assert sorted(named(graph, node.id) for node in gateways) == ["'AND1'", "'OR1'", "'XOR1 (bill?)'"]


@pytest.mark.parametrize("spelling", ["Start", "start", "START"])
def test_any_chart_becomes_procedural_by_its_names_and_shapes(spelling: str) -> None:
    chart = read_mermaid(
        f'flowchart TD\n subgraph s["the clerk"]\n a([{spelling}]) --> b[open] --> c{{Is it a bill?}}\n end\n'
        ' c -->|yes| d[pay] --> e([End])\n c -->|no| e\n b --- f["DataObject(letter)"]\n d --- g[(purse)]\n'
        " d --> h{AND1}"
    )
    graph = procedural(chart)
    kinds = {node.text: node.kind for node in graph.nodes}
    assert kinds == {
        "": NodeKind.AND,  # the last of those without a text
        "open": NodeKind.PROCESS,
        "Is it a bill?": NodeKind.XOR,
        "pay": NodeKind.PROCESS,
        "letter": NodeKind.DATA_OBJECT,
        "purse": NodeKind.DATA_OBJECT,
    }
    assert [node.kind for node in graph.nodes if not node.text] == [NodeKind.START, NodeKind.END, NodeKind.AND]
    assert {node.text for node in graph.nodes if node.actor == "the clerk"} == {"", "open", "Is it a bill?"}
    flows = {(graph.node_by_id[edge.target].text, edge.kind) for edge in graph.edges}
    assert {flow for flow in flows if flow[1] is not EdgeKind.SEQUENCE} == {
        ("pay", EdgeKind.CONDITION),
        ("", EdgeKind.CONDITION),
        ("letter", EdgeKind.CONSTRAINT),
        ("purse", EdgeKind.CONSTRAINT),
    }


@given(procedures())
def test_triples_are_procedural_already(graph: FlowGraph) -> None:
    assume(any(edge.kind is not EdgeKind.CONSTRAINT for edge in graph.edges))
    read = read_triples(write_triples(graph).text)
    assert procedural(with_names(read)) == read
