"""SciFlow-Bench as the paper defines it, against naive loops over networkx."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores import Exact, MissingPartError
from diagramloop.scores.counts import Counts
from diagramloop.scores.sciflow import GraphLevel, graph_level, text_level, weighted
from diagramloop.scores.topology import Topology, topology_of, vertex_similarity


def graph(texts: str, *arcs: str) -> FlowGraph:
    """One node per letter; an arc is two positions: "01"."""
    nodes = tuple(Node(id=str(i), text=text.strip("_")) for i, text in enumerate(texts))
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=a, target=b) for a, b in arcs))


def level(pred: FlowGraph, gold: FlowGraph) -> GraphLevel:
    sides = topology_of(pred), topology_of(gold)
    return graph_level(*sides, vertex_similarity(*sides, Exact()))


@st.composite
def graphs(draw: st.DrawFn) -> FlowGraph:
    texts = draw(st.text("abcd_", max_size=5))
    pairs = ["".join(pair) for pair in itertools.product(map(str, range(len(texts))), repeat=2)]
    return graph(texts, *draw(st.lists(st.sampled_from(pairs), max_size=7)) if pairs else [])


def naive(pred: Topology, gold: Topology, alike: np.ndarray) -> tuple[int, int]:
    """Right arcs, and the largest assignment of reference edges to distinct predicted pairs that recover them."""
    reference = nx.DiGraph(map(tuple, gold.arcs.tolist()))
    reference.add_nodes_from(range(len(gold.texts)))

    def depends(u: int, v: int) -> bool:
        return reference.has_edge(u, v) if u == v else nx.has_path(reference, u, v)

    def right(a: int, b: int) -> bool:
        return any(alike[a, u] and alike[b, v] and depends(u, v) for u, v in itertools.product(reference, repeat=2))

    follows = nx.DiGraph((a, b) for a, b in pred.arcs.tolist() if right(a, b))
    credit = nx.Graph()
    for u, v in gold.arcs.tolist():
        longer = any(depends(u, w) and depends(w, v) for w in set(reference) - {u, v})
        for a, b in itertools.product(follows, repeat=2):
            led = nx.has_path(follows, a, b) and a != b if longer else False
            if alike[a, u] and alike[b, v] and (led or follows.has_edge(a, b)):
                credit.add_edge(("edge", u, v), ("pair", a, b))
    edges = [node for node in credit if node[0] == "edge"]
    return follows.number_of_edges(), len(nx.bipartite.maximum_matching(credit, top_nodes=edges)) // 2


@given(graphs(), graphs())
def test_against_naive_loops(pred: FlowGraph, gold: FlowGraph) -> None:
    sides = topology_of(pred), topology_of(gold)
    alike = vertex_similarity(*sides, Exact()) >= 0.5
    correct, found = naive(*sides, alike)
    assert level(pred, gold).edges == Counts(correct, len(sides[0].arcs), found, len(sides[1].arcs))


def test_a_star_does_not_recover_a_chain() -> None:
    """Shortcuts along the flow are right; the dependencies that they leave out are missing (Section 3.3)."""
    star, chain = graph("abcd", "01", "02", "03"), graph("abcd", "01", "12", "23")
    assert level(star, chain).edges == Counts(3, 3, 1, 3)
    assert level(chain, star).edges == Counts(1, 3, 1, 3)
    assert level(star, chain).score == pytest.approx(0.4 + 0.6 * 0.5)


def test_skipping_a_step_is_right_and_recovers_neither_of_its_edges() -> None:
    result = level(graph("ac", "01"), graph("abc", "01", "12"))
    assert result.nodes == Counts(2, 2, 2, 3)
    assert result.edges == Counts(1, 1, 0, 2)


def test_a_skip_connection_is_recovered_by_the_way_round_it() -> None:
    assert level(graph("abc", "01", "12"), graph("abc", "01", "12", "02")).edges == Counts(2, 2, 3, 3)
    assert level(graph("abc", "01"), graph("abc", "01", "12", "02")).edges == Counts(1, 1, 1, 3)


def test_a_circle_through_all_nodes_does_not_recover_everything() -> None:
    """Wrong arcs are part of no path that recovers an edge."""
    circle = graph("abcdef", "03", "31", "15", "52", "24", "40")
    chain = graph("abcdef", "01", "12", "23", "34", "45")
    assert level(circle, chain).edges == Counts(3, 6, 0, 5)
    skipping = graph("abcdef", "01", "12", "23", "34", "45", "02", "24", "13", "35")
    assert level(circle, skipping).edges.recall < 0.3


def test_vague_labels_recover_no_more_edges_than_they_draw() -> None:
    sides = topology_of(graph("xyz", "01", "12")), topology_of(graph("abcdef", "01", "12", "23", "34", "45"))
    assert graph_level(*sides, np.ones((3, 6))).edges == Counts(2, 2, 2, 5)


@given(graphs(), graphs(), st.randoms(use_true_random=False))
def test_the_order_of_elements_does_not_matter(pred: FlowGraph, gold: FlowGraph, random: Random) -> None:
    mixed = pred.replace(
        nodes=random.sample(pred.nodes, len(pred.nodes)), edges=random.sample(pred.edges, len(pred.edges))
    )
    assert level(mixed, gold) == level(pred, gold)


@given(graphs(), graphs())
def test_a_copy_of_a_node_raises_no_recall(pred: FlowGraph, gold: FlowGraph) -> None:
    copies = tuple(node.model_copy(update={"id": f"copy {node.id}"}) for node in pred.nodes)
    assert level(pred.replace(nodes=(*pred.nodes, *copies)), gold).edges == level(pred, gold).edges


def test_reversed_edges_are_errors() -> None:
    assert level(graph("abc", "10", "21"), graph("abc", "01", "12")).edges == Counts(0, 2, 0, 2)


def test_shortcuts_beside_the_flow_win_nothing() -> None:
    closure = graph("abcd", "01", "02", "03", "12", "13", "23")
    assert level(closure, graph("abcd", "01", "12", "23")).edges == Counts(6, 6, 3, 3)


def test_duplicates_are_forgiven_but_an_edge_between_them_is_not() -> None:
    result = level(graph("aab", "01", "02"), graph("ab", "01"))
    assert result.nodes == Counts(3, 3, 2, 2)
    assert result.edges == Counts(1, 2, 1, 1)


def test_a_vague_label_recovers_one_dependency_an_edge() -> None:
    sides = topology_of(graph("xy", "01")), topology_of(graph("abcd", "01", "12", "23"))
    assert graph_level(*sides, np.ones((2, 4))).edges == Counts(1, 1, 1, 3)


def test_self_loops() -> None:
    assert level(graph("a", "00"), graph("a", "00")).edges == Counts(1, 1, 1, 1)
    assert level(graph("a", "00"), graph("ab", "01", "10")).edges == Counts(0, 1, 0, 2)


def test_nothing_on_either_side() -> None:
    assert level(FlowGraph(), FlowGraph()).score == 1.0
    assert level(graph("a"), FlowGraph()).score == pytest.approx(0.6)
    assert level(FlowGraph(), graph("ab", "01")).score == 0.0


def test_text_level_filters_noise() -> None:
    labels = ("encoder", "decoder", "x", "12", "(a)", "Fig. 2b", "", "!?")
    pred = topology_of(FlowGraph(nodes=tuple(Node(id=f"n{i}", text=text) for i, text in enumerate(labels))))
    parts = text_level(pred, ["encoder", "decoder", "loss"], Exact())
    assert parts == {"coverage": pytest.approx(2 / 3), "faithfulness": 1.0}
    assert text_level(pred, [], Exact()) == {"coverage": 0.0, "faithfulness": 0.0}


class Fixed:
    """A similarity that is as it is told."""

    name = "fixed"

    def __init__(self, value: float) -> None:
        self._value = value

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> np.ndarray:
        return np.full((len(a), len(b)), self._value)


def test_thresholds_are_those_of_the_published_program() -> None:
    """Vertices match from 0.5 on, prompt components above 0.65 only."""
    side = topology_of(graph("ab", "01"))
    assert graph_level(side, side, np.full((2, 2), 0.5)).nodes == Counts(2, 2, 2, 2)
    assert graph_level(side, side, np.full((2, 2), 0.499999)).nodes == Counts(0, 2, 0, 2)
    pred = topology_of(FlowGraph(nodes=(Node(id="n", text="encoder"),)))
    assert text_level(pred, ["decoder"], Fixed(0.65)) == {"coverage": 0.0, "faithfulness": 0.0}
    assert text_level(pred, ["decoder"], Fixed(0.650001)) == {"coverage": 1.0, "faithfulness": 1.0}


def test_a_total_never_lacks_a_part() -> None:
    weights = {"one": 0.4, "two": 0.6}
    assert weighted(weights, {"one": 1.0, "two": 0.5}) == pytest.approx(0.7)
    assert weighted(weights, {"one": 7.0, "two": -1.0}) == pytest.approx(0.4)
    with pytest.raises(MissingPartError, match="two"):
        weighted(weights, {"one": 1.0})
    with pytest.raises(MissingPartError, match="one, two"):
        weighted(weights, {"one": math.nan, "two": math.inf})


def test_vague_labels_on_complete_graphs_take_neither_time_nor_memory() -> None:
    """Each of 3,540 edges could be given each of 3,540 pairs, or more: the table of them would take gigabytes."""
    pairs = np.argwhere(~np.eye(60, dtype=bool))
    gold = Topology(("same",) * 60, ("process",) * 60, pairs, pairs)
    many = np.argwhere(~np.eye(200, dtype=bool))
    pred = Topology(("same",) * 200, ("process",) * 200, many, many)
    with within(10.0):
        edges = graph_level(pred, gold, np.ones((200, 60))).edges
    assert edges == Counts(len(many), len(many), len(pairs), len(pairs))
