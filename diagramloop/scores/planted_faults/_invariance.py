"""Edits of a graph that say the same: no metric may notice them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from diagramloop.graph import Edge, FlowGraph

_Edit = Callable[[FlowGraph, Random], FlowGraph]


def _renamed(graph: FlowGraph, chance: Random) -> FlowGraph:
    """Other ids."""
    names = [*(node.id for node in graph.nodes), *(group.id for group in graph.groups)]
    other = dict(zip(names, chance.sample([f"x{number}" for number in range(len(names))], len(names)), strict=True))
    nodes = [n.model_copy(update={"id": other[n.id], "group": n.group and other[n.group]}) for n in graph.nodes]
    edges = [e.model_copy(update={"source": other[e.source], "target": other[e.target]}) for e in graph.edges]
    groups = [g.model_copy(update={"id": other[g.id]}) for g in graph.groups]
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges), groups=tuple(groups))


def _nodes_shuffled(graph: FlowGraph, chance: Random) -> FlowGraph:
    return graph.replace(nodes=tuple(chance.sample(graph.nodes, len(graph.nodes))))


def _edges_shuffled(graph: FlowGraph, chance: Random) -> FlowGraph:
    return graph.replace(edges=tuple(chance.sample(graph.edges, len(graph.edges))))


def _written_backwards(graph: FlowGraph, chance: Random) -> FlowGraph:
    """Half of the arrows written from their heads: what is drawn stays."""
    return graph.replace(edges=tuple(_backwards(e) if chance.random() < 0.5 else e for e in graph.edges))


def _backwards(edge: Edge) -> Edge:
    ends = {"source": edge.target, "target": edge.source, "head": edge.tail, "tail": edge.head}
    return edge.model_copy(update=ends | {"path": edge.path and edge.path[::-1]})


def _spaced(graph: FlowGraph, _: Random) -> FlowGraph:
    """Texts with more white space."""
    return graph.replace(
        nodes=tuple(n.model_copy(update={"text": f" {n.text.replace(' ', '  ')} "}) for n in graph.nodes)
    )


EDITS: Mapping[str, _Edit] = {
    "ids renamed": _renamed,
    "nodes in another order": _nodes_shuffled,
    "edges in another order": _edges_shuffled,
    "arrows written backwards": _written_backwards,
    "more white space": _spaced,
}
"""By what is done."""
