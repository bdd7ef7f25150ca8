"""Control rows: graphs made of gold, whose scores are known before they are measured.

Each is a function of a document's gold graph. ``gold`` shows a metric's ceiling, ``empty`` its floor; the others take
one thing away and leave the rest: what a metric does not lose on them it does not measure.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diagramloop.graph import FlowGraph, NodeKind

SEED = 0

_OTHER_GATEWAY = {NodeKind.XOR: NodeKind.AND, NodeKind.AND: NodeKind.OR, NodeKind.OR: NodeKind.XOR}


def gold(graph: FlowGraph) -> FlowGraph:
    """The graph itself."""
    return graph


def gateways_retyped(graph: FlowGraph) -> FlowGraph:
    """Every XOR an AND, every AND an OR, every OR an XOR; all else is right."""
    nodes = (node.model_copy(update={"kind": _OTHER_GATEWAY.get(node.kind, node.kind)}) for node in graph.nodes)
    return graph.replace(nodes=tuple(nodes))


def reversed_edges(graph: FlowGraph) -> FlowGraph:
    """Every edge turned round; nodes and conditions are right."""
    turned = (edge.model_copy(update={"source": edge.target, "target": edge.source}) for edge in graph.edges)
    return graph.replace(edges=tuple(turned))


def shuffled(graph: FlowGraph) -> FlowGraph:
    """The targets of the edges of each kind dealt out anew; nodes, conditions and the number of edges are right."""
    random = np.random.default_rng(SEED)
    targets: dict[int, str] = {}
    for kind in dict.fromkeys(edge.kind for edge in graph.edges):
        places = [at for at, edge in enumerate(graph.edges) if edge.kind is kind]
        dealt = random.permutation(places).tolist()
        targets |= {place: graph.edges[other].target for place, other in zip(places, dealt, strict=True)}
    moved = (edge.model_copy(update={"target": targets[at]}) for at, edge in enumerate(graph.edges))
    return graph.replace(edges=tuple(moved))


def empty(graph: FlowGraph) -> FlowGraph:
    """Nothing."""
    return FlowGraph(direction=graph.direction)


CONTROLS: dict[str, Callable[[FlowGraph], FlowGraph]] = {
    control.__name__: control for control in (gold, gateways_retyped, reversed_edges, shuffled, empty)
}
