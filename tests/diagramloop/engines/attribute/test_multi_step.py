"""Which questions are left out, and which are chosen of the rest."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.data.sources import Chart, Corpus, FlowExplainBench, Question
from diagramloop.engines.attribute.multi_step import Candidate, asks_for_size, is_trivial, select
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph, Node


@pytest.mark.parametrize(
    "question",
    [
        "How many nodes exist in the given flowchart?",
        "How many edges are there in the flowchart?",
        "What is the total number of nodes and edges of this diagram?",
        "COUNT the arrows!",
        "How many steps does the whole process have?",
    ],
)
def test_questions_on_the_size(question):
    assert asks_for_size(question)


@pytest.mark.parametrize(
    "question",
    [
        "How many edges lead into the gate?",
        "How many edges exist in the shortest path between 'a' and 'b'?",
        "How many nodes are in the group of checks?",
        "Which nodes exist in the flowchart?",
        "How many loops does the chart have?",
        "How many eggs are in the figure?",
        "What is the maximum indegree for the flowchart?",
        "",
    ],
)
def test_questions_on_parts(question):
    assert not asks_for_size(question)


def test_attributing_the_whole_chart_is_trivial():
    graph = FlowGraph(nodes=(Node(id="a"), Node(id="b")))
    assert is_trivial("Why?", ("b", "a"), graph)
    assert not is_trivial("Why?", ("b",), graph)


def candidate(id, chart, picks=("A", "A"), domain="code", type="topological", automatic=()):
    return Candidate(id, chart, domain, type, tuple(tuple(pick) for pick in picks), tuple(automatic))


def test_the_best_of_each_chart_comes_first():
    differ, close, same = (
        candidate("q1", "x", ("A", "B")),
        candidate("q2", "x", ("AB", "ABC")),
        candidate("q3", "x", ("AB", "BA")),
    )
    assert select([differ, close], 1) == [close]
    assert select([differ, close, same], 1) == [same]
    assert select([candidate("q4", "x", automatic="B"), candidate("q5", "x", automatic="A")], 1)[0].id == "q5"


def test_further_ones_come_from_what_is_rare():
    common = [candidate(f"c{n}", f"x{n}") for n in range(3)]
    rare = [candidate(f"r{n}", "x0", domain="wiki") for n in range(2)]
    spare = [candidate(f"s{n}", "x1") for n in range(9)]
    chosen = select([*spare, *rare, *common], 6)
    assert Counter(found.domain for found in chosen) == {"code": 4, "wiki": 2}


candidates = st.lists(
    st.builds(
        Candidate,
        st.uuids().map(str),
        st.sampled_from("xyz"),
        st.sampled_from(["code", "wiki"]),
        st.sampled_from(["topological", "fact_retrieval"]),
        st.lists(st.lists(st.sampled_from("AB")).map(tuple), min_size=1, max_size=2).map(tuple),
    ),
    max_size=12,
)


@given(candidates, st.integers(0, 12), st.randoms())
def test_selection(found, size, random):
    chosen = select(found, size)
    assert len({c.id for c in chosen}) == len(chosen) <= size
    assert len({c.chart for c in chosen}) == min(size, len({c.chart for c in found}))
    assert all(c.concur for c in chosen[len({c.chart for c in found}) :])
    random.shuffle(found)
    assert select(found, size) == chosen


@pytest.mark.long
@pytest.mark.real_data
def test_published_questions_are_kept(real_data):
    """They went through the paper's own filter."""
    source = FlowExplainBench(real_data / "flowexplainbench")
    graphs = {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}
    questions = [question for question in source.questions() if isinstance(question, Question)]
    assert len(questions) > 600
    assert not [q.id for q in questions if is_trivial(q.question, q.attribution, graphs[q.chart])]


def test_questions_of_the_corpus_on_parts_are_kept():
    source = Corpus(shipped_corpus())
    assert not [q.id for q in source.questions() if isinstance(q, Question) and asks_for_size(q.question)]
