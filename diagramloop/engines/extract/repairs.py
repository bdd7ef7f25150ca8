"""Suggestions as operations on a graph, which the embedded refiner carries out.

Every function returns a new graph and raises GraphError where the graph lacks what it is to work on, as it may
after another repair. Constraint and message flows stay with their nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from diagramloop.errors import GraphError
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND

WALKED = frozenset({EdgeKind.SEQUENCE, EdgeKind.CONDITION})


def flows_from(graph: FlowGraph, id: str) -> list[Edge]:
    """The sequence and condition flows that leave a node."""
    return [edge for edge in graph.edges if edge.source == id and edge.kind in WALKED]


def flows_into(graph: FlowGraph, id: str) -> list[Edge]:
    """The sequence and condition flows that enter a node."""
    return [edge for edge in graph.edges if edge.target == id and edge.kind in WALKED]


def flow(source: str, target: str, condition: str = "") -> Edge:
    """A condition flow where there is a condition, else a sequence flow."""
    kind = EdgeKind.CONDITION if condition else EdgeKind.SEQUENCE
    return Edge(source=source, target=target, label=condition, kind=kind)


def removed(graph: FlowGraph, ids: Iterable[str]) -> FlowGraph:
    """Without some nodes and all their flows."""
    gone = {_node(graph, id).id for id in ids}
    if len(gone) == len(graph.nodes):
        raise GraphError("no node would be left")
    return graph.replace(
        nodes=tuple(node for node in graph.nodes if node.id not in gone),
        edges=tuple(edge for edge in graph.edges if not {edge.source, edge.target} & gone),
    )


def spliced_out(graph: FlowGraph, id: str) -> FlowGraph:
    """Without a node, what led to it leading to where it led; of two conditions in a row the first is kept."""
    before, after = flows_into(graph, _node(graph, id).id), flows_from(graph, id)
    bridges = [flow(a.source, b.target, a.label or b.label) for a in before for b in after if a.source != b.target]
    position = next((place for place, edge in enumerate(graph.edges) if edge in before), len(graph.edges))
    edges = [*graph.edges[:position], *bridges, *graph.edges[position:]]
    return removed(graph.replace(edges=tuple(dict.fromkeys(edges))), [id])


def retyped(graph: FlowGraph, ids: Iterable[str], kind: NodeKind) -> FlowGraph:
    """With some gateways of another kind."""
    changed = {_node(graph, id).id for id in ids}
    update = {"kind": kind, "shape": SHAPE_FOR_KIND[kind]}
    return graph.replace(nodes=tuple(n.model_copy(update=update) if n.id in changed else n for n in graph.nodes))


def connected(graph: FlowGraph, source: str, target: str, condition: str = "") -> FlowGraph:
    """With another flow; nothing changes where the two are connected already."""
    ends = (_node(graph, source).id, _node(graph, target).id)
    if any((edge.source, edge.target) == ends for edge in flows_from(graph, source)):
        return graph
    return graph.replace(edges=(*graph.edges, flow(source, target, condition)))


def conditioned(graph: FlowGraph, edge: Edge, condition: str) -> FlowGraph:
    """With a flow under a condition."""
    changed = edge.model_copy(update={"label": condition, "kind": EdgeKind.CONDITION})
    return graph.replace(edges=tuple(changed if other == edge else other for other in _holding(graph, edge).edges))


def ended(graph: FlowGraph, id: str) -> FlowGraph:
    """With an End of its own behind a node."""
    graph, end = _with_node(graph, NodeKind.END, _node(graph, id).actor, after=id)
    return connected(graph, id, end)


def started(graph: FlowGraph, id: str) -> FlowGraph:
    """With a Start of its own before a node."""
    graph, start = _with_node(graph, NodeKind.START, _node(graph, id).actor, before=id)
    return connected(graph, start, id)


def split_after(graph: FlowGraph, id: str, kind: NodeKind) -> FlowGraph:
    """With a gateway between a node and all flows that leave it."""
    leaving = flows_from(graph, id)
    graph, gateway = _with_node(graph, kind, _node(graph, id).actor, after=id)
    return connected(_moved(graph, leaving, {"source": gateway}), id, gateway)


def joined_before(graph: FlowGraph, id: str, kind: NodeKind) -> FlowGraph:
    """With a gateway between a node and all flows that enter it."""
    entering = flows_into(graph, _node(graph, id).id)
    graph, gateway = _with_node(graph, kind, graph.node_by_id[id].actor, before=id)
    return connected(_moved(graph, entering, {"target": gateway}), gateway, id)


def of_kind(graph: FlowGraph, id: str, kind: NodeKind) -> FlowGraph:
    """With a branching gateway, and the join that closes it, of another kind; what leaves an AND has no condition."""
    pair = [id, *closing_join(graph, _node(graph, id).id)]
    changed = retyped(graph, pair, kind)
    plain = {"label": "", "kind": EdgeKind.SEQUENCE}
    return _moved(changed, flows_from(changed, id), plain) if kind is NodeKind.AND else changed


def closing_join(graph: FlowGraph, id: str) -> list[str]:
    """The nearest gateway downstream of the same kind in which several flows come together, if there is one."""
    kind = _node(graph, id).kind
    seen, open_ = {id}, [edge.target for edge in flows_from(graph, id)]
    while open_:
        node = open_.pop(0)
        if node in seen:
            continue
        seen.add(node)
        if _node(graph, node).kind is kind and len(flows_into(graph, node)) > 1:
            return [node]
        open_ += [edge.target for edge in flows_from(graph, node)]
    return []


def without_repeats(graph: FlowGraph, source: str) -> FlowGraph:
    """With one flow of several that lead from a node to the same target under the same condition."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for edge in graph.edges:
        key = (edge.target, " ".join(edge.label.casefold().split()))
        if edge.source != source or edge.kind not in WALKED or key not in seen:
            kept.append(edge)
        if edge.source == source:
            seen.add(key)
    return graph.replace(edges=tuple(kept))


def in_turn(*repairs: Callable[[FlowGraph], FlowGraph]) -> Callable[[FlowGraph], FlowGraph]:
    """Several repairs as one."""

    def repair(graph: FlowGraph) -> FlowGraph:
        for each in repairs:
            graph = each(graph)
        return graph

    return repair


def _node(graph: FlowGraph, id: str) -> Node:
    if id not in graph.node_by_id:
        raise GraphError(f"no node {id!r}")
    return graph.node_by_id[id]


def _holding(graph: FlowGraph, edge: Edge) -> FlowGraph:
    if edge not in graph.edges:
        raise GraphError(f"no flow from {edge.source!r} to {edge.target!r}")
    return graph


def _moved(graph: FlowGraph, edges: Iterable[Edge], update: dict[str, Any]) -> FlowGraph:
    chosen = set(edges)
    return graph.replace(edges=tuple(e.model_copy(update=update) if e in chosen else e for e in graph.edges))


def _with_node(
    graph: FlowGraph, kind: NodeKind, actor: str, *, after: str | None = None, before: str | None = None
) -> tuple[FlowGraph, str]:
    """The graph with another node beside a known one in the order of nodes, and its id."""
    number = len(graph.nodes) + 1
    while f"n{number}" in graph.node_by_id or f"n{number}" in graph.group_by_id:
        number += 1
    node = Node(id=f"n{number}", kind=kind, shape=SHAPE_FOR_KIND[kind], actor=actor)
    place = [other.id for other in graph.nodes].index(after or before or "") + (after is not None)
    return graph.replace(nodes=(*graph.nodes[:place], node, *graph.nodes[place:])), node.id
