"""FloDial's JSON: what is read, what can be written, and what is lost on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.flodial_json import read_flodial, write_flodial

IDS = ("1", "2", "3", "4")
CHART: dict[str, Any] = {
    "name": "kettle",
    "problem_description": "the kettle stays cold",
    "nodes": {
        "1": {"label": "lamp", "utterance": "Is the lamp on?", "terminal": True},
        "2": {"label": "Plug it in", "terminal": False},
    },
    "edges": {"1": {"no": "2"}},
}


def test_a_text_is_the_utterance_or_the_label_and_edges_say_what_is_terminal() -> None:
    graph = read_flodial(json.dumps(CHART))
    assert [(node.id, node.text, node.kind) for node in graph.nodes] == [
        ("1", "Is the lamp on?", NodeKind.DECISION),
        ("2", "Plug it in", NodeKind.END),
    ]
    assert [(edge.source, edge.target, edge.label) for edge in graph.edges] == [("1", "2", "no")]
    assert graph.title == "the kettle stays cold"


@pytest.mark.parametrize(
    "change",
    [
        {"edges": {"1": {"no": "9"}}},
        {"nodes": {"": {}}},
        {"nodes": {"1": {"label": 3}}},
        {"nodes": []},
        {"edges": None},
    ],
)
def test_what_is_no_such_chart_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(FormatError) as caught:
        read_flodial(json.dumps(CHART | change))
    assert caught.value.reason is RejectionReason.INVALID


@given(
    texts=st.lists(st.text(max_size=9), min_size=4, max_size=4),
    answers=st.dictionaries(st.tuples(st.sampled_from(IDS), st.text(max_size=3)), st.sampled_from(IDS), max_size=9),
)
def test_one_edge_for_each_answer_comes_back(texts: list[str], answers: dict[tuple[str, str], str]) -> None:
    graph = FlowGraph(
        nodes=tuple(Node(id=id, text=text) for id, text in zip(IDS, texts, strict=True)),
        edges=tuple(Edge(source=source, target=target, label=label) for (source, label), target in answers.items()),
    )
    carried = read_flodial(write_flodial(graph).text)
    assert [(node.id, node.text) for node in carried.nodes] == [(node.id, node.text) for node in graph.nodes]
    assert {(edge.source, edge.label): edge.target for edge in carried.edges} == answers


def test_of_edges_with_one_answer_the_last_survives_and_the_loss_is_named() -> None:
    two = (Edge(source="a", target="b", label="yes"), Edge(source="a", target="c", label="yes"))
    graph = FlowGraph(nodes=(Node(id="a"), Node(id="b"), Node(id="c")), edges=two)
    written = write_flodial(graph)
    assert "edges" in written.dropped
    assert [edge.target for edge in read_flodial(written.text).edges] == ["c"]


def test_an_edge_of_a_group_cannot_be_written() -> None:
    graph = FlowGraph(nodes=(Node(id="a"),), groups=(Group(id="g"),), edges=(Edge(source="a", target="g"),))
    with pytest.raises(FormatError) as caught:
        write_flodial(graph)
    assert caught.value.reason is RejectionReason.INVALID
