"""All ways through a chart, against networkx and by hand."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.errors import GraphError, RejectionReason
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.paths import FlowPath, flow_root, root_to_terminal_paths, silent_nodes
from diagramloop.graph.plantuml import read_plantuml


def graph(*edges: str, **kinds: NodeKind) -> FlowGraph:
    """From ``a-label-b``; a node's text is its id."""
    split = [edge.split("-") for edge in edges]
    ids = dict.fromkeys([*kinds, *(end for source, _, target in split for end in (source, target))])
    return FlowGraph(
        nodes=tuple(Node(id=id, text=id, kind=kinds.get(id, NodeKind.PROCESS)) for id in ids),
        edges=tuple(Edge(source=source, label=label, target=target) for source, label, target in split),
    )


@settings(deadline=None)
@given(
    st.integers(2, 7).flatmap(
        lambda size: st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), min_size=1, max_size=14)
    )
)
def test_without_loops_they_are_networkxs_simple_paths(pairs: list[tuple[int, int]]) -> None:
    forward = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    chart = graph("0--8", *(f"{source}--{target}" for source, target in forward))
    whole = nx.DiGraph([(edge.source, edge.target) for edge in chart.edges])
    ends = [node for node in whole if not whole[node]]
    expected = {tuple(way) for end in ends for way in nx.all_simple_paths(whole, flow_root(chart), end)}
    found = root_to_terminal_paths(chart)
    assert found.complete
    assert {path.nodes for path in found.found} == expected
    assert len(found.found) == len(expected)


def test_two_answers_to_one_place_are_two_paths() -> None:
    found = root_to_terminal_paths(graph("a-yes-b", "a-no-b", "a-no-b")).found
    assert found == (FlowPath(("a", "b"), ("yes",)), FlowPath(("a", "b"), ("no",)))


@pytest.mark.parametrize(("uses", "lengths"), [(1, [2, 4]), (2, [2, 4, 6]), (0, [])])
def test_a_loop_is_walked_so_often(uses: int, lengths: list[int]) -> None:
    found = root_to_terminal_paths(graph("a--b", "b-again-a", "a-out-c"), edge_uses=uses).found
    inner = graph("a--b", "b-again-a", "b-out-c")
    assert sorted(len(path.nodes) for path in root_to_terminal_paths(inner, edge_uses=uses).found) == (
        {1: [3], 2: [3, 5]}.get(uses, [])
    )
    assert sorted(len(path.nodes) for path in found) == ([] if uses == 0 else lengths)


def test_a_path_takes_no_edge_twice_unless_it_is_asked_to() -> None:
    chart = graph("a--b", "b-again-a", "a-out-c")
    assert root_to_terminal_paths(chart) == root_to_terminal_paths(chart, edge_uses=1)


def test_the_number_is_capped_and_said_to_be() -> None:
    wide = graph(*(f"{at}-{label}-{at + 1}" for at in range(40) for label in "ab"))
    found = root_to_terminal_paths(wide, limit=50)
    assert len(found.found) == 50
    assert not found.complete
    dead_ends = graph(*(f"{at}-{label}-{at + 1}" for at in range(9) for label in "ab"), "9--0")
    assert root_to_terminal_paths(dead_ends).found == ()  # nothing leads out


@pytest.mark.timeout(60)
def test_the_search_gives_up_in_the_end() -> None:
    knot = graph(*(f"{a}--{b}" for a in range(9) for b in range(9) if a != b), "0--x")
    found = root_to_terminal_paths(knot, limit=10**9)
    assert not found.complete


def test_the_root_is_the_start_if_there_is_one() -> None:
    assert flow_root(graph("a--b", "s--b", s=NodeKind.START)) == "s"
    assert flow_root(graph("b--c", "a--b")) == "a"
    assert flow_root(graph("a--b", "b--a")) == "a"
    lone = FlowGraph(nodes=(Node(id="n", kind=NodeKind.NOTE), Node(id="x"), Node(id="a"), Node(id="b")))
    assert flow_root(lone) == "x"
    assert flow_root(lone.replace(edges=(Edge(source="a", target="b"),))) == "a"
    with pytest.raises(GraphError) as caught:
        flow_root(FlowGraph())
    assert caught.value.reason is RejectionReason.EMPTY


def test_what_stands_beside_the_flow_is_no_way() -> None:
    chart = graph("a--b", "b--c")
    noted = chart.replace(
        nodes=(Node(id="n", kind=NodeKind.NOTE), *chart.nodes),
        edges=(Edge(source="c", target="n", kind=EdgeKind.CONSTRAINT), *chart.edges),
    )
    assert root_to_terminal_paths(noted) == root_to_terminal_paths(chart)


def test_a_single_node_is_a_path() -> None:
    assert root_to_terminal_paths(FlowGraph(nodes=(Node(id="a"),))).found == (FlowPath(("a",), ()),)


def test_starts_and_bars_are_silent() -> None:
    chart = read_plantuml("start\n:a;\nfork\n:b;\nfork again\n:c;\nend fork\nif () then (x)\n:d;\nendif\nstop")
    kinds = {chart.node_by_id[id].kind for id in silent_nodes(chart)}
    assert kinds == {NodeKind.START, NodeKind.AND}
    assert len(silent_nodes(chart)) == 2  # the fork has two ways on, the join has one
