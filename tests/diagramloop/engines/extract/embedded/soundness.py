"""Laws of every procedural graph, checked with networkx as an oracle of its own."""

from __future__ import annotations

import networkx as nx

from diagramloop.graph import EdgeKind, FlowGraph, NodeKind

GATEWAYS = {NodeKind.XOR, NodeKind.AND, NodeKind.OR}
BESIDE = {NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION}


def flow_of(graph: FlowGraph) -> nx.MultiDiGraph:
    """The graph's flow without its constraints."""
    flow = nx.MultiDiGraph()
    flow.add_nodes_from(node.id for node in graph.nodes if node.kind not in BESIDE)
    flow.add_edges_from((e.source, e.target) for e in graph.edges if e.kind is not EdgeKind.CONSTRAINT)
    return flow


def defects(graph: FlowGraph) -> list[str]:
    """Return the defects of a procedural graph; nothing, if it can be executed."""
    flow = flow_of(graph)
    kinds = {kind: {node.id for node in graph.nodes if node.kind is kind} for kind in NodeKind}
    reached = set().union(*({start} | nx.descendants(flow, start) for start in kinds[NodeKind.START]))
    leading = set().union(*({end} | nx.ancestors(flow, end) for end in kinds[NodeKind.END]))
    found = [f"{node} is not reached" for node in flow if node not in reached]
    found += [f"{node} leads to no End" for node in flow if node not in leading]
    for node in graph.nodes:
        if node.kind in BESIDE:
            continue
        into, out = flow.in_degree(node.id), flow.out_degree(node.id)
        if node.kind in GATEWAYS and (max(into, out) < 2 or min(into, out) < 1):
            found.append(f"gateway {node.id}: {into} in, {out} out")
        if node.kind is NodeKind.PROCESS and (out != 1 or not node.text):
            found.append(f"step {node.id} {node.text!r}: {out} out")
        if node.kind is NodeKind.START and (into, out) != (0, 1):
            found.append(f"start {node.id}: {into} in, {out} out")
        if node.kind is NodeKind.END and (into != 1 or out):
            found.append(f"end {node.id}: {into} in, {out} out")
    return found
