"""Edits of a verification, and Table 1 held against hand counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.scores.verification import Verification, VerificationError, agreed, identified, reliability


def node(id: str, x: float) -> Node:
    return Node(id=id, text=id.upper(), box=(x, 0, x + 10, 10))


PARSED = identified(
    FlowGraph(
        nodes=(node("a", 0), node("b", 20), node("c", 40), node("d", 60)),
        edges=(Edge(source="a", target="b"), Edge(source="b", target="c"), Edge(source="c", target="d", head="none")),
        size=(100, 50),
    )
)
BEGUN = Verification(PARSED)


def test_every_edge_has_an_id_of_its_own_and_keeps_the_authors() -> None:
    edges = [Edge(source="a", target="b", id=id) for id in ("x", "", "y", "y", "edge-2")]
    named = [edge.id for edge in identified(FlowGraph(nodes=PARSED.nodes, edges=edges)).edges]
    assert named[0] == "x"
    assert named[4] == "edge-2"
    assert len(set(named)) == 5
    assert identified(PARSED) == PARSED


def test_all_is_included_to_begin_with() -> None:
    assert BEGUN.verified == PARSED
    assert BEGUN.counts["node"].f1 == BEGUN.counts["edge"].f1 == 1


def test_the_edges_of_an_excluded_node_go_with_it_and_come_back_with_it() -> None:
    without = BEGUN.exclude(nodes=["b"])
    assert [edge.id for edge in without.verified.edges] == ["edge-3"]
    assert without.restore(nodes=["b"]) == BEGUN
    both = without.exclude(edges=["edge-1"]).restore(nodes=["b"])
    assert [edge.id for edge in both.verified.edges] == ["edge-2", "edge-3"]


def test_what_is_added_is_known_by_a_fresh_id_and_nothing_is_renamed() -> None:
    made = BEGUN.link("human-1", "a", "d").add_node("a", "new", (80, 20, 90, 40))
    graph = made.verified
    assert graph.nodes[:4] == PARSED.nodes
    assert [(n.id, n.text) for n in graph.nodes[4:]] == [("a'", "new")]
    assert [(e.id, e.source, e.target) for e in graph.edges[3:]] == [("human-1", "a", "d")]


@pytest.mark.parametrize(
    "edit",
    [
        lambda made: made.exclude(nodes=["nobody"]),
        lambda made: made.exclude(nodes=["a", "a"]),
        lambda made: made.exclude(nodes=["a"]).exclude(nodes=["a"]),
        lambda made: made.restore(edges=["edge-1"]),
        lambda made: made.link("x", "a", "nobody"),
        lambda made: made.link("x", "a", "b"),  # there already
        lambda made: made.link("x", "d", "c"),  # there already: an edge without a head joins both ways
        lambda made: made.exclude(nodes=["d"]).link("x", "a", "d"),
        lambda made: made.add_node("x", "", (5, 5, 5, 20)),
        lambda made: made.add_node("x", "", (5, 5, 500, 20)),
        lambda made: made.add_node("x", "", (float("nan"), 5, 50, 20)),
    ],
)
def test_what_the_graph_does_not_allow(edit) -> None:
    with pytest.raises(VerificationError):
        edit(BEGUN)


def test_an_edge_that_was_excluded_can_be_linked_anew() -> None:
    made = BEGUN.exclude(edges=["edge-1"]).link("human-2", "a", "b")
    assert (made.counts["edge"].correct, made.counts["edge"].predicted, made.counts["edge"].gold) == (2, 3, 3)


def test_table_1_by_hand() -> None:
    one = BEGUN.exclude(nodes=["d"])  # nodes 3 of 4; edges 2 of 3
    two = BEGUN.link("human-1", "a", "c")  # nodes all; edges 3 of 3, one missed
    cv, nlp, overall = reliability([("CV", [one]), ("NLP", [two, BEGUN])])
    assert (cv.domain, cv.figures, cv.node) == ("CV", 1, (0.75, 1, pytest.approx(6 / 7)))
    assert cv.edge == (pytest.approx(2 / 3), 1, pytest.approx(0.8))
    assert nlp.edge == (1, pytest.approx((0.75 + 1) / 2), pytest.approx((6 / 7 + 1) / 2))
    assert (overall.domain, overall.figures) == ("Overall", 2)
    assert overall.node[0] == pytest.approx((0.75 + 1) / 2)
    assert reliability([]) == []


def test_in_doubt_what_one_excludes_is_out_and_what_all_add_is_in() -> None:
    one = BEGUN.exclude(nodes=["d"]).link("human-1", "a", "c").add_node("human-2", "New  part", (0, 20, 9, 30))
    other = BEGUN.exclude(edges=["edge-1"]).add_node("human-2", "new part", (1, 20, 9, 31)).link("human-3", "a", "c")
    graph = agreed([one, other])
    assert [n.id for n in graph.nodes] == ["a", "b", "c", "human-2"]
    assert [(e.source, e.target) for e in graph.edges] == [("b", "c"), ("a", "c")]
    assert agreed([one]) == one.verified


def test_groups_and_the_edges_to_them_stay() -> None:
    grouped = identified(PARSED.replace(groups=(Group(id="g"),), edges=(Edge(source="a", target="g"),)))
    assert len(agreed([Verification(grouped)] * 2).edges) == 1
    assert Verification(grouped).exclude(nodes=["a"]).verified.edges == ()


@given(st.sets(st.sampled_from("abcd")), st.sets(st.sampled_from(["edge-1", "edge-2", "edge-3"])))
def test_any_exclusion_leaves_a_graph_and_can_be_taken_back(nodes: set[str], edges: set[str]) -> None:
    made = BEGUN.exclude(sorted(nodes), sorted(edges))
    assert {n.id for n in made.verified.nodes} == set("abcd") - nodes
    assert made.counts["node"].precision == len(made.verified.nodes) / 4
    assert made.counts["edge"].correct == len(made.verified.edges)
    assert made.restore(sorted(nodes), sorted(edges)) == BEGUN
