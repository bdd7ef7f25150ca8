"""Strata of questions."""

from __future__ import annotations

from diagramloop.graph import FlowGraph, Node
from diagramloop.scores.attribution_strata import attribution_strata


def test_strata():
    chart = FlowGraph(nodes=tuple(Node(id=str(n)) for n in range(21)))
    found = attribution_strata(chart, type="topological", domain="wiki")
    assert found == {"type": "topological", "domain": "wiki", "nodes": "21-30"}
