"""Fragments of a graph that are held against the text: gateways, and flows from gateway to gateway (Section 4.3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from diagramloop.engines.extract.naming import named
from diagramloop.engines.extract.repairs import WALKED, flows_from, flows_into
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.procedural import GATEWAYS


@dataclass(frozen=True)
class Fragment:
    """A part of a graph that says something of its own.

    Attributes:
        gateway: that it is about; a Start where the graph begins without one.
        flows: its sequence and condition flows, in the order in which they are walked.
        constraints: its constraint flows; none for a gateway alone.
    """

    gateway: Node
    flows: tuple[Edge, ...]
    constraints: tuple[Edge, ...] = ()


def gateways(graph: FlowGraph) -> Iterator[Fragment]:
    """The branching gateways with their branches, in the graph's order."""
    for node in graph.nodes:
        flows = flows_from(graph, node.id)
        if node.kind in GATEWAYS and len(flows) > 1:
            yield Fragment(node, tuple(flows))


def merges(graph: FlowGraph) -> Iterator[Fragment]:
    """The merging gateways with the flows that end in them, in the graph's order."""
    for node in graph.nodes:
        flows = flows_into(graph, node.id)
        if node.kind in GATEWAYS and len(flows) > 1:
            yield Fragment(node, tuple(flows))


def segments(graph: FlowGraph) -> Iterator[Fragment]:
    """The trace t_g of every gateway, and of every Start: all flows up to the next gateways downstream."""
    for node in graph.nodes:
        if node.kind in (NodeKind.START, *GATEWAYS) and flows_from(graph, node.id):
            yield _segment(graph, node)


def _segment(graph: FlowGraph, start: Node) -> Fragment:
    walked: dict[Edge, None] = {}
    seen, open_ = {start.id}, [start.id]
    while open_:
        for edge in flows_from(graph, open_.pop(0)):
            walked[edge] = None
            target = graph.node_by_id.get(edge.target)
            if target is not None and target.id not in seen and target.kind not in GATEWAYS:
                seen.add(target.id)
                open_.append(target.id)
    bound = tuple(e for e in graph.edges if e.kind is EdgeKind.CONSTRAINT and {e.source, e.target} & seen)
    return Fragment(start, tuple(walked), bound)


def triples(graph: FlowGraph, fragment: Fragment) -> str:
    """A fragment as lines ``source -> (condition) target``."""
    return "\n".join(_line(graph, edge) for edge in (*fragment.flows, *fragment.constraints))


def _line(graph: FlowGraph, edge: Edge) -> str:
    condition = f"({edge.label}) " if edge.label and edge.kind in WALKED else ""
    return f"{named(graph, edge.source)} -> {condition}{named(graph, edge.target)}"
