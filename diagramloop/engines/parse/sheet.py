"""A picture, and beside it a sheet with what was read from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.graph import Box, Edge, FlowGraph, Node, Point
from diagramloop.graph.lettering import COMFORTABLE, label_px, letters_px, wrapped, wrapped_sizes, written_on
from diagramloop.render.fonts import font

SURE, UNSURE = (0, 130, 60), (215, 60, 0)  # RGB of confidence 1 and 0
GROUP, LABEL, INK = (120, 120, 200), (150, 0, 150), (20, 20, 20)
TITLE_PX, ESTIMATE_PX = 16, 10
BORDER_PX = 2
_HALO_TEXT_HEIGHTS = 0.12  # white around letters: a line behind them does not strike them through
WIDE = 1.6
"""Width over height of a picture, beyond which the sheet stands below it."""


class Grounded(Protocol):
    """Whatever holds a graph with geometry."""

    @property
    def graph(self) -> FlowGraph: ...


def draw_beside(parsed: FlowGraph | Grounded, picture: RGB) -> RGB:
    """The picture, and beside it, or below a wide one, a sheet with what was read: outlines, lines and texts in place.

    Nothing stands over the picture's own letters. Green is sure, red is not; labels without a confidence of their own
    are violet, as texts are black; an estimated F1 of all and of the edges stands in the corner.

    Args:
        parsed: a graph with geometry in the picture's pixels.
        picture: RGB of shape (height, width, 3); not changed.
    """
    graph = parsed if isinstance(parsed, FlowGraph) else parsed.graph
    sheet = np.full_like(picture, 255)
    pen = max(1, round(min(picture.shape[:2]) / 500))
    for group in graph.groups:
        _box(sheet, group.box, GROUP, pen)
    for edge in graph.edges:
        _edge(sheet, edge, pen)
    for node in graph.nodes:
        _node(sheet, node, pen)
    height, width = picture.shape[:2]
    read, below = _lettered(graph, sheet, pen), width > WIDE * height
    border: RGB = np.full((BORDER_PX * pen, width, 3) if below else (height, BORDER_PX * pen, 3), GROUP, np.uint8)
    return (np.vstack if below else np.hstack)([picture, border, read])


def _lettered(graph: FlowGraph, sheet: RGB, pen: int) -> RGB:
    """The sheet with all texts."""
    image = Image.fromarray(sheet)
    canvas = ImageDraw.Draw(image)
    sizes = wrapped_sizes(graph)
    for group in graph.groups:
        _write(canvas, group.text, _title_box(group.box, pen), _colour_or(group.text_confidence, GROUP))
    for node in graph.nodes:
        if node.id in sizes:
            x0, _, x1, _ = written_on(node)
            text = wrapped(node.text, COMFORTABLE * (x1 - x0), sizes[node.id])
            _write(canvas, text, node.box, _colour_or(node.text_confidence, INK), sizes[node.id])
    for edge in graph.edges:
        box = edge.label_box or _middle(edge.path, pen)
        _write(canvas, edge.label, box, _colour_or(edge.label_confidence, LABEL), label_px(edge, sizes))
    _plate(canvas, graph, pen)
    return np.asarray(image)


def _plate(canvas: ImageDraw.ImageDraw, graph: FlowGraph, pen: int) -> None:
    """The estimates in the corner, where there are any, on a plate that covers what is drawn there."""
    if graph.estimated_edge_f1 is None:
        return
    text, share = f"edges: F1 about {graph.estimated_edge_f1:.2f}", graph.estimated_edge_f1
    if graph.estimated_f1 is not None:
        text, share = f"{text}, with all texts {graph.estimated_f1:.2f}", graph.estimated_f1
    place, letters, colour = (3 * pen, 3 * pen), font(ESTIMATE_PX * pen), _colour(share)
    left, top, right, bottom = canvas.textbbox(place, text, font=letters)
    plate = (left - 2 * pen, top - 2 * pen, right + 2 * pen, bottom + 2 * pen)
    canvas.rectangle(plate, fill="white", outline=colour, width=pen)
    canvas.text(place, text, fill=colour, font=letters)


def _title_box(box: Box | None, pen: int) -> Box | None:
    """Place of a frame's title: its upper edge."""
    return None if box is None else (box[0], box[1], box[2], min(box[3], box[1] + 2 * TITLE_PX * pen))


def _middle(path: Sequence[Point] | None, pen: int) -> Box | None:
    """Place of a label whose own nobody knows: around the middle of its line."""
    if not path:
        return None
    x, y = path[len(path) // 2]
    reach = 3 * TITLE_PX * pen
    return (x - reach, y - reach / 3, x + reach, y + reach / 3)


def _write(
    canvas: ImageDraw.ImageDraw, text: str, box: Box | None, colour: tuple[int, ...], size: float | None = None
) -> None:
    """A text in the middle of its box, in letters of a size in px; as large as there is room for if None."""
    if box is None or not text.strip():
        return
    size = size or letters_px(text, box)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    halo, letters = max(1, round(_HALO_TEXT_HEIGHTS * size)), font(round(size))
    canvas.multiline_text(middle, text, colour, letters, "mm", align="center", stroke_width=halo, stroke_fill="white")


def _colour(confidence: float | None) -> tuple[int, ...]:
    share = 1.0 if confidence is None else confidence
    return tuple(round(share * s + (1 - share) * u) for s, u in zip(SURE, UNSURE, strict=True))


def _colour_or(confidence: float | None, unknown: tuple[int, ...]) -> tuple[int, ...]:
    return unknown if confidence is None else _colour(confidence)


def _pixels(points: Iterable[Point]) -> NDArray[np.int32]:
    pixels: NDArray[np.int32] = np.rint(np.array(list(points))).astype(np.int32)
    return pixels.reshape(-1, 1, 2)


def _box(canvas: RGB, box: Box | None, colour: Sequence[int], pen: int) -> None:
    if box:
        x0, y0, x1, y1 = (round(v) for v in box)
        cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, pen)


def _node(canvas: RGB, node: Node, pen: int) -> None:
    colour = _colour(node.confidence)
    if node.polygon:
        cv2.polylines(canvas, [_pixels(node.polygon)], True, colour, pen + 1, cv2.LINE_AA)
    else:
        _box(canvas, node.box, colour, pen + 1)


def _edge(canvas: RGB, edge: Edge, pen: int) -> None:
    _box(canvas, edge.label_box, _colour_or(edge.label_confidence, LABEL), pen)
    if not edge.path or len(edge.path) < 2:
        return
    colour = _colour(edge.confidence)
    cv2.polylines(canvas, [_pixels(edge.path)], False, colour, pen + 1, cv2.LINE_AA)
    if edge.head != "none":
        _arrow(canvas, edge.path, colour, pen)
    if edge.tail != "none":
        _arrow(canvas, edge.path[::-1], colour, pen)


def _arrow(canvas: RGB, path: Sequence[Point], colour: Sequence[int], pen: int) -> None:
    """A head at the end of ``path``, turned as its last stretch."""
    points = np.array(path)
    tip, reach = points[-1], 8.0 * pen
    far = np.hypot(*(points - tip).T) >= reach
    start = points[np.flatnonzero(far)[-1]] if far.any() else points[0]
    along = (tip - start) / max(float(np.hypot(*(tip - start))), 1e-6)
    across = np.array([-along[1], along[0]])
    corners = [tip, tip - reach * along + reach / 2 * across, tip - reach * along - reach / 2 * across]
    cv2.fillPoly(canvas, [_pixels((float(x), float(y)) for x, y in corners)], colour, cv2.LINE_AA)
