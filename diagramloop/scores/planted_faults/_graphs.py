"""Faults planted in a graph, one after another, each in what is still right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

import numpy as np

from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from diagramloop.graph.algorithms import Arcs, reachability
from diagramloop.scores.faults import Fault

_UNHEARD = "qxy"  # letters that no text of a reference has
_ASIDE = 5_000.0  # pixels by which a second drawing of a node is moved

_Element = TypeVar("_Element")


class _Choice:
    """Chooses where the next fault goes, from each kind of element in turn, so that none is hit by accident alone."""

    def __init__(self, fault: Fault, seed: int) -> None:
        self._chance = Random(f"{fault} {seed}")  # noqa: S311 - reproducible, no secret
        self._turn = seed

    def of(self, candidates: Iterable[_Element]) -> _Element | None:
        """One of them, or None."""
        kinds: dict[str, list[_Element]] = defaultdict(list)
        for candidate in candidates:
            kinds[_kind(candidate)].append(candidate)
        self._turn += 1
        return self._chance.choice(kinds[sorted(kinds)[self._turn % len(kinds)]]) if kinds else None

    def text(self) -> str:
        """A text unlike any of the reference."""
        return "".join(self._chance.choices(_UNHEARD, k=15))


_Plant = Callable[[FlowGraph, FlowGraph, _Choice], FlowGraph | None]


def planted(gold: FlowGraph, fault: Fault, seed: int, most: int) -> tuple[FlowGraph, ...]:
    """``gold``, and it with 1, 2, ... such faults; fewer than ``most`` where no more can be planted."""
    choice, graphs = _Choice(fault, seed), [gold]
    while len(graphs) <= most and (worse := _PLANTS[fault](graphs[-1], gold, choice)) is not None:
        graphs.append(worse)
    return tuple(graphs)


def _kind(element: Any) -> str:
    first = element[0] if isinstance(element, tuple) else element
    return f"{getattr(first, 'kind', '')} {bool(getattr(first, 'label', ''))}"


def _undisturbed(graph: FlowGraph, gold: FlowGraph) -> list[Edge]:
    """Edges that share no end with one that is no longer as it was: one fault must not mend another."""
    lost = [edge for edge in gold.edges if edge not in graph.edges]
    touched = {end for edge in lost for end in (edge.source, edge.target)}
    return [e for e in graph.edges if e in gold.edges and not {e.source, e.target} & touched]


def _missing_edge(graph: FlowGraph, _: FlowGraph, choice: _Choice) -> FlowGraph | None:
    return _without_edge(graph, choice.of(graph.edges))


def _reversed_edge(graph: FlowGraph, gold: FlowGraph, choice: _Choice) -> FlowGraph | None:
    arcs = {*graph.arcs(), *gold.arcs()}
    edge = choice.of(e for e in _undisturbed(graph, gold) if (e.target, e.source) not in arcs)
    return None if edge is None else with_edge(graph, edge, source=edge.target, target=edge.source)


def _shortcut(graph: FlowGraph, gold: FlowGraph, choice: _Choice) -> FlowGraph | None:
    arcs = {*graph.arcs(), *gold.arcs()}
    chosen = choice.of(
        (edge, following)
        for edge in _undisturbed(graph, gold)
        for past, following in gold.arcs()
        if past == edge.target and (edge.source, following) not in arcs
    )
    return None if chosen is None else with_edge(graph, chosen[0], target=chosen[1])


def _invented_edge(graph: FlowGraph, gold: FlowGraph, choice: _Choice) -> FlowGraph | None:
    ids, leads, arcs = Arcs.of(gold).ids, reachability(gold), set(graph.arcs())
    apart = [(ids[u], ids[v]) for u, v in np.argwhere(~leads) if u != v]
    nodes = {node.id for node in graph.nodes}
    chosen = choice.of(((u, v) for u, v in apart if u in nodes and v in nodes and (u, v) not in arcs))
    return chosen and graph.replace(edges=(*graph.edges, Edge(source=chosen[0], target=chosen[1])))


def _missing_node(graph: FlowGraph, _: FlowGraph, choice: _Choice) -> FlowGraph | None:
    node = choice.of(graph.nodes)
    return None if node is None else without_node(graph, node)


def _duplicated_node(graph: FlowGraph, gold: FlowGraph, choice: _Choice) -> FlowGraph | None:
    node = choice.of(node for node in gold.nodes if f"copy of {node.id}" not in graph.node_by_id)
    if node is None:
        return None
    box = node.box and (node.box[0] + _ASIDE, node.box[1], node.box[2] + _ASIDE, node.box[3])
    copy = node.model_copy(update={"id": f"copy of {node.id}", "box": box})
    edges = [_moved(edge, node.id, copy.id) for edge in gold.edges if node.id in (edge.source, edge.target)]
    return graph.replace(nodes=(*graph.nodes, copy), edges=(*graph.edges, *edges))


def _merged_nodes(graph: FlowGraph, gold: FlowGraph, choice: _Choice) -> FlowGraph | None:
    whole = {node.id for node in graph.nodes if node in gold.nodes}
    edge = choice.of(e for e in graph.edges if {e.source, e.target} <= whole and e.source != e.target)
    if edge is None:
        return None
    kept, gone = graph.node_by_id[edge.source], graph.node_by_id[edge.target]
    boxes = [node.box for node in (kept, gone) if node.box]
    box = (*np.min(boxes, axis=0)[:2].tolist(), *np.max(boxes, axis=0)[2:].tolist()) if boxes else None
    both = kept.model_copy(update={"text": f"{kept.text} {gone.text}", "box": box})
    moved = [_moved(edge, gone.id, kept.id) for edge in graph.edges if {edge.source, edge.target} != {kept.id, gone.id}]
    return graph.replace(nodes=exchanged(graph.nodes, kept, both, without=gone), edges=tuple(dict.fromkeys(moved)))


def _changed_node(wanted: Callable[[Node], bool], change: Callable[[Node, _Choice], dict[str, Any]]) -> _Plant:
    def plant(graph: FlowGraph, gold: FlowGraph, choice: _Choice) -> FlowGraph | None:
        node = choice.of(node for node in graph.nodes if node in gold.nodes and wanted(node))
        if node is None:
            return None
        return graph.replace(nodes=exchanged(graph.nodes, node, node.model_copy(update=change(node, choice))))

    return plant


def _wrong_label(graph: FlowGraph, gold: FlowGraph, choice: _Choice) -> FlowGraph | None:
    edge = choice.of(edge for edge in graph.edges if edge.label and edge in gold.edges)
    return None if edge is None else with_edge(graph, edge, label=choice.text())


def _missing_group(graph: FlowGraph, _: FlowGraph, choice: _Choice) -> FlowGraph | None:
    gone = choice.of(graph.groups)
    if gone is None:
        return None
    nodes = tuple(n.model_copy(update={"group": None}) if n.group == gone.id else n for n in graph.nodes)
    return graph.replace(nodes=nodes, groups=tuple(group for group in graph.groups if group != gone))


def _all_edges(graph: FlowGraph, _: FlowGraph, __: _Choice) -> FlowGraph | None:
    ids = [node.id for node in graph.nodes]
    edges = tuple(Edge(source=u, target=v) for u in ids for v in ids if u != v)
    return None if len(graph.edges) >= len(edges) else graph.replace(edges=edges)


def _no_edges(graph: FlowGraph, _: FlowGraph, __: _Choice) -> FlowGraph | None:
    return graph.replace(edges=()) if graph.edges else None


def _nothing(graph: FlowGraph, _: FlowGraph, __: _Choice) -> FlowGraph | None:
    return FlowGraph() if graph.nodes else None


def _other_kind(node: Node, _: _Choice) -> dict[str, Any]:
    return {"kind": NodeKind.NOTE if node.kind is not NodeKind.NOTE else NodeKind.PROCESS}


def _other_shape(node: Node, _: _Choice) -> dict[str, Any]:
    return {"shape": "hex" if node.shape != "hex" else "rect"}


_PLANTS: dict[Fault, _Plant] = {
    Fault.EDGE_MISSING: _missing_edge,
    Fault.EDGE_REVERSED: _reversed_edge,
    Fault.EDGE_SHORTCUT: _shortcut,
    Fault.EDGE_INVENTED: _invented_edge,
    Fault.NODE_MISSING: _missing_node,
    Fault.NODE_DUPLICATED: _duplicated_node,
    Fault.NODE_MERGED: _merged_nodes,
    Fault.NODE_RENAMED: _changed_node(lambda node: bool(node.text), lambda _, choice: {"text": choice.text()}),
    Fault.KIND_WRONG: _changed_node(lambda _: True, _other_kind),
    Fault.SHAPE_WRONG: _changed_node(lambda _: True, _other_shape),
    Fault.LABEL_WRONG: _wrong_label,
    Fault.ACTOR_WRONG: _changed_node(lambda node: bool(node.actor), lambda _, choice: {"actor": choice.text()}),
    Fault.GROUP_MISSING: _missing_group,
    Fault.ALL_EDGES: _all_edges,
    Fault.NO_EDGES: _no_edges,
    Fault.NOTHING: _nothing,
}
GRAPH_FAULTS = tuple(_PLANTS)


def _moved(edge: Edge, old: str, new: str) -> Edge:
    ends = {end: new if getattr(edge, end) == old else getattr(edge, end) for end in ("source", "target")}
    return edge.model_copy(update=ends)


def with_edge(graph: FlowGraph, edge: Edge, **changes: str) -> FlowGraph:
    changed = edge.model_copy(update=changes)
    return graph.replace(edges=tuple(changed if other is edge else other for other in graph.edges))


def _without_edge(graph: FlowGraph, edge: Edge | None) -> FlowGraph | None:
    return None if edge is None else graph.replace(edges=tuple(other for other in graph.edges if other is not edge))


def exchanged(nodes: Iterable[Node], old: Node, new: Node, without: Node | None = None) -> tuple[Node, ...]:
    return tuple(new if node.id == old.id else node for node in nodes if without is None or node.id != without.id)


def without_node(graph: FlowGraph, gone: Node) -> FlowGraph:
    edges = tuple(edge for edge in graph.edges if gone.id not in (edge.source, edge.target))
    return graph.replace(nodes=tuple(node for node in graph.nodes if node.id != gone.id), edges=edges)
