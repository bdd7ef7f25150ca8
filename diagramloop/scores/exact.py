"""Exact metrics: every element of the reference is found, once, or it is missed; what is found besides is wrong.

All count over an :class:`~diagramloop.scores.alignment.Alignment`. Rates are taken over the reference's
elements, found or not, so that leaving out what is hard never helps.
"""

from __future__ import annotations

from diagramloop.graph import FlowGraph, Group, Node, NodeKind
from diagramloop.scores.alignment import Alignment
from diagramloop.scores.counts import Counts
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.similarity import edit_similarity, fold


def is_placed(graph: FlowGraph) -> bool:
    """True where some node or group has a box: the graph is then compared by place, else by text."""
    return any(node.box for node in graph.nodes) or any(group.box for group in graph.groups)


def require_boxes(pred: FlowGraph, gold: FlowGraph) -> None:
    """Refuse graphs that cannot be compared by place.

    Raises:
        MissingPartError: a reference node or group has no box, or the prediction has nodes and no box at
            all. Single predicted nodes without a box are wrong, not missing: they match nothing.
    """
    elements: list[Node | Group] = [*gold.nodes, *gold.groups]
    unplaced = [element.id for element in elements if element.box is None]
    if unplaced:
        raise MissingPartError(f"the reference has no box for {len(unplaced)} of its nodes and groups")
    if pred.nodes and all(node.box is None for node in pred.nodes):
        raise MissingPartError("the prediction has no boxes")


def node_text(pred: FlowGraph, gold: FlowGraph, alignment: Alignment) -> Counts:
    """Reference nodes found with the very text, white space and quotes folded."""
    right = sum(fold(pred.nodes[p].text) == fold(gold.nodes[g].text) for p, g in alignment.nodes.matched)
    return Counts.rate(right, len(gold.nodes))


def node_text_similarity(pred: FlowGraph, gold: FlowGraph, alignment: Alignment) -> Counts:
    """Edit similarity of the text of each reference node with its match; 0 for a node not found."""
    pairs = alignment.nodes.matched
    alike = edit_similarity([pred.nodes[p].text for p, _ in pairs], [gold.nodes[g].text for _, g in pairs])
    return Counts.rate(float(alike.diagonal().sum()), len(gold.nodes))


def node_kind(pred: FlowGraph, gold: FlowGraph, alignment: Alignment) -> Counts:
    """Reference nodes of known kind found with that kind."""
    right = sum(pred.nodes[p].kind == gold.nodes[g].kind != NodeKind.UNKNOWN for p, g in alignment.nodes.matched)
    return Counts.rate(right, sum(node.kind != NodeKind.UNKNOWN for node in gold.nodes))


def node_shape(pred: FlowGraph, gold: FlowGraph, alignment: Alignment) -> Counts:
    """Reference nodes of known shape found with that shape."""
    right = sum(
        bool(gold.nodes[g].shape) and pred.nodes[p].shape == gold.nodes[g].shape for p, g in alignment.nodes.matched
    )
    return Counts.rate(right, sum(bool(node.shape) for node in gold.nodes))


def edge_label(pred: FlowGraph, gold: FlowGraph, alignment: Alignment) -> Counts:
    """Labelled visible reference edges found with the very label, white space and quotes folded."""
    labels = {g: fold(edge.label) for g, edge in enumerate(gold.edges) if edge.arcs() and fold(edge.label)}
    right = sum(g in labels and fold(pred.edges[p].label) == labels[g] for p, g in alignment.edges.matched)
    return Counts.rate(right, len(labels))


def edge_set(alignment: Alignment) -> Counts:
    """1 of 1 if every edge of the chart is right and none is invented, else 0 of 1."""
    edges = alignment.edges
    return Counts.rate(int(not (edges.reversed or edges.invented or edges.missing)), 1)


def all_right(pred: FlowGraph, gold: FlowGraph, alignment: Alignment) -> Counts:
    """1 of 1 if every node, every edge and every text and label is right and nothing is invented, else 0 of 1.

    Components, arrows and texts are conjunctive, as SciForma argues: a figure with one wrong axis is a wrong figure.
    """
    nodes, edges = alignment.nodes, alignment.edges
    texts = all(fold(pred.nodes[p].text) == fold(gold.nodes[g].text) for p, g in nodes.matched)
    labels = all(fold(pred.edges[p].label) == fold(gold.edges[g].label) for p, g in edges.matched)
    complete = not (nodes.invented or nodes.missing)
    return Counts.rate(int(complete and texts and labels and edge_set(alignment).correct), 1)
