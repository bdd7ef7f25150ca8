"""The shared prompt: all of the graph, nothing of its author's ids, the same words every time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.generate import Component, Prompt, Relation, graph_of, prompt_of
from diagramloop.errors import GraphError
from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.render import Style

CHART = FlowGraph(
    nodes=(
        Node(id="secret_start", text="Open\nthe box", kind=NodeKind.START, group="secret_frame"),
        Node(id="secret_ask", text="Is it empty?", kind=NodeKind.DECISION),
        Node(id="secret_end", text="Stop", kind=NodeKind.END),
    ),
    edges=(
        Edge(source="secret_start", target="secret_ask"),
        Edge(source="secret_ask", target="secret_end", label="yes"),
        Edge(source="secret_ask", target="secret_start", head="none", tail="arrow"),
        Edge(source="secret_end", target="secret_frame", tail="arrow"),
        Edge(source="secret_end", target="secret_start", head="none"),
        Edge(source="secret_end", target="secret_start", head="none", line="invisible"),
    ),
    groups=(Group(id="secret_frame", text="Work"),),
    direction="LR",
)


def test_the_words_say_all_of_it_and_nothing_more() -> None:
    prompt = prompt_of(CHART, "chart", Style.MONO)
    assert "secret" not in prompt.model_dump_json()
    for said in (
        "left to right",
        "Only black",
        '1. "Open the box", start, inside frame M1: arrow to 2; arrow to 2\n',
        '2. "Is it empty?", decision: arrow to 3, labelled "yes"\n',
        '3. "Stop", end: arrow at both ends to M1; line to 1\n',
        'M1. "Work", frame\n',
        "Boxes: 3; frames: 1; connections, each one continuous line: 5.",
    ):
        assert said in prompt.text


def test_the_structure_is_the_graph() -> None:
    graph = graph_of(prompt_of(CHART, "chart"))
    names = dict(zip(("1", "2", "3", "M1"), ("secret_start", "secret_ask", "secret_end", "secret_frame"), strict=True))
    visible = [edge for edge in CHART.edges if edge.line != "invisible"]
    assert [(names[a], names[b]) for a, b in graph.arcs()] == [arc for edge in visible for arc in edge.arcs()]
    assert [edge.label for edge in graph.edges] == [edge.label for edge in visible]
    assert [node.kind for node in graph.nodes] == [node.kind for node in CHART.nodes]
    assert graph.nodes[0].group == "M1"


def test_json_and_back() -> None:
    prompt = prompt_of(CHART, "chart")
    assert Prompt.model_validate_json(prompt.model_dump_json()) == prompt


@given(st.permutations(range(3)))
def test_a_function_of_content_and_order(order: list[int]) -> None:
    chart = CHART.replace(nodes=tuple(CHART.nodes[i] for i in order))
    assert prompt_of(chart, "x") == prompt_of(chart.replace(), "x")


def test_a_relation_to_nowhere_is_refused() -> None:
    with pytest.raises(GraphError):
        Prompt(
            id="x", text="", components=(Component(id="1", text="a"),), relations=(Relation(source="1", target="2"),)
        )
