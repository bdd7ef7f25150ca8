"""The published evaluator's arithmetic: hand-computed vectors, and all of its own where they are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from diagramloop.score import Exact
from diagramloop.score.sciflow_official import OfficialScore, official_score
from diagramloop.score.topology import topology_of, vertex_similarity

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
