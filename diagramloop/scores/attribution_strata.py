"""The strata by which attribution is reported."""

from __future__ import annotations

from diagramloop.graph import FlowGraph
from diagramloop.scores.stratified import size_stratum

NODE_BOUNDS = (10, 20, 30, 40)  # last number of nodes of each bin; Figure 3 does not state its own


def attribution_strata(chart: FlowGraph, *, type: str, domain: str) -> dict[str, str]:
    """Of a question: its type and domain (Follow the Flow, Tables 1 and 2), the size of its chart (Figure 3)."""
    return {"type": type, "domain": domain, "nodes": size_stratum(len(chart.nodes), NODE_BOUNDS)}
