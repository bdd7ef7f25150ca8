from __future__ import annotations

from collections import Counter

from hypothesis import given

from diagramloop.evaluation.contestants.extraction_controls import (
    CONTROLS,
    empty,
    gateways_retyped,
    gold,
    reversed_edges,
    shuffled,
)
from diagramloop.graph import FlowGraph, NodeKind
from tests.diagramloop.graph.procedures import procedures


@given(graph=procedures())
def test_each_control_takes_one_thing_away_and_leaves_the_rest(graph: FlowGraph) -> None:
    assert gold(graph) == graph
    assert empty(graph).nodes == empty(graph).edges == ()
    retyped = gateways_retyped(graph)
    assert retyped.edges == graph.edges
    assert [n.text for n in retyped.nodes] == [n.text for n in graph.nodes]
    for before, after in zip(graph.nodes, retyped.nodes, strict=True):
        assert (before.kind == after.kind) == (before.kind not in (NodeKind.XOR, NodeKind.OR, NodeKind.AND))
    assert reversed_edges(reversed_edges(graph)) == graph
    dealt = shuffled(graph)
    assert dealt.nodes == graph.nodes
    for ends in (lambda e: (e.source, e.kind, e.label), lambda e: (e.target, e.kind)):
        assert Counter(map(ends, dealt.edges)) == Counter(map(ends, graph.edges))
    assert shuffled(graph) == dealt


def test_controls_are_known_by_name() -> None:
    assert list(CONTROLS) == ["gold", "gateways_retyped", "reversed_edges", "shuffled", "empty"]
