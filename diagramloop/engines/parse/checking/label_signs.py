"""Signs of the labels of edges: how surely they are read, and how surely they are this edge's."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import shapely

from diagramloop.engines.parse.blackboard import Blackboard
from diagramloop.engines.parse.checking.explanation import LabelSigns
from diagramloop.graph import FlowGraph, NodeKind

UNKNOWN = float("nan")
REACH = 2.0  # heights of text from an edge within which other texts are rivals


def label_signs(board: Blackboard, graph: FlowGraph, unit: float) -> dict[int, LabelSigns]:
    """Signs of each label, by the number of its edge.

    Args:
        unit: height of text in pixels of the page.
    """
    lines = np.array([shapely.LineString(e.path) if e.path else shapely.LineString() for e in graph.edges], object)
    boxes = np.array([shapely.box(*text.box) for text in board.labels], object)
    confidence = {text.box: text.confidence for text in board.labels}
    found = {}
    for number, edge in enumerate(graph.edges):
        if not edge.label or edge.label_box is None:
            continue
        box = shapely.box(*edge.label_box)
        far = shapely.distance(lines, box) / unit
        others = np.delete(far, number)
        others = others[~np.isnan(others)]
        near = shapely.distance(lines[number], boxes) / unit < REACH if len(boxes) else np.zeros(0)
        found[number] = LabelSigns(
            text_confidence=confidence.get(edge.label_box, UNKNOWN),
            distance_text_heights=float(far[number]),
            margin_text_heights=float(others.min() - far[number]) if len(others) else UNKNOWN,
            characters=float(len(edge.label)),
            height_text_heights=(edge.label_box[3] - edge.label_box[1]) / unit,
            rivals=float(max(0, int(near.sum()) - 1)),
        )
    return found


def bare_exits(graph: FlowGraph) -> tuple[int, ...]:
    """Numbers of the edges without a label that leave a decision together with others: one of them says when."""
    deciding = {node.id for node in graph.nodes if node.kind in (NodeKind.DECISION, NodeKind.XOR)}
    exits: dict[str, list[int]] = defaultdict(list)
    for number, edge in enumerate(graph.edges):
        if edge.source in deciding and not edge.label:
            exits[edge.source].append(number)
    return tuple(number for numbers in exits.values() if len(numbers) > 1 for number in numbers)
