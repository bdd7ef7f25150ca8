"""Elements matched by text: the greatest total, one to one, textless ones by kind and surroundings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from processor_time import within

from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.scores.alignment import align_by_text
from diagramloop.scores.similarity import Exact, Lexical
from diagramloop.scores.text_alignment import pairs_by_text

LEXICAL = Lexical()


def chart(texts: str, *arcs: str, kinds: dict[str, NodeKind] | None = None) -> FlowGraph:
    """A node per letter; letters in lower case carry their letter's text, those in upper case none."""
    kinds = kinds or {}
    nodes = tuple(Node(id=c, text=c * 4 if c.islower() else "", kind=kinds.get(c, NodeKind.PROCESS)) for c in texts)
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=a[0], target=a[1]) for a in arcs))


def mixed(graph: FlowGraph, seed: int) -> FlowGraph:
    """The same chart with its nodes and edges in another order."""
    generator = random.Random(seed)
    nodes, edges = ([*part] for part in (graph.nodes, graph.edges))
    generator.shuffle(nodes)
    generator.shuffle(edges)
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges))


def met(pred: FlowGraph, gold: FlowGraph) -> dict[str, str]:
    return {pred.nodes[p].id: gold.nodes[g].id for p, g in align_by_text(pred, gold).nodes.matched}


def edge_counts(pred: FlowGraph, gold: FlowGraph) -> tuple[float, float, float]:
    counts = align_by_text(pred, gold).edges.counts
    return counts.correct, counts.predicted, counts.gold


words = st.lists(st.text("ab", min_size=1, max_size=4), min_size=1, max_size=5)


@given(words, words)
def test_the_total_similarity_is_the_greatest_there_is(pred: list[str], gold: list[str]) -> None:
    sides = [FlowGraph(nodes=tuple(Node(id=str(i), text=t) for i, t in enumerate(side))) for side in (pred, gold)]
    alike = LEXICAL.matrix(pred, gold).round(3)
    allowed = np.where(alike >= 0.5, alike, 0.0)
    short, long = sorted(allowed.shape)
    table = allowed if allowed.shape[0] == short else allowed.T
    greatest = max(sum(table[i, j] for i, j in enumerate(order)) for order in permutations(range(long), short))
    pairs = pairs_by_text(*sides, LEXICAL)
    assert sum(allowed[p, g] for p, g in pairs) == pytest.approx(greatest)
    assert all(allowed[p, g] > 0 for p, g in pairs)
    assert len({p for p, _ in pairs}) == len({g for _, g in pairs}) == len(pairs)


def test_gateways_are_told_apart_by_what_they_join() -> None:
    kinds = dict.fromkeys("XYZ", NodeKind.XOR)
    gold = chart("aXbcYdZ", "aX", "Xb", "Xc", "bY", "cY", "Yd", "dZ", kinds=kinds)
    for seed in range(8):
        assert met(mixed(gold, seed), gold) == {node.id: node.id for node in gold.nodes}


def test_chains_of_textless_nodes_are_followed_from_what_is_written() -> None:
    gold = chart("aABCDEFGHIJKb", *map("".join, zip("aABCDEFGHIJK", "ABCDEFGHIJKb", strict=True)))
    for seed in range(8):
        assert met(mixed(gold, seed), gold) == {node.id: node.id for node in gold.nodes}


def test_parallel_branches_that_nothing_tells_apart_are_not_mixed() -> None:
    gold = chart("aABCDEFb", "aA", "AB", "BC", "aD", "DE", "EF", "Cb", "Fb")
    for seed in range(8):
        assert edge_counts(mixed(gold, seed), gold) == (8, 8, 8)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=10, unique=True), st.integers(0, 99))
def test_an_acyclic_graph_of_equal_nodes_meets_itself(pairs: list[tuple[int, int]], seed: int) -> None:
    nodes = tuple(Node(id=str(i), text="same") for i in range(7))
    edges = tuple(Edge(source=str(min(pair)), target=str(max(pair))) for pair in pairs if pair[0] != pair[1])
    gold = FlowGraph(nodes=nodes, edges=edges)
    correct, predicted, _ = edge_counts(mixed(gold, seed), gold)
    assert correct == predicted


def test_a_loop_at_one_node_is_told_from_a_loop_of_two() -> None:
    gold = chart("ABC", "AA", "BC", "CB")
    for seed in range(6):
        assert edge_counts(mixed(gold, seed), gold) == (3, 3, 3)


