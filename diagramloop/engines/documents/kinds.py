"""The kind of a diagram by its graph: of one that a document states by that alone, of one that was seen by both."""

from __future__ import annotations

from collections import Counter

from diagramloop.engines.parse.look import DIAGRAMS, DiagramKind, Look
from diagramloop.graph import FlowGraph

_ICONS = frozenset(("icon", "cyl", "doc"))
_ROUND = frozenset(("circle", "stadium", "rounded"))


def shown_kind(seen: Look, graph: FlowGraph) -> tuple[DiagramKind, float]:
    """The likeliest kind with its probability, by the look and what was read: some other diagram that asks is a
    flowchart."""
    shares = {kind: seen.shares[kind] for kind in DIAGRAMS}
    if any(node.shape == "diam" and node.text.strip() for node in graph.nodes):
        shares["flowchart"] += shares.pop("figure")
    kind = max(shares, key=lambda each: shares[each])
    return kind, round(shares[kind], 3)


def stated_kind(graph: FlowGraph) -> DiagramKind:
    """The kind by shapes: events and gateways without words are a process's, questions a flowchart's, frames and signs
    of stores an architecture's; lines without heads that give each node one parent are a tree's.
    """
    shapes = {node.shape for node in graph.nodes}
    if _is_process(graph):
        return "bpmn"
    if "diam" in shapes:
        return "flowchart"
    if _is_tree(graph):
        return "tree"
    if graph.groups or shapes & _ICONS:
        return "architecture"
    return "flowchart" if shapes & _ROUND else "figure"


def _is_process(graph: FlowGraph) -> bool:
    silent = [node.shape for node in graph.nodes if not node.text.strip() and node.shape in ("circle", "diam")]
    return len(silent) > 1 and any(node.shape == "circle" for node in graph.nodes)


def _is_tree(graph: FlowGraph) -> bool:
    if not graph.edges or any((edge.head, edge.tail) != ("none", "none") for edge in graph.edges):
        return False
    parents = Counter(edge.target for edge in graph.edges)
    return max(parents.values()) == 1 and len(graph.edges) == len(graph.nodes) - 1
