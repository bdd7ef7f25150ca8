"""Names of nodes for a reader: as in triples (``XOR1``, ``End``, ``DataObject(...)``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from diagramloop.graph import EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND
from diagramloop.graph.procedural import ACTIONS, ARTIFACTS, GATEWAYS
from diagramloop.graph.triples import names

MOST_NAMED = 4
LONGEST_NAME = 80
_NAMES = {
    NodeKind.START: r"(?i:start)(?:\((.*)\))?",
    NodeKind.END: r"(?i:end)(?:\((.*)\))?",
    NodeKind.XOR: r"XOR\d+(?: \((.*)\))?",
    NodeKind.OR: r"OR\d+(?: \((.*)\))?",
    NodeKind.AND: r"AND\d+(?: \((.*)\))?",
    NodeKind.DATA_OBJECT: r"DataObject\((.*)\)",
    NodeKind.TEXT_ANNOTATION: r"TextAnnotation\((.*)\)",
}
_MEANT = {
    NodeKind.DECISION: NodeKind.XOR,
    NodeKind.DOCUMENT: NodeKind.DATA_OBJECT,
    NodeKind.STORE: NodeKind.DATA_OBJECT,
    NodeKind.NOTE: NodeKind.TEXT_ANNOTATION,
}
_PROCEDURAL = {*ACTIONS, *GATEWAYS, *ARTIFACTS}
_KINDS = {kind: re.compile(name, re.DOTALL) for kind, name in _NAMES.items()}


def named(graph: FlowGraph, id: str) -> str:
    """A node by its name, a group by its title, in quotation marks."""
    text = _names(graph).get(id) or (graph.group_by_id[id].text if id in graph.group_by_id else id)
    short = text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"
    return f"'{short}'"


def named_all(graph: FlowGraph, ids: Sequence[str]) -> str:
    """Several nodes, the first few by name."""
    shown = ", ".join(named(graph, id) for id in ids[:MOST_NAMED])
    more = len(ids) - MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown


def with_names(graph: FlowGraph) -> FlowGraph:
    """The graph with every node's name as its text, so that kinds survive formats which only draw shapes."""
    called = _names(graph)
    return graph.replace(
        nodes=tuple(
            node.model_copy(update={"text": called[node.id], "shape": SHAPE_FOR_KIND[node.kind]})
            for node in graph.nodes
        )
    )


def with_kinds(graph: FlowGraph) -> FlowGraph:
    """The inverse: a node whose text is such a name becomes of the kind that it names."""
    return graph.replace(nodes=tuple(_of_named_kind(node) for node in graph.nodes))


def procedural(graph: FlowGraph) -> FlowGraph:
    """A chart of any notation as a procedural graph: kinds by names, else by shapes; flows by ends and conditions.

    The title of the group that a node lies in, such as a swimlane, is its actor.
    """
    nodes = []
    for node in with_kinds(graph).nodes:
        kind = _MEANT.get(node.kind, node.kind if node.kind in _PROCEDURAL else NodeKind.PROCESS)
        group = graph.group_by_id.get(node.group or "")
        actor = node.actor or (group.text if group is not None and kind not in ARTIFACTS else "")
        nodes.append(node.model_copy(update={"kind": kind, "shape": SHAPE_FOR_KIND[kind], "actor": actor}))
    artifacts = {node.id for node in nodes if node.kind in ARTIFACTS}
    edges = []
    for edge in graph.edges:
        flow = EdgeKind.CONDITION if edge.label else EdgeKind.SEQUENCE
        bound = edge.source in artifacts or edge.target in artifacts
        edges.append(edge.model_copy(update={"kind": EdgeKind.CONSTRAINT if bound else flow}))
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges))


def _of_named_kind(node: Node) -> Node:
    for kind, name in _KINDS.items():
        if match := name.fullmatch(node.text.strip()):
            return node.model_copy(update={"kind": kind, "text": match[1] or "", "shape": SHAPE_FOR_KIND[kind]})
    return node


@lru_cache(maxsize=4)
def _names(graph: FlowGraph) -> dict[str, str]:
    return names(graph)
