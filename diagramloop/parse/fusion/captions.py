"""Captions: names that stand beside their shapes (events, gateways, data, icons), not inside of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from diagramloop.graph import Box
from diagramloop.parse.blackboard import Shape, TextLine
from diagramloop.parse.fusion.text_blocks import around, blocks_of, is_upright

FARTHEST = 3.5  # dearest caption, in text heights: its distance, and what is unusual about its place
OFF_CENTRE = 0.15  # of the distance between the middles of caption and shape, along the side at which it stands
ABOVE, BESIDE = 0.4, 1.5  # text heights that not standing below counts as
NUMBER = 1.5  # text heights that having no letter counts as: some tools number what they draw
MARKER_SIGNS, MARKER_SIDE = 4, 7.0  # most signs of a marker, and text heights of the longer side of what holds only one
SURE_WORD = 0.9  # confidence of a word of a few letters that is no misread marker
LIKELY_WORD = 0.5  # the same where no caption stands beside
MARKER_HEIGHT = 1.6  # text heights: single letters that are taller are drawn, not written

Boxes = NDArray[np.float64]  # shape (n, 4)


def assign_captions(
    shapes: Sequence[Box], texts: Sequence[Box], unit: float, unlikely: Sequence[float] | None = None
) -> dict[int, int]:
    """Number of the caption of each shape that has one: the assignment of least cost, one to one.

    Args:
        shapes: boxes of shapes without a name of their own.
        texts: boxes of free texts.
        unit: text height in pixels.
        unlikely: text heights that each text costs more, whatever its place; none by default.
    """
    if not shapes or not texts:
        return {}
    cost = _costs(np.array(shapes, dtype=np.float64) / unit, np.array(texts, dtype=np.float64) / unit)
    cost += np.zeros(len(texts)) if unlikely is None else np.array(unlikely)
    rows, columns = linear_sum_assignment(np.minimum(cost, FARTHEST))
    return {int(r): int(c) for r, c in zip(rows, columns, strict=True) if cost[r, c] < FARTHEST}


def _costs(shapes: Boxes, texts: Boxes) -> NDArray[np.float64]:
    """How unlikely each text is each shape's caption, shape (shapes, texts); lengths in text heights."""
    shape, text = shapes[:, None], texts[None, :]
    before, after = shape[..., :2] - text[..., 2:], text[..., :2] - shape[..., 2:]
    gap = np.maximum(np.maximum(before, after), 0.0)  # on each axis
    off = np.abs(shape[..., :2] + shape[..., 2:] - text[..., :2] - text[..., 2:]) / 2
    beside = gap[..., 0] > gap[..., 1]
    above = before[..., 1] > after[..., 1]
    along = np.where(beside, off[..., 1], off[..., 0])
    unusual = np.where(beside, BESIDE, np.where(above, ABOVE, 0.0))
    return np.asarray(np.hypot(gap[..., 0], gap[..., 1]) + OFF_CENTRE * along + unusual)


def captioned(
    shapes: Sequence[Shape], texts: list[list[TextLine]], nodes: list[int], free: Sequence[TextLine], unit: float
) -> tuple[dict[int, list[TextLine]], set[int]]:
    """The lines that stand beside each node of no or next to no text, and the nodes in which there is no word.

    What is written inside of a node that has a caption is its marker.
    """
    marked = [i for i in nodes if _is_marker(shapes[i], texts[i], unit)]
    blocks = blocks_of([line for line in free if not is_upright(line)])
    numbers = [0.0 if any(c.isalpha() for line in block for c in line.text) else NUMBER for block in blocks]
    found = assign_captions([bounds(shapes[i]) for i in marked], [around(block) for block in blocks], unit, numbers)
    legible = {i: [line for line in texts[i] if line.confidence >= LIKELY_WORD] for i in marked}
    symbols = {i for i in marked if not any(_is_word(line, unit) for line in legible[i])}
    return {marked[k]: blocks[block] for k, block in found.items()}, symbols


def _is_word(line: TextLine, unit: float) -> bool:
    """Letters or digits in the drawing's type."""
    return line.box[3] - line.box[1] <= MARKER_HEIGHT * unit and any(c.isalnum() for c in line.text)


def _is_marker(shape: Shape, lines: Sequence[TextLine], unit: float) -> bool:
    """Nothing is written on the shape; or what is drawn on it was read as a sign or two, or not surely: anywhere on a
    small one, in a corner or larger than type on others."""
    x0, y0, x1, y1 = bounds(shape)
    words = [line for line in lines if _is_word(line, unit)]
    sure = any(sum(c.isalnum() for c in line.text) > 1 and line.confidence >= SURE_WORD for line in words)
    signs = sum(not c.isspace() for line in lines for c in line.text)
    small = max(x1 - x0, y1 - y0) <= MARKER_SIDE * unit
    return not sure and signs <= MARKER_SIGNS and (small or not any(_is_central(word, shape) for word in words))


def _is_central(line: TextLine, shape: Shape) -> bool:
    """Its middle lies in the middle half of the shape's box on both axes."""
    x0, y0, x1, y1 = bounds(shape)
    off_x, off_y = (abs(line.box[k] + line.box[k + 2] - low - high) for k, low, high in ((0, x0, x1), (1, y0, y1)))
    return off_x <= (x1 - x0) / 2 and off_y <= (y1 - y0) / 2


def bounds(shape: Shape) -> Box:
    """The box around a shape."""
    (x0, y0), (x1, y1) = np.min(shape.polygon, axis=0), np.max(shape.polygon, axis=0)
    return (float(x0), float(y0), float(x1), float(y1))
