"""Which texts of a reading are right: of nodes and frames that are there, and of labels on edges that are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from diagramloop.engines.parse.same_places import paired
from diagramloop.evaluation.calibration import SAME_PLACE, met, same_text
from diagramloop.graph import FlowGraph, Group, Node


def texts_right(read: FlowGraph, gold: FlowGraph) -> list[float | None]:
    """1 for each text that is right, 0 for a wrong one, in the order of ``Explanation.texts``: of nodes, of groups, of
    the edges that have a label; None where there is nothing to compare it with.
    """
    alignment = met(read, gold)
    nodes, edges = dict(alignment.nodes.matched), dict(alignment.edges.matched)
    labelled = [number for number, edge in enumerate(read.edges) if edge.label]
    right = [*_right(read.nodes, gold.nodes, nodes), *_right(read.groups, gold.groups, _frames(read, gold))]
    for number in labelled:
        other = edges.get(number)
        right.append(None if other is None else float(same_text(read.edges[number].label, gold.edges[other].label)))
    return right


def _right(
    read: tuple[Node | Group, ...], gold: tuple[Node | Group, ...], pairs: Mapping[int, int]
) -> Iterator[float | None]:
    for number, element in enumerate(read):
        other = pairs.get(number)
        yield None if other is None else float(same_text(element.text, gold[other].text))


def _frames(read: FlowGraph, gold: FlowGraph) -> dict[int, int]:
    """Numbers of the gold frames in whose places those that were read lie."""
    boxes = [
        np.array([group.box or (0, 0, 0, 0) for group in graph.groups], float).reshape(-1, 4) for graph in (read, gold)
    ]
    return dict(paired(boxes[0], boxes[1], SAME_PLACE))


def whole_f1(read: FlowGraph, gold: FlowGraph) -> float:
    """F1 of nodes by place and text, of edges, and of labels, all counted together."""
    alignment = met(read, gold)
    right = sum(same_text(read.nodes[p].text, gold.nodes[g].text) for p, g in alignment.nodes.matched)
    for p, g in alignment.edges.matched:
        label = read.edges[p].label
        right += 1 + bool(label and same_text(label, gold.edges[g].label))
    there = sum(len(g.nodes) + len(g.edges) + sum(bool(edge.label) for edge in g.edges) for g in (read, gold))
    return 2 * right / there if there else 1.0
