"""The corpus that ships with diagramloop: it is what its data sheet says, and its computed answers are right."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import networkx as nx
import pytest

from diagramloop.data.sources import Chart, Corpus, Question, QuestionType
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph

ROOT = shipped_corpus()
CHARTS = [row for row in Corpus(ROOT).charts() if isinstance(row, Chart)]
QUESTIONS = [row for row in Corpus(ROOT).questions() if isinstance(row, Question)]
GRAPHS = {chart.id: chart.graph for chart in CHARTS}


def test_nothing_is_rejected():
    assert [type(row) for row in Corpus(ROOT).charts()] == [Chart] * len(list(ROOT.glob("charts/*/*.mmd")))
    assert {type(row) for row in Corpus(ROOT).questions()} == {Question}


def test_at_least_ten_charts_of_5_to_45_nodes_in_each_of_three_domains():
    assert min(Counter(chart.domain for chart in CHARTS).values()) >= 10
    assert {chart.domain for chart in CHARTS} == {"code", "how-to", "troubleshooting"}
    sizes = sorted(len(chart.graph.nodes) for chart in CHARTS)
    assert (sizes[0], sizes[-1] <= 45, sum(size >= 30 for size in sizes) >= 4) == (5, True, True)


def test_every_chart_has_a_title_and_at_least_three_questions_and_all_types_occur():
    asked = Counter(question.chart for question in QUESTIONS)
    assert all(chart.graph.title and asked[chart.id] >= 3 for chart in CHARTS)
    assert set(QuestionType) == {question.type for question in QUESTIONS}


def test_the_notation_is_used_in_its_width():
    graphs = [chart.graph for chart in CHARTS]
    edges = [edge for graph in graphs for edge in graph.edges]
    assert len({node.shape for graph in graphs for node in graph.nodes}) >= 10
    assert {edge.line for edge in edges} == {"solid", "dotted", "thick"}
    assert any(edge.bidirectional for edge in edges)
    assert any(edge.undirected for edge in edges)
    assert any(edge.source == edge.target for edge in edges)
    assert any(group.parent for graph in graphs for group in graph.groups)
    assert {graph.direction for graph in graphs} == {"TB", "LR"}


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.id)
def test_charts_hang_together_and_decisions_have_labelled_branches(chart):
    graph = network(chart.graph)
    assert nx.is_weakly_connected(graph)
    for node in chart.graph.nodes:
        if node.shape == "diam":
            labels = [edge.label for edge in chart.graph.edges if edge.source == node.id]
            assert len(labels) >= 2
            assert all(labels)


def network(graph: FlowGraph) -> nx.MultiDiGraph:
    built = nx.MultiDiGraph()
    built.add_nodes_from(node.id for node in graph.nodes)
    built.add_edges_from((edge.source, edge.target) for edge in graph.edges)
    return built


MEASURES = {
    "in_degree": lambda chart, node: network(chart).in_degree(node),
    "out_degree": lambda chart, node: network(chart).out_degree(node),
    "sinks": lambda chart: sum(degree == 0 for _, degree in network(chart).out_degree()),
    "shape": lambda chart, shape: sum(node.shape == shape for node in chart.nodes),
    "shortest": lambda chart, a, b: nx.shortest_path_length(network(chart), a, b),
    "paths": lambda chart, a, b: sum(1 for _ in nx.all_simple_paths(nx.DiGraph(network(chart)), a, b)),
    "cycles": lambda chart: sum(1 for _ in nx.simple_cycles(nx.DiGraph(network(chart)))),
    "self_loops": lambda chart: nx.number_of_selfloops(network(chart)),
    "groups": lambda chart: len(chart.groups),
    "group_size": lambda chart, group: sum(node.group == group for node in chart.nodes),
}


def rows() -> list[tuple[str, dict]]:
    files = [json.loads(path.read_text("utf-8")) for path in sorted(ROOT.glob("questions/*/*.json"))]
    return [(file["chart"], row) for file in files for row in file["questions"]]


@pytest.mark.parametrize(
    ("chart", "row"), [pair for pair in rows() if pair[1]["type"] == "topological"], ids=lambda value: str(value)[:40]
)
def test_topological_answers_are_what_the_graph_says(chart, row):
    measure = row["measure"]
    value = MEASURES[measure["of"]](GRAPHS[chart], *measure.get("at", []))
    assert (value, row["answers"][0]) == (measure["value"], str(measure["value"]))


@pytest.mark.parametrize(
    ("chart", "row"),
    [pair for pair in rows() if pair[1]["type"] == "applied_scenario"],
    ids=lambda value: str(value)[:40],
)
def test_the_steps_of_a_scenario_follow_each_other(chart, row):
    graph = network(GRAPHS[chart])
    steps = row["attribution"]
    assert all(nx.has_path(graph, a, b) for a, b in itertools.pairwise(steps))
