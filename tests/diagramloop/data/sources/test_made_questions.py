"""Questions made on charts that people drew: whatever is drawn, they have one answer, and the nodes behind it."""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.data.sources import HdBpmn, Question, QuestionType
from diagramloop.data.sources._fresh_questions import questions_on
from diagramloop.data.sources._sample import sample
from diagramloop.evaluation._evaluate import evaluate
from diagramloop.evaluation.pictures import Drawing
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node
from tests.diagramloop.graph.graphs import graphs

FLOWS = (EdgeKind.SEQUENCE, EdgeKind.CONDITION)
TEXTS = st.sampled_from(("", " ", "Pack", "Send\n it", "Is it paid?", "Archive", "Ship", "Bill", "Pack"))


@st.composite
def drawn(draw: st.DrawFn) -> FlowGraph:
    """A chart as people draw one: texts are missing or twice there, flows loop, fork without a question and end."""
    size = draw(st.integers(1, 8))
    nodes = tuple(Node(id=f"n{number}", text=draw(TEXTS)) for number in range(size))
    ends = st.sampled_from([node.id for node in nodes])
    kinds, labels = st.sampled_from((*FLOWS, EdgeKind.MESSAGE)), st.sampled_from(("", "", "Yes", "No"))
    edges = st.builds(Edge, source=ends, target=ends, label=labels, kind=kinds)
    line = [Edge(source=f"n{number}", target=f"n{number + 1}") for number in range(size - 1)]
    return FlowGraph(nodes=nodes, edges=(*line, *draw(st.lists(edges, max_size=6))))


@given(st.one_of(drawn(), graphs()), st.integers(0, 9))
def test_every_question_has_one_answer_and_names_what_is_there_once(graph: FlowGraph, seed: int) -> None:
    questions = list(questions_on("page", graph, Random(seed)))
    assert questions == list(questions_on("page", graph, Random(seed)))
    assert len({question.type for question in questions}) == len(questions) <= 4
    texts = Counter(" ".join(node.text.split()) for node in graph.nodes)
    arcs = nx.MultiDiGraph(
        [
            arc
            for edge in graph.edges
            if edge.kind in FLOWS
            for arc in edge.arcs()
            if set(arc) <= graph.node_by_id.keys()
        ]
    )
    for question in questions:
        way = question.attribution
        assert all(arcs.has_edge(*step) for step in pairwise(way))
        (answer,) = question.answers
        last = " ".join(graph.node_by_id[way[-1]].text.split())
        assert texts[last] == 1
        if question.type is QuestionType.TOPOLOGICAL:
            assert list(nx.all_shortest_paths(nx.DiGraph(arcs), way[0], way[-1])) == [list(way)]
            assert int(answer) == len(way) - 1 > 1
            assert [node for node, led_to in arcs.in_degree() if not led_to and node in arcs] == [way[0]]
        else:
            assert answer == last
        if question.type is QuestionType.FLOW_REFERENTIAL:
            assert arcs.out_degree(way[0]) == 1


def test_a_page_without_a_text_has_no_question() -> None:
    graph = FlowGraph(
        nodes=tuple(Node(id=f"{number}") for number in range(9)),
        edges=tuple(Edge(source=f"{number}", target=f"{number + 1}", label="Yes") for number in range(8)),
    )
    assert list(questions_on("page", graph, Random(0))) == []


def test_a_ladder_of_ways_is_no_trap() -> None:
    rungs = 400  # 2 to the power of it ways lead to the end
    nodes = tuple(Node(id=f"{side}{number}", text=f"{side} {number}") for number in range(rungs) for side in "abc")
    edges: list[Edge] = []
    for number in range(rungs - 1):
        edges += [Edge(source=f"a{number}", target=f"{side}{number}", label=side) for side in "bc"]
        edges += [Edge(source=f"{side}{number}", target=f"a{number + 1}") for side in "bc"]
    with within(20.0):
        questions = list(questions_on("page", FlowGraph(nodes=nodes, edges=tuple(edges)), Random(0)))
    assert {question.type for question in questions} >= {QuestionType.FACT_RETRIEVAL, QuestionType.APPLIED_SCENARIO}


@pytest.mark.parametrize("view", ["graph", "pixels"])
def test_two_pages_by_hand_are_asked_and_grounded_in_either_view(view: str) -> None:
    folder = Path(os.environ.get("DIAGRAMLOOP_REAL_DATA", "")) / "hdbpmn"
    if not os.environ.get("DIAGRAMLOOP_REAL_DATA") or not folder.is_dir():
        pytest.skip("no pages by hand: set DIAGRAMLOOP_REAL_DATA")
    source = HdBpmn(folder, "validation")
    pages = {chart.id for chart in sample(source.charts(), 2)}
    asked = [made for made in source.questions() if isinstance(made, Question) and made.chart in pages]
    conditions = {"view": view, "drawing": Drawing(styles=()), "reader": "hmas_embedded"}
    right, all_nodes = (
        evaluate("attribute", source, system, limit=2, conditions=conditions) for system in ("gold", "everything")
    )
    assert len(asked) > 1
    assert right["attribution/f1"].items == len(asked)
    assert right["attribution/exact"].value == 1.0
    assert (all_nodes["attribution/f1"].value or 0.0) < 1.0
