from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.algorithms import (
    Arcs,
    degrees,
    distances,
    feedback_arcs,
    immediate_dominators,
    levels,
    path,
    reachability,
    roots,
    terminals,
    walks,
)
from diagramloop.graph.mermaid import read_mermaid
from tests.diagramloop.graph.graphs import graphs


def chart(*lines: str) -> FlowGraph:
    return read_mermaid("flowchart TD\n" + "\n".join(lines))


def as_networkx(graph: FlowGraph) -> nx.DiGraph:
    other = nx.DiGraph()
    other.add_nodes_from(Arcs.of(graph).ids)
    other.add_edges_from(graph.arcs())
    return other


@given(graph=graphs())
def test_reachability_and_paths_agree_with_networkx(graph: FlowGraph) -> None:
    ids, other = Arcs.of(graph).ids, as_networkx(graph)
    reflexive = reachability(graph, reflexive=True)
    assert reflexive.tolist() == [[nx.has_path(other, a, b) for b in ids] for a in ids]
    strict = reachability(graph)
    steps = {a: {b for _, b in nx.edge_bfs(other, a)} for a in ids}
    assert strict.tolist() == [[b in steps[a] for b in ids] for a in ids]
    lengths = dict(nx.all_pairs_shortest_path_length(other))
    assert distances(graph).tolist() == [[lengths[a].get(b, np.inf) for b in ids] for a in ids]
    for a in ids:
        assert levels(graph, a) == lengths[a]
        for b in ids:
            found = path(graph, a, b)
            assert (found is None) == (b not in lengths[a])
            assert found is None or (len(found) == lengths[a][b] + 1 and nx.is_path(other, list(found)))


@given(graph=graphs())
def test_without_feedback_arcs_nothing_loops(graph: FlowGraph) -> None:
    other = as_networkx(graph)
    back = feedback_arcs(graph)
    assert bool(back) == (not nx.is_directed_acyclic_graph(other))
    other.remove_edges_from(back)
    assert nx.is_directed_acyclic_graph(other)


@given(graph=graphs())
def test_walks_are_the_simple_paths_from_roots_to_terminals(graph: FlowGraph) -> None:
    other = as_networkx(graph)
    expected = {
        tuple(walk)
        for root in roots(graph)
        for end in terminals(graph)
        for walk in ([[root]] if root == end else nx.all_simple_paths(other, root, end))
    }
    found = walks(graph)
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_a_loop_is_walked_once() -> None:
    graph = chart("a --> b{ok?}", "b -->|no| a", "b -->|yes| c")
    assert (roots(graph), walks(graph)) == (("a",), [("a", "b", "c")])  # nothing is without an arc into it
    graph = chart("s --> a --> b", "b --> a", "b --> c")
    assert (roots(graph), terminals(graph)) == (("s",), ("c",))
    assert walks(graph) == [("s", "a", "b", "c")]
    assert feedback_arcs(graph) == (("b", "a"),)
    assert levels(graph, "c", "in") == {"c": 0, "b": 1, "a": 2, "s": 3}


def test_undirected_edges_go_both_ways() -> None:
    graph = chart("a --- b --> c")
    ids = Arcs.of(graph).ids
    assert reachability(graph).tolist() == [[True, True, True], [True, True, True], [False, False, False]]
    assert ids == ("a", "b", "c")
    assert degrees(graph) == ({"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 2, "c": 0})


def test_walks_are_bounded() -> None:
    ladder = chart(*(f"a{i} --> b{i} & c{i} --> a{i + 1}" for i in range(40)))
    assert len(walks(ladder, limit=100)) == 100


def test_reachability_of_a_long_chain_and_of_nothing() -> None:
    size = 2000
    nodes = tuple(Node(id=str(i)) for i in range(size))
    graph = FlowGraph(nodes=nodes, edges=tuple(Edge(source=str(i), target=str(i + 1)) for i in range(size - 1)))
    assert np.array_equal(reachability(graph), np.triu(np.ones((size, size), dtype=bool), 1))
    assert len(feedback_arcs(graph)) == 0
    assert reachability(FlowGraph()).shape == distances(FlowGraph()).shape == (0, 0)
    assert roots(FlowGraph()) == ()
    with pytest.raises(KeyError):
        levels(graph, "nobody")


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30))
def test_dominators_are_networkxs(arcs: list[tuple[int, int]]) -> None:
    other = nx.DiGraph([(str(source), str(target)) for source, target in arcs])
    other.add_node("0")
    expected = dict(nx.immediate_dominators(other, "0"))
    expected.pop("0", None)
    assert immediate_dominators({vertex: list(other[vertex]) for vertex in other}, "0") == expected
