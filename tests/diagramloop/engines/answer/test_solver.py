"""The solver against networkx, on charts that nobody wrote questions for, and against published answers."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from itertools import product
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processor_time import within

from diagramloop.engines.answer import AnswerError, AnswerTask
from diagramloop.engines.answer.solver import Solver
from diagramloop.errors import RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.scores.answers import AnswerComparison

TEA = read_mermaid(
    "flowchart TD; a([Start]) --> b{Is it ready?}; b -- yes --> c[Pour the cup]; b -- no --> d[Wait a while];"
    "d --> b; c --> e([End]); subgraph kitchen [The kitchen]; c; d; end"
)
WORDS = ("fill the kettle", "open a window", "call your mother", "read old letters", "paint one fence")


def ask(question: str, graph: FlowGraph | None = TEA) -> str:
    return Solver().answer(AnswerTask("q", question, graph)).text


@st.composite
def drawn_graphs(draw: st.DrawFn) -> FlowGraph:
    count = draw(st.integers(2, len(WORDS)))
    nodes = tuple(
        Node(id=f"n{at}", text=WORDS[at], kind=draw(st.sampled_from((NodeKind.PROCESS, NodeKind.DECISION))))
        for at in range(count)
    )
    pairs = draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=8))
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=f"n{a}", target=f"n{b}") for a, b in pairs))


@settings(max_examples=25, deadline=None)
@given(drawn_graphs())
def test_what_is_computed_is_what_networkx_computes(graph: FlowGraph) -> None:
    net = nx.MultiDiGraph(list(graph.arcs()))
    net.add_nodes_from(node.id for node in graph.nodes)
    assert ask("How many nodes are there?", graph) == str(net.number_of_nodes())
    assert ask("How many edges does the flowchart have?", graph) == str(net.number_of_edges())
    decisions = sum(node.kind is NodeKind.DECISION for node in graph.nodes)
    assert ask("How many decisions are in the chart?", graph) == str(decisions)
    assert ask("What is the maximum indegree for the flowchart?", graph) == str(max(d for _, d in net.in_degree()))
    assert ask("What is the maximum outdegree of all?", graph) == str(max(d for _, d in net.out_degree()))
    assert ask("How many nodes have an edge to themselves?", graph) == str(len({a for a, b in net.edges() if a == b}))
    for a, b in product(graph.nodes, graph.nodes):
        reached = nx.has_path(net, a.id, b.id)
        assert ask(f'Is there a path from "{a.text}" to "{b.text}"?', graph) == ("Yes" if reached else "No")
        if reached:
            way = str(nx.shortest_path_length(net, a.id, b.id))
            question = f'How many edges exist in the shortest path between ""{a.text}"" and ""{b.text}""?'
            assert ask(question, graph) == way
        said = ask(f'Is the node ""{a.text}"" direct predecessor of the node ""{b.text}""?', graph)
        assert said == ("Yes" if net.has_edge(a.id, b.id) else "No")
    for node in graph.nodes:
        assert ask(f'How many edges lead into "{node.text}"?', graph) == str(net.in_degree(node.id))
        assert ask(f'What is the out-degree of the node "{node.text}"?', graph) == str(net.out_degree(node.id))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('What follows if "Is it ready?" is answered with no?', "Wait a while"),
        ('Suppose that "Is it ready?" is answered with YES. What is reached?', "Pour the cup"),
        ('Where does the flow go directly after "Start"?', "Is it ready?"),
        ("What comes directly before the end?", "Pour the cup"),
        ("How many edges does the shortest way from the start to pouring the cup have?", "2"),
        ("How many nodes belong to the kitchen?", "2"),
        ("How many groups does the chart have?", "1"),
        ("Can the end be reached from waiting a while?", "Yes"),
        ("How many branches leave the question whether it is ready?", "2"),
    ],
)
def test_forms_of_questions(question: str, answer: str) -> None:
    assert ask(question) == answer


@pytest.mark.parametrize(
    ("question", "graph", "reason"),
    [
        ("Why is the tea cold?", TEA, RejectionReason.UNSUPPORTED),
        ('Where does the flow go directly after "Is it ready?"?', TEA, RejectionReason.UNSUPPORTED),  # two ways
        ('How many edges lead into "Feed the cat"?', TEA, RejectionReason.UNSUPPORTED),
        ('What follows if "Is it ready?" is answered with perhaps?', TEA, RejectionReason.UNSUPPORTED),
        ("How many nodes are there?", None, RejectionReason.NO_DIAGRAM),
        ("How many nodes are there?", FlowGraph(), RejectionReason.EMPTY),
        (" ", TEA, RejectionReason.EMPTY),
        ("?" * 6_000, TEA, RejectionReason.TOO_LARGE),
    ],
)
def test_what_it_does_not_know_it_does_not_say(question: str, graph: FlowGraph | None, reason: RejectionReason) -> None:
    with pytest.raises(AnswerError) as refused:
        ask(question, graph)
    assert refused.value.reason is reason


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=80), st.sampled_from(["{}", "How many {} lead to {}?", 'After "{}" and "{}"', "<0> <9> {}"]))
def test_no_question_breaks_it(words: str, form: str) -> None:
    with suppress(AnswerError):
        assert ask(form.replace("{}", words))


@pytest.mark.parametrize(
    "part", ["edges shortest path from a to ", "how many a lead to ", 'is "a" ', "is there a path from "]
)
def test_a_hostile_question_takes_no_time(part: str) -> None:
    with within(seconds=1.0), pytest.raises(AnswerError):
        ask((part * 400)[:4_900] + "\n")


@pytest.mark.real_data
def test_topological_questions_of_flowexplainbench_have_their_published_answers() -> None:
    """Of 182, three are answered otherwise: their charts say otherwise than the published answers."""
    if "DIAGRAMLOOP_REAL_DATA" not in os.environ:
        pytest.skip("set DIAGRAMLOOP_REAL_DATA to a folder with flowexplainbench/ in it")
    file = Path(os.environ["DIAGRAMLOOP_REAL_DATA"]) / "flowexplainbench" / "dataset.json"
    asked = [row for row in json.loads(file.read_text()).values() if row["type"] == "topological"]
    right = [AnswerComparison(ask(row["q"], read_mermaid(row["mermaid"])), [row["a1"]]).exact for row in asked]
    assert (sum(right), len(right)) == (179, 182)