@pytest.mark.parametrize(
    ("pred", "gold", "meet"),
    [
        (NodeKind.DECISION, NodeKind.XOR, True),
        (NodeKind.EVENT, NodeKind.END, True),
        (NodeKind.DATA_OBJECT, NodeKind.DOCUMENT, True),
        (NodeKind.DECISION, NodeKind.END, False),
        (NodeKind.UNKNOWN, NodeKind.XOR, False),
        (NodeKind.ICON, NodeKind.ICON, True),
    ],
)
def test_textless_nodes_meet_within_their_family(pred: NodeKind, gold: NodeKind, meet: bool) -> None:
    assert bool(met(chart("X", kinds={"X": pred}), chart("X", kinds={"X": gold}))) is meet


def test_of_equals_those_of_the_same_kind_meet() -> None:
    kinds = {"X": NodeKind.XOR, "Y": NodeKind.AND, "Z": NodeKind.OR}
    assert met(chart("ZYX", kinds=kinds), chart("XYZ", kinds=kinds)) == {"X": "X", "Y": "Y", "Z": "Z"}


def test_what_lies_next_outweighs_the_very_kind() -> None:
    gold = chart("aXbYc", "aX", "Xb", "bY", "Yc", kinds={"X": NodeKind.START, "Y": NodeKind.END})
    read = chart("aXbYc", "aX", "Xb", "bY", "Yc", kinds={"X": NodeKind.END, "Y": NodeKind.START})
    assert met(read, gold)["X"] == "X"


@pytest.mark.parametrize(("value", "meet"), [(0.4996, False), (0.5, True)])
def test_the_threshold_is_of_what_was_measured(value: float, meet: bool) -> None:
    class Fixed:
        name = "fixed"

        def matrix(self, a: Sequence[str], b: Sequence[str]) -> NDArray[np.float64]:
            return np.full((len(a), len(b)), value)

    assert bool(pairs_by_text(chart("a"), chart("b"), Fixed())) is meet


def test_what_carries_a_text_never_meets_what_carries_none() -> None:
    assert met(chart("X"), chart("a")) == met(chart("a"), chart("X")) == {}


def test_a_blank_text_is_none_whatever_the_similarity_says_of_it() -> None:
    gold = FlowGraph(nodes=(Node(id="a", text=" "), Node(id="b", text="", kind=NodeKind.XOR)))
    assert pairs_by_text(gold, gold, Exact()) == [(0, 0), (1, 1)]


def test_groups_meet_groups_alone_and_textless_ones_by_what_they_hold() -> None:
    frames = (Group(id="G"), Group(id="H"))
    nodes = (Node(id="a", text="aaaa", group="G"), Node(id="b", text="bbbb", group="H"))
    gold = FlowGraph(nodes=nodes, groups=frames)
    turned = gold.replace(groups=frames[::-1])
    assert align_by_text(turned, gold).groups.matched == ((0, 1), (1, 0))
    assert pairs_by_text(FlowGraph(groups=(Group(id="g", text="aaaa"),)), chart("a"), LEXICAL) == []


def test_reversed_edges_score_nothing() -> None:
    gold = chart("abc", "ab", "bc")
    assert edge_counts(chart("abc", "ba", "cb"), gold) == (0, 2, 2)


def test_invisible_lines_are_neither_right_nor_wrong() -> None:
    gold = chart("abc", "ab", "bc")
    hint = Edge(source="a", target="c", line="invisible", head="none")
    for pred, reference in [
        (gold.replace(edges=(*gold.edges, hint)), gold),
        (gold, gold.replace(edges=(hint, *gold.edges))),
    ]:
        assert edge_counts(pred, reference) == (2, 2, 2)


def test_forty_nodes_take_milliseconds_and_a_thousand_equal_ones_seconds() -> None:
    def made(size: int, text: str) -> FlowGraph:
        nodes = tuple(Node(id=str(i), text=text and f"{text} {i}") for i in range(size))
        return FlowGraph(
            nodes=nodes, edges=tuple(Edge(source=str(i), target=str((7 * i + 1) % size)) for i in range(size))
        )

    for size, text, seconds in [(40, "step", 0.2), (40, "", 0.5), (1000, "step", 15.0), (1000, "", 15.0)]:
        graph = made(size, text)
        with within(seconds):
            pairs = pairs_by_text(graph, graph, LEXICAL)
        assert len(pairs) == size
