"""The published evaluator's arithmetic: hand-computed vectors, and all of its own where they are at hand."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from diagramloop.scores import Exact
from diagramloop.scores.sciflow_official import OfficialScore, official_score
from diagramloop.scores.topology import Floats, topology_of, vertex_similarity
from tests.diagramloop.scores.published_sciflow import letters
from tests.diagramloop.scores.published_sciflow import official as published

KINDS = {"icon": NodeKind.ICON, "box": NodeKind.PROCESS}
E9 = 1e-9


def official(pred: FlowGraph, gold: FlowGraph) -> OfficialScore:
    sides = topology_of(pred), topology_of(gold)
    return official_score(*sides, vertex_similarity(*sides, Exact()))


def graph(texts: list[str], arcs: list[str]) -> FlowGraph:
    nodes = tuple(Node(id=str(i), text=text) for i, text in enumerate(texts))
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=a, target=b) for a, b in arcs))


def triple(precision: float, recall: float) -> tuple[float, float, float]:
    return precision, recall, 2 * precision * recall / (precision + recall + E9)


@pytest.mark.parametrize(
    ("pred", "gold", "node", "edge"),
    [
        # a step skipped, and a reversed edge, both count as right
        ((["a", "c"], ["01"]), (["a", "b", "c"], ["01", "12"]), (2, 2, 2, 3), (1, 1, 1, 2)),
        ((["a", "b"], ["10"]), (["a", "b"], ["01"]), (2, 2, 2, 2), (1, 1, 1, 1)),
        # recall beyond 1: both directions of the only edge are credited
        ((["a", "b"], ["01", "10"]), (["a", "b"], ["01"]), (2, 2, 2, 2), (2, 2, 2, 1)),
        # an edge listed twice is counted twice but credited once
        ((["a", "b"], ["01", "01"]), (["a", "b"], ["01"]), (2, 2, 2, 2), (2, 2, 1, 1)),
        # two copies of one node: an edge between them is wrong
        ((["a", "a", "b"], ["01"]), (["a", "b"], ["01"]), (3, 3, 2, 2), (0, 1, 0, 1)),
    ],
)
def test_by_hand(pred: Any, gold: Any, node: tuple[int, ...], edge: tuple[int, ...]) -> None:
    result = official(graph(*pred), graph(*gold))
    for found, (correct, predicted, recovered, wanted) in ((result.node, node), (result.edge, edge)):
        assert found == pytest.approx(triple(correct / (predicted + E9), recovered / (wanted + E9)), abs=1e-15)


def test_empty_sides() -> None:
    nothing, one = FlowGraph(), graph(["a"], [])
    assert official(nothing, nothing).score == 1.0
    assert official(one, nothing).node == (0.0, 0.0, 0.0)
    assert official(nothing, one).node == (0.0, 0.0, 0.0)
    assert official(nothing, one).edge == (1.0, 1.0, 1.0)


def from_vector(side: dict[str, list[dict[str, str]]]) -> FlowGraph:
    return FlowGraph(
        nodes=tuple(Node(id=n["node_id"], text=n["desc"], kind=KINDS[n["node_type"]]) for n in side["nodes"]),
        edges=tuple(Edge(source=e["from"], target=e["to"]) for e in side["edges"]),
    )


@pytest.mark.real_data
def test_every_published_vector(real_data: Path) -> None:
    cases = json.loads((real_data / "peer-vectors" / "sciflow_graph_official.json").read_text("utf-8"))
    assert len(cases) == 40
    for case in cases:
        result = official(from_vector(case["pred"]), from_vector(case["gold"]))
        assert result.node == pytest.approx(case["node_prf"], abs=1e-12, rel=0)
        assert result.edge == pytest.approx(case["edge_prf"], abs=1e-12, rel=0)
        assert result.score == pytest.approx(case["final"], abs=1e-12, rel=0)


class Letters:
    """The oracle's similarity of texts."""

    name = "letters"

    def matrix(self, left: Sequence[str], right: Sequence[str]) -> Floats:
        return np.array([[letters(a, b) for b in right] for a in left]).reshape(len(left), len(right))


def drawn(random: random.Random) -> tuple[list[tuple[str, str]], list[tuple[int, int]]]:
    """Nodes with texts that are alike, repeated or blank, and edges with loops and repetitions."""
    texts = ("", "ab", "abc", "bcd", "cdef", "xyz", "abcxyz")
    nodes = [(random.choice(texts), random.choice(tuple(KINDS))) for _ in range(random.randint(0, 8))]
    ends = range(len(nodes))
    return nodes, [(random.choice(ends), random.choice(ends)) for _ in range(random.randint(0, 12) if nodes else 0)]


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_score_as_by_the_published_program(seed: int) -> None:
    random_of = random.Random(f"sciflow {seed}")
    for _ in range(10):
        sides = drawn(random_of), drawn(random_of)
        pred, gold = (
            topology_of(
                FlowGraph(
                    nodes=tuple(Node(id=str(at), text=text, kind=KINDS[kind]) for at, (text, kind) in enumerate(nodes)),
                    edges=tuple(Edge(source=str(a), target=str(b)) for a, b in edges),
                )
            )
            for nodes, edges in sides
        )
        found = official_score(pred, gold, vertex_similarity(pred, gold, Letters()))
        node, edge, score = published(*sides[0], *sides[1])
        assert (*found.node, *found.edge, found.score) == pytest.approx((*node, *edge, score), abs=1e-12)
