"""Fresh sets: the same of one seed, others of another, and every gold holds on its own chart."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from statistics import mean

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.data.sources import Chart, Dialogue, Document, Question, QuestionType
from diagramloop.data.sources.fresh import Fresh
from diagramloop.data.synth.fresh import words
from diagramloop.errors import SourceError
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.graph.mermaid import read_mermaid

HERE = Path()


def fresh(seed: int | str = 0, day: str = "2026-11-25", count: int = 9) -> Fresh:
    return Fresh(HERE, day=day, seed=seed, count=count)


def charts(source: Fresh) -> dict[str, FlowGraph]:
    return {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}


def everything(source: Fresh) -> list[object]:
    return [*source.charts(), *source.questions(), *source.dialogues(), *source.documents()]


def test_a_seed_and_a_day_give_one_set_and_others_another() -> None:
    assert everything(fresh()) == everything(fresh())
    texts = {frozenset(node.text for graph in charts(made).values() for node in graph.nodes)
             for made in (fresh(), fresh(seed=1), fresh(seed="mine"), fresh(day="2026-11-26"))}  # fmt: skip
    assert len(texts) == 4


def test_a_larger_set_holds_the_smaller_one() -> None:
    assert list(fresh(count=12).charts())[:9] == list(fresh(count=9).charts())


@pytest.mark.parametrize("day", ["", "today", "2026-13-01", None])
def test_what_is_no_day_is_an_error(day: str) -> None:
    with pytest.raises(SourceError, match="is no day"):
        fresh(day=day)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_charts_run_from_one_start_to_one_end_and_no_two_nodes_say_the_same(seed: int) -> None:
    for chart in fresh(seed=seed, count=3).charts():
        assert isinstance(chart, Chart)
        assert read_mermaid(chart.mermaid) == chart.graph
        net = nx.DiGraph(list(chart.graph.arcs()))
        assert [node for node, ways in net.in_degree() if not ways] == [chart.graph.nodes[0].id]
        (end,) = (node for node, ways in net.out_degree() if not ways)
        assert all(nx.has_path(net, node.id, end) for node in chart.graph.nodes)
        texts = [node.text for node in chart.graph.nodes]
        assert len(set(texts)) == len(texts)
        for node in chart.graph.nodes:
            labels = sorted(edge.label for edge in chart.graph.edges if edge.source == node.id)
            assert labels in ([], [""], ["No", "Yes"])


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_answers_and_their_grounds_hold_on_the_charts(seed: int) -> None:
    source = fresh(seed=seed, count=3)
    graphs = charts(source)
    for asked in source.questions():
        assert isinstance(asked, Question)
        graph = graphs[asked.chart]
        arcs, (answer,) = set(graph.arcs()), asked.answers
        assert all(step in arcs for step in pairwise(asked.attribution))
        last = graph.node_by_id[asked.attribution[-1]].text
        if asked.type is QuestionType.TOPOLOGICAL:
            net = nx.DiGraph(list(arcs))
            assert int(answer) == nx.shortest_path_length(net, asked.attribution[0], asked.attribution[-1])
            assert f'"{last}"' in asked.question
        else:
            assert answer == last


def test_scenarios_tell_every_decision_on_their_way() -> None:
    source = fresh(count=60)
    graphs = charts(source)
    for asked in source.questions():
        if isinstance(asked, Question) and asked.type is QuestionType.APPLIED_SCENARIO:
            labels = {(edge.source, edge.target): edge.label for edge in graphs[asked.chart].edges}
            told = [
                f'"{graphs[asked.chart].node_by_id[here].text}" is answered with {labels[here, there].lower()}'
                for here, there in pairwise(asked.attribution)
                if labels[here, there]
            ]
            assert told
            assert all(words in asked.question for words in told)
            assert asked.question.count("is answered with") == len(told)


def test_dialogues_go_from_the_root_to_the_end() -> None:
    source = fresh(count=30)
    graphs = charts(source)
    for held in source.dialogues():
        assert isinstance(held, Dialogue)
        graph = graphs[held.chart]
        assert held.root_init
        assert held.path[-1] == graph.nodes[-1].id
        assert all(step in set(graph.arcs()) for step in pairwise(held.path))
    with pytest.raises(SourceError):
        source.faqs("nothing")


def test_documents_say_every_action_and_condition_of_their_graph() -> None:
    for document in fresh(count=60).documents():
        assert isinstance(document, Document)
        text = document.text.casefold()
        for node in document.graph.nodes:
            if node.kind is NodeKind.PROCESS:
                assert node.text in text
        conditions = {edge.label for edge in document.graph.edges if edge.label}
        unsaid = [said for said in conditions if said not in text]
        assert not unsaid or "in either case" in text  # the empty way of a branch is not said


def test_the_distribution_is_that_of_the_grammar() -> None:
    graphs = list(charts(fresh(count=150)).values())
    sizes = [len(graph.nodes) for graph in graphs]
    asked = [sum(node.kind is NodeKind.DECISION for node in graph.nodes) for graph in graphs]
    loops = [not nx.is_directed_acyclic_graph(nx.DiGraph(list(graph.arcs()))) for graph in graphs]
    assert 12 <= mean(sizes) <= 22
    assert 1 <= mean(asked) <= 5
    assert 0.3 <= mean(loops) <= 0.9
    assert len(words()["verbs"]) * len(words()["materials"]) * len(words()["things"]) > 50_000
