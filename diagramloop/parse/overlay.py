"""A picture with what was read from it drawn over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import Box, Edge, FlowGraph, Node, Point
from diagramloop.parse.blackboard import RGB

LIGHTENED = 0.6  # share of white in the picture below
SURE, UNSURE = (0, 130, 60), (215, 60, 0)  # RGB of confidence 1 and 0
GROUP, LABEL = (120, 120, 200), (150, 0, 150)
FONT = cv2.FONT_HERSHEY_SIMPLEX


class Grounded(Protocol):
    """Whatever holds a graph with geometry."""

    @property
    def graph(self) -> FlowGraph: ...


def draw_over(parsed: FlowGraph | Grounded, picture: RGB) -> RGB:
    """Nodes, edges with their direction, labels and groups over the lightened picture; green is sure, red is not.

    Labels without a confidence of their own are violet; an estimated F1 of the edges stands in the corner.

    Args:
        parsed: a graph with geometry in the picture's pixels.
        picture: RGB of shape (height, width, 3); not changed.
    """
    graph = parsed if isinstance(parsed, FlowGraph) else parsed.graph
    canvas: RGB = cv2.addWeighted(picture, 1 - LIGHTENED, np.full_like(picture, 255), LIGHTENED, 0)
    pen = max(1, round(min(picture.shape[:2]) / 500))
    for group in graph.groups:
        _box(canvas, group.box, GROUP, pen)
        _write(canvas, group.id, group.box, GROUP, pen)
    for node in graph.nodes:
        _node(canvas, node, pen)
    for edge in graph.edges:
        _edge(canvas, edge, pen)
    if graph.estimated_edge_f1 is not None:
        estimate = f"edges: F1 about {graph.estimated_edge_f1:.2f}"
        _write(canvas, estimate, (0.0, 0.0, 0.0, 0.0), _colour(graph.estimated_edge_f1), pen)
    return canvas


def _colour(confidence: float | None) -> tuple[int, ...]:
    share = 1.0 if confidence is None else confidence
    return tuple(round(share * s + (1 - share) * u) for s, u in zip(SURE, UNSURE, strict=True))


def _pixels(points: Iterable[Point]) -> NDArray[np.int32]:
    pixels: NDArray[np.int32] = np.rint(np.array(list(points))).astype(np.int32)
    return pixels.reshape(-1, 1, 2)


def _box(canvas: RGB, box: Box | None, colour: Sequence[int], pen: int) -> None:
    if box:
        x0, y0, x1, y1 = (round(v) for v in box)
        cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, pen)


def _write(canvas: RGB, text: str, box: Box | None, colour: Sequence[int], pen: int) -> None:
    if box:
        corner = (round(box[0]) + 2 * pen, round(box[1]) + 12 * pen)
        cv2.putText(canvas, text, corner, FONT, 0.4 * pen, colour, pen, cv2.LINE_AA)


def _node(canvas: RGB, node: Node, pen: int) -> None:
    colour = _colour(node.confidence)
    if node.polygon:
        cv2.polylines(canvas, [_pixels(node.polygon)], True, colour, 2 * pen, cv2.LINE_AA)
    else:
        _box(canvas, node.box, colour, 2 * pen)
    _write(canvas, node.id, node.box, colour, pen)


def _edge(canvas: RGB, edge: Edge, pen: int) -> None:
    _box(canvas, edge.label_box, LABEL if edge.label_confidence is None else _colour(edge.label_confidence), pen)
    if not edge.path or len(edge.path) < 2:
        return
    colour = _colour(edge.confidence)
    cv2.polylines(canvas, [_pixels(edge.path)], False, colour, 2 * pen, cv2.LINE_AA)
    if edge.head != "none":
        _arrow(canvas, edge.path, colour, pen)
    if edge.tail != "none":
        _arrow(canvas, edge.path[::-1], colour, pen)


def _arrow(canvas: RGB, path: Sequence[Point], colour: Sequence[int], pen: int) -> None:
    """A head at the end of ``path``, turned as its last stretch."""
    points = np.array(path)
    tip, reach = points[-1], 12.0 * pen
    far = np.hypot(*(points - tip).T) >= reach
    start = points[np.flatnonzero(far)[-1]] if far.any() else points[0]
    along = (tip - start) / max(float(np.hypot(*(tip - start))), 1e-6)
    across = np.array([-along[1], along[0]])
    corners = [tip, tip - reach * along + reach / 2 * across, tip - reach * along - reach / 2 * across]
    cv2.fillPoly(canvas, [_pixels((float(x), float(y)) for x, y in corners)], colour, cv2.LINE_AA)
