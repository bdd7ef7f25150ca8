from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.formats import differences
from diagramloop.graph.paged_json import read_paged, read_paged_text, write_paged
from tests.diagramloop.graph.procedures import ODD, procedures


def node(id: str, type: str = "Activity", text: str = "", agent: str = "") -> dict[str, str]:
    return {"resourceId": id, "NodeText": text, "agent": agent, "type": type}


def flow(src: str, tgt: str, condition: str = "") -> dict[str, str]:
    return {"src": src, "tgt": tgt, "condition": condition}


def document(**changes: Any) -> dict[str, Any]:
    body: dict[str, Any] = {
        "step_nodes": [
            node("s", "StartNode", agent="clerk"),
            node("a", text="file it", agent="clerk"),
            node("e", "EndNode"),
        ],
        "data_nodes": [node("d", "DataObject", "form")],
        "text_nodes": [node("t", "TextAnnotation", "by noon")],
        "SequenceFlow": [flow("s", "a"), flow("a", "e", "filed")],
        "MessageFlow": [],
        "Association": [{"src": "d", "tgt": "a"}, {"src": "a", "tgt": "t"}],
        "or_node_num": 0,
    }
    return body | changes


def test_every_part_of_a_document_is_carried() -> None:
    graph, departures = read_paged(document())
    assert departures == {}
    assert [n.kind for n in graph.nodes] == [
        *(NodeKind.START, NodeKind.PROCESS, NodeKind.END, NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION)
    ]
    assert (graph.nodes[1].text, graph.nodes[1].actor) == ("file it", "clerk")
    assert [(e.source, e.kind, e.label) for e in graph.edges] == [
        ("s", EdgeKind.SEQUENCE, ""),
        ("a", EdgeKind.CONDITION, "filed"),
        ("d", EdgeKind.CONSTRAINT, ""),
        ("a", EdgeKind.CONSTRAINT, ""),
    ]


@pytest.mark.parametrize(
    ("change", "departures"),
    [
        ({"data_nodes": [node("d", "DataObject", "form")] * 3}, {"repeated_id": 2}),
        ({"Association": [{"src": "d", "tgt": "a"}] * 2}, {"repeated_edge": 1}),
        ({"SequenceFlow": [flow("s", "a"), flow("a", "nowhere")]}, {"dangling": 1, "unreachable": 1}),
        ({"SequenceFlow": [flow("s", "e")]}, {"unreachable": 1}),
        ({"step_nodes": [node("s", "StartNode"), node("a")], "SequenceFlow": [flow("s", "a")]}, {"no_end": 1}),
        (
            {"step_nodes": [node("a"), node("e", "EndNode")], "SequenceFlow": [flow("a", "e")]},
            {"unreachable": 2, "no_start": 1},
        ),
        ({"MessageFlow": [{"src": "s", "tgt": "e"}]}, {}),
    ],
)
def test_defects_are_mended_and_counted(change: dict[str, Any], departures: dict[str, int]) -> None:
    assert read_paged(document(**change))[1] == departures


def test_of_two_nodes_of_one_name_the_first_stays_where_it_is() -> None:
    graph, _ = read_paged(document(data_nodes=[node("d", "DataObject", "form"), node("d", "DataObject", "copy")]))
    assert [n.text for n in graph.nodes if n.id == "d"] == ["form"]


@pytest.mark.parametrize(
    "change",
    [
        {"step_nodes": [node("s", "Gateway")]},
        {"step_nodes": [node("")]},
        {"step_nodes": [{"resourceId": 3, "type": "Activity"}]},
        {"step_nodes": "s"},
        {"SequenceFlow": [{"src": "s"}]},
        {"SequenceFlow": None},
        {"Association": [["d", "a"]]},
    ],
)
def test_what_is_no_paged_graph_is_invalid(change: dict[str, Any]) -> None:
    with pytest.raises(FormatError) as caught:
        read_paged(document(**change))
    assert caught.value.reason is RejectionReason.INVALID


@pytest.mark.parametrize("body", [[], "x", 3, None, {}])
def test_anything_but_a_document_is_invalid(body: Any) -> None:
    with pytest.raises(FormatError):
        read_paged(body)


@given(graph=st.one_of(procedures(), procedures(ODD)))
def test_procedural_graphs_come_back(graph: FlowGraph) -> None:
    written = write_paged(graph)
    assert set(written.dropped) <= {
        "nodes.order",
        "edges.source",
        "edges.target",
        "edges.label",
        "edges.kind",
        "nodes.shape",
    }
    carried = read_paged_text(written.text)
    assert {n.id: (n.text, n.kind, n.actor) for n in carried.nodes} == {
        n.id: (n.text, n.kind, n.actor) for n in graph.nodes
    }
    assert len(carried.edges) == len(graph.edges)
    again = write_paged(carried)
    assert again.dropped == ()
    assert differences(carried, read_paged_text(again.text)) == ()


@given(text=st.text(alphabet='{}[]":, stepnodSrcIA0\\', max_size=60))
def test_any_text_is_a_document_or_a_typed_error(text: str) -> None:
    with contextlib.suppress(FormatError):
        read_paged_text('{"step_nodes": [' + text)
