"""The labelled picture: every region carries a mark by which a model can name it, and attributed regions are drawn.

Follow the Flow, Section 5.1: regions are labelled one after the other with letters, written in red beside them.
Set-of-Marks (Yang et al., 2023) is the same idea without the graph behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from string import ascii_uppercase

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.graph import Box, FlowGraph
from diagramloop.models.pixels import png

Pixels = tuple[int, int, int, int]

RED, GOLD, PREDICTED = (255, 0, 0), (0, 140, 60), (215, 60, 0)  # RGB
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def letters(number: int) -> str:
    """The mark of a region by its place, counted from 0: A, B, ..., Z, AA, AB, ..."""
    mark = ""
    while number >= 0:
        number, digit = divmod(number, 26)
        mark, number = ascii_uppercase[digit] + mark, number - 1
    return mark


def marks(graph: FlowGraph) -> dict[str, str]:
    """Mark to id of every node: from top to bottom and left to right where all have boxes, else in the graph's order.

    Marks stand in for ids wherever a model sees the chart, so that a chart's own ids, which anyone may have
    written, are neither read nor written by it.
    """
    nodes = list(graph.nodes)
    if all(node.box for node in nodes):
        nodes.sort(key=lambda node: (node.box[1], node.box[0]) if node.box else (0.0, 0.0))
    return {letters(place): node.id for place, node in enumerate(nodes)}


def under_marks(graph: FlowGraph, marks: Mapping[str, str]) -> FlowGraph:
    """The graph with marks for the ids of its nodes, and without groups and their edges, which have no marks.

    Args:
        marks: mark to id, one for each node.
    """
    mark_of = {id: mark for mark, id in marks.items()}
    edges = [edge for edge in graph.edges if edge.source in mark_of and edge.target in mark_of]
    return FlowGraph(
        nodes=tuple(node.model_copy(update={"id": mark_of[node.id], "group": None}) for node in graph.nodes),
        edges=tuple(e.model_copy(update={"source": mark_of[e.source], "target": mark_of[e.target]}) for e in edges),
        direction=graph.direction,
    )


def labelled_picture(picture: bytes, regions: Mapping[str, Box]) -> bytes:
    """The picture with each mark written in red right of its region, or left of it where the picture ends.

    Args:
        picture: a file in any format that :func:`read_picture` reads.
        regions: mark to box in pixels.

    Returns:
        PNG, of the same size.

    Raises:
        PictureError: as :func:`read_picture`.
    """
    canvas = read_picture(picture).copy()
    pen = _pen(canvas)
    for mark, box in regions.items():
        _write_beside(canvas, mark, _pixels(box, canvas), pen)
    return png(canvas)


def drawn_path(picture: bytes, path: Sequence[Box], gold: Iterable[Box] = ()) -> bytes:
    """The picture with the attributed regions framed and numbered in order, and gold ones framed around them.

    Args:
        picture: as for :func:`labelled_picture`.
        path: regions in pixels, in the order of the attributed path.
        gold: the regions that are right, where they are known.

    Returns:
        PNG, of the same size.

    Raises:
        PictureError: as :func:`read_picture`.
    """
    canvas = read_picture(picture).copy()
    pen = _pen(canvas)
    for box in gold:
        _frame(canvas, _pixels(box, canvas), GOLD, 2 * pen, margin=4 * pen)
    steps = [_pixels(box, canvas) for box in path]
    for before, after in pairwise(steps):
        cv2.line(canvas, _middle(before), _middle(after), PREDICTED, pen, cv2.LINE_AA)
    for number, box in enumerate(steps, start=1):
        _frame(canvas, box, PREDICTED, 2 * pen)
        _badge(canvas, str(number), box[:2], pen)
    return png(canvas)


def _pen(canvas: RGB) -> int:
    """Width of a line in pixels that is well seen at the picture's size."""
    return max(1, round(min(canvas.shape[:2]) / 500))


def _pixels(box: Box, canvas: RGB) -> Pixels:
    """The box in whole pixels of the canvas: a region may claim to lie anywhere."""
    height, width = canvas.shape[:2]
    x0, y0, x1, y1 = np.rint(np.clip(box, 0, (width, height, width, height))).astype(int).tolist()
    return x0, y0, x1, y1


def _write_beside(canvas: RGB, mark: str, box: Pixels, pen: int) -> None:
    (width, height), _ = cv2.getTextSize(mark, _FONT, 0.8 * pen, 2 * pen)
    x0, y0, x1, y1 = box
    x = x1 + 4 * pen if x1 + 4 * pen + width <= canvas.shape[1] else max(0, x0 - 4 * pen - width)
    y = int(np.clip((y0 + y1 + height) // 2, height, canvas.shape[0]))
    cv2.putText(canvas, mark, (x, y), _FONT, 0.8 * pen, RED, 2 * pen, cv2.LINE_AA)


def _frame(canvas: RGB, box: Pixels, colour: tuple[int, int, int], width: int, margin: int = 0) -> None:
    x0, y0, x1, y1 = box
    cv2.rectangle(canvas, (x0 - margin, y0 - margin), (x1 + margin, y1 + margin), colour, width, cv2.LINE_AA)


def _badge(canvas: RGB, text: str, centre: tuple[int, int], pen: int) -> None:
    (width, height), _ = cv2.getTextSize(text, _FONT, 0.5 * pen, pen)
    cv2.circle(canvas, centre, width // 2 + 6 * pen, PREDICTED, -1, cv2.LINE_AA)
    corner = (centre[0] - width // 2, centre[1] + height // 2)
    cv2.putText(canvas, text, corner, _FONT, 0.5 * pen, (255, 255, 255), pen, cv2.LINE_AA)


def _middle(box: Pixels) -> tuple[int, int]:
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
