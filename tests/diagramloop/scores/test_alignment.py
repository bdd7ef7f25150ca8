"""Which edge is which: direction, heads, parallel edges, group ends, pictures of different size."""

from __future__ import annotations

import pytest

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.scores.alignment import Alignment, Matching, align, align_by_text


def graph(*edges: Edge, nodes: str = "abc", scale: float = 1.0, prefix: str = "") -> FlowGraph:
    """Nodes in a column, named by letters, and a group ``G`` beside them."""
    placed = tuple(
        Node(id=prefix + name, text=name, box=(0.0, 50.0 * i * scale, 80 * scale, (50.0 * i + 30) * scale))
        for i, name in enumerate(nodes)
    )
    group = Group(id=prefix + "G", box=(200 * scale, 0.0, 400 * scale, 300 * scale))
    size = (round(500 * scale), round(400 * scale))
    return FlowGraph(nodes=placed, groups=(group,), edges=edges, size=size)


def edges_of(pred: Edge, gold: Edge) -> Matching:
    return align(graph(pred), graph(gold)).edges


def test_a_graph_meets_itself() -> None:
    gold = graph(Edge(source="a", target="b"), Edge(source="b", target="G"))
    both = ((0, 0), (1, 1))
    assert align(gold, gold) == Alignment(
        Matching((*both, (2, 2)), (), (), ()), Matching(((0, 0),), (), (), ()), Matching(both, (), (), ())
    )


@pytest.mark.parametrize(
    ("pred", "gold"),
    [
        ({"source": "a", "target": "b"}, {"source": "a", "target": "b"}),
        ({"source": "b", "target": "a", "head": "none", "tail": "arrow"}, {"source": "a", "target": "b"}),
        ({"source": "a", "target": "b", "head": "circle"}, {"source": "a", "target": "b", "line": "dotted"}),
        ({"source": "b", "target": "a", "head": "none"}, {"source": "a", "target": "b", "head": "none"}),
        ({"source": "b", "target": "a", "tail": "arrow"}, {"source": "a", "target": "b", "tail": "arrow"}),
        ({"source": "a", "target": "a"}, {"source": "a", "target": "a"}),
        ({"source": "a", "target": "G"}, {"source": "a", "target": "G"}),
    ],
)
def test_right(pred: dict[str, str], gold: dict[str, str]) -> None:
    assert edges_of(Edge(**pred), Edge(**gold)) == Matching(((0, 0),), (), (), ())


@pytest.mark.parametrize(
    ("pred", "gold"),
    [
        ({"source": "b", "target": "a"}, {"source": "a", "target": "b"}),
        ({"source": "a", "target": "b", "head": "none"}, {"source": "a", "target": "b"}),
        ({"source": "a", "target": "b"}, {"source": "a", "target": "b", "head": "none"}),
        ({"source": "a", "target": "b", "tail": "arrow"}, {"source": "a", "target": "b"}),
        ({"source": "G", "target": "a"}, {"source": "a", "target": "G"}),
    ],
)
def test_right_ends_wrong_direction(pred: dict[str, str], gold: dict[str, str]) -> None:
    matching = edges_of(Edge(**pred), Edge(**gold))
    assert matching == Matching((), ((0, 0),), (), ())
    assert (matching.counts.correct, matching.counts.predicted, matching.counts.gold) == (0, 1, 1)


def test_wrong_ends() -> None:
    assert edges_of(Edge(source="a", target="c"), Edge(source="a", target="b")) == Matching((), (), (0,), (0,))


def test_an_end_that_was_not_found_makes_the_edge_missing() -> None:
    pred = graph(nodes="ab")
    gold = graph(Edge(source="a", target="c"), Edge(source="c", target="c"))
    assert align(pred, gold).nodes.missing == (2,)
    assert align(pred, gold).edges.missing == (0, 1)


def test_parallel_edges_are_counted_and_told_apart_by_label() -> None:
    gold = graph(Edge(source="a", target="b", label="yes"), Edge(source="a", target="b", label="no"))
    pred = graph(
        Edge(source="a", target="b", label="n0"),
        Edge(source="a", target="b", label="yes!"),
        Edge(source="a", target="b", label="zzz"),
    )
    assert align(pred, gold).edges == Matching(((0, 1), (1, 0)), (), (2,), ())


def test_opposite_edges_are_not_reversals_of_each_other() -> None:
    there, back = Edge(source="a", target="b"), Edge(source="b", target="a")
    assert align(graph(back, there), graph(there, back)).edges == Matching(((0, 1), (1, 0)), (), (), ())
    assert align(graph(there, there), graph(there, back)).edges == Matching(((0, 0),), ((1, 1),), (), ())


def test_pictures_of_different_size() -> None:
    edge = Edge(source="a", target="b")
    assert align(graph(edge, scale=0.5), graph(edge)) == align(graph(edge), graph(edge))


def test_unsized_pictures_are_compared_as_they_are() -> None:
    half = graph(scale=0.5).replace(size=None)
    assert align(half, graph()).nodes.matched == ()


def test_names_do_not_matter() -> None:
    pred = graph(Edge(source="xa", target="xb"), prefix="x")
    assert align(pred, graph(Edge(source="a", target="b"))).edges.matched == ((0, 0),)


def test_by_text_layout_and_order_do_not_matter() -> None:
    gold = graph(Edge(source="a", target="b"), nodes="abc")
    moved = graph(Edge(source="pb", target="pa"), nodes="bca", scale=3.0, prefix="p")
    alignment = align_by_text(moved, gold)
    assert alignment.nodes.matched == ((0, 1), (1, 2), (2, 0))
    assert alignment.edges == Matching((), ((0, 0),), (), ())


def test_by_text_what_is_not_written_matches_nothing() -> None:
    bare = FlowGraph(nodes=(Node(id="a"), Node(id="b", text="other")))
    assert align_by_text(bare, graph(nodes="a")).nodes == Matching((), (), (0, 1), (0,))
