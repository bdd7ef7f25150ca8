"""DiagramEval's alignments, by hand and against naive loops over networkx."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores import Comparison
from diagramloop.scores.counts import Counts
from diagramloop.scores.diagrameval import diagram_score, matched_vertices
from diagramloop.scores.topology import Topology, topology_of


def topology(size: int, *arcs: tuple[int, int]) -> Topology:
    nodes = tuple(Node(id=str(i), text=str(i)) for i in range(size))
    return topology_of(FlowGraph(nodes=nodes, edges=tuple(Edge(source=str(u), target=str(v)) for u, v in arcs)))


def test_the_example_of_figure_1() -> None:
    """Node precision 1 and recall 0.75; path precision 0.5 and recall 1/3."""
    pred, gold = topology(3, (0, 1), (2, 1)), topology(4, (0, 1), (1, 2), (2, 3))
    score = diagram_score(pred, gold, np.eye(3, 4))
    assert (score.nodes.precision, score.nodes.recall) == (1.0, 0.75)
    assert (score.paths.precision, score.paths.recall) == (0.5, pytest.approx(1 / 3))


def test_the_greatest_total_similarity_one_to_one() -> None:
    similar = np.array([[0.6, 0.7], [0.1, 0.9], [0.8, 0.0]])
    sides = topology(3), topology(2)
    assert matched_vertices(*sides, similar, 0.5) == ((1, 1), (2, 0))
    assert matched_vertices(*sides, similar, 0.85) == ((1, 1),)
    assert matched_vertices(*sides, similar, 0.95) == ()


def labelled(texts: str, *arcs: str) -> FlowGraph:
    nodes = tuple(Node(id=str(at), text=text * 4) for at, text in enumerate(texts))
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=a, target=b) for a, b in arcs))


def paths(pred: FlowGraph, gold: FlowGraph) -> Counts:
    return Comparison(pred, gold).diagrameval.paths


def test_of_repeated_labels_those_meet_that_lie_alike() -> None:
    """Two towers, each with an MLP, listed the other way round: the same graph."""
    gold = labelled("amxbmy", "01", "12", "34", "45")
    other = labelled("amybmx", "04", "45", "31", "12")
    assert paths(other, gold) == Counts(6, 6, 6, 6)


@given(st.text("abc", min_size=2, max_size=6), st.data())
def test_no_listing_of_the_nodes_is_better_than_another(texts: str, data: st.DataObject) -> None:
    places = [f"{u}{v}" for u, v in itertools.combinations(range(len(texts)), 2)]
    gold = labelled(texts, *data.draw(st.lists(st.sampled_from(places), unique=True)))
    mixed = gold.replace(nodes=tuple(data.draw(st.permutations(gold.nodes))))
    found = paths(mixed, gold)
    assert found == paths(gold, gold)
    assert found.f1 == 1.0


def test_paths_run_within_the_induced_subgraph() -> None:
    """0 -> 1 -> 2 leads through a vertex that the generated diagram lacks: no reference path remains."""
    score = diagram_score(topology(2, (0, 1)), topology(3, (0, 1), (1, 2)), np.array([[1.0, 0, 0], [0, 0, 1.0]]))
    assert score.paths == Counts.one_to_one(0, 1, 0)


def test_matching_nothing_earns_nothing() -> None:
    score = diagram_score(topology(2), topology(2, (0, 1)), np.zeros((2, 2)))
    assert score.nodes.f1 == score.paths.f1 == 0.0


def test_no_arcs_anywhere_is_agreement() -> None:
    assert diagram_score(topology(1), topology(1), np.eye(1)).paths.f1 == 1.0
    assert diagram_score(topology(0), topology(0), np.eye(0)).nodes.f1 == 1.0


def test_fewer_vertices_match_under_a_higher_threshold() -> None:
    side = topology(3, (0, 1), (1, 2))
    scores = [diagram_score(side, side, np.diag([0.4, 0.6, 0.8]), threshold) for threshold in (0.3, 0.5, 0.7, 0.9)]
    assert [score.nodes.correct for score in scores] == [3, 2, 1, 0]


arc_lists = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=9)


@given(arc_lists, arc_lists, arrays(np.float64, (5, 5), elements=st.sampled_from([0.0, 0.3, 0.6, 0.9])))
def test_against_naive_loops(pred: list[tuple[int, int]], gold: list[tuple[int, int]], similar: np.ndarray) -> None:
    score = diagram_score(topology(5, *pred), topology(5, *gold), similar)
    matches = dict(score.matches)
    allowed = np.where(similar >= 0.5, similar, 0.0)
    greatest = max(sum(allowed[i, j] for i, j in enumerate(order)) for order in itertools.permutations(range(5)))
    assert sum(allowed[pair] for pair in score.matches) == pytest.approx(greatest)
    assert len(set(matches.values())) == len(score.matches)
    assert all(allowed[pair] > 0 for pair in score.matches)
    generated_graph, reference_graph = nx.DiGraph(pred), nx.DiGraph(gold)
    for whole in (generated_graph, reference_graph):
        whole.add_nodes_from(range(5))
    induced = generated_graph.subgraph(matches), reference_graph.subgraph(matches.values())
    paths = [
        (nx.has_path(induced[0], u, v), nx.has_path(induced[1], matches[u], matches[v]))
        for u, v in itertools.permutations(matches, 2)
    ]
    expected = Counts.one_to_one(sum(a and b for a, b in paths), sum(a for a, _ in paths), sum(b for _, b in paths))
    if expected == Counts(0, 0, 0, 0) and any(u != v for u, v in [*pred, *gold]):
        assert score.paths.f1 == 0.0
    else:
        assert score.paths == expected
