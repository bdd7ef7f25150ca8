"""Control rows: graphs made of gold, whose scores are known before they are measured.

Each is a function of a document's gold graph. ``gold`` shows a metric's ceiling, ``empty`` its floor; the others take
one thing away and leave the rest: what a metric does not lose on them it does not measure.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.scores.expected import Expectations, Expected

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
        places = [index for index, edge in enumerate(graph.edges) if edge.kind is kind]
        dealt = random.permutation(places).tolist()
        targets |= {place: graph.edges[other].target for place, other in zip(places, dealt, strict=True)}
    moved = (edge.model_copy(update={"target": targets[index]}) for index, edge in enumerate(graph.edges))
    return graph.replace(edges=tuple(moved))


def empty(graph: FlowGraph) -> FlowGraph:
    """Nothing."""
    return FlowGraph(direction=graph.direction)


CONTROLS: dict[str, Callable[[FlowGraph], FlowGraph]] = {
    control.__name__: control for control in (gold, gateways_retyped, reversed_edges, shuffled, empty)
}

_SAME_NODES = {f"strict/{column}_f1": Expected.ALL for column in ("action", "data", "text")}
_NO_GATEWAYS = {f"strict/{column}_f1": Expected.NOTHING for column in ("xor", "or", "and")}
EXPECTED: dict[str, Expectations] = {
    "gold": {f"strict/{column}_f1": Expected.ALL for column in ("graph", "flow", "macro")},
    "gateways_retyped": {**_SAME_NODES, **_NO_GATEWAYS, "strict/actor_f1": Expected.ALL},
    "reversed_edges": {**_SAME_NODES, "strict/actor_f1": Expected.ALL},
    "shuffled": _SAME_NODES,
    "empty": {f"strict/{column}_f1": Expected.NOTHING for column in ("graph", "flow", "macro")},
}
"""What each control must score, as far as that is known beforehand."""
