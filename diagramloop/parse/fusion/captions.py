"""Captions: names that stand beside their shapes (events, gateways, data, icons), not inside of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.graph import Box
from diagramloop.parse.blackboard import Shape, TextLine
from diagramloop.parse.fusion.settings import CaptionSettings, FusionArbiterSettings, MarkerSettings
from diagramloop.parse.fusion.text_blocks import around, blocks_of, is_upright

Boxes = NDArray[np.float64]  # shape (n, 4)


def assign_captions(
    shapes: Sequence[Box],
    texts: Sequence[Box],
    unit: float,
    settings: CaptionSettings,
    unlikely: Sequence[float] | None = None,
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
    farthest = settings.farthest_text_heights
    cost = _costs(np.array(shapes, dtype=np.float64) / unit, np.array(texts, dtype=np.float64) / unit, settings)
    cost += np.zeros(len(texts)) if unlikely is None else np.array(unlikely)
    rows, columns = scipy.optimize.linear_sum_assignment(np.minimum(cost, farthest))
    return {int(r): int(c) for r, c in zip(rows, columns, strict=True) if cost[r, c] < farthest}


def _costs(shapes: Boxes, texts: Boxes, settings: CaptionSettings) -> NDArray[np.float64]:
    """Costs of taking each text for each shape's caption, shape (shapes, texts); lengths in text heights."""
    shape, text = shapes[:, None], texts[None, :]
    before, after = shape[..., :2] - text[..., 2:], text[..., :2] - shape[..., 2:]
    gap = np.maximum(np.maximum(before, after), 0.0)  # on each axis
    off = np.abs(shape[..., :2] + shape[..., 2:] - text[..., :2] - text[..., 2:]) / 2
    beside = gap[..., 0] > gap[..., 1]
    above = before[..., 1] > after[..., 1]
    along = np.where(beside, off[..., 1], off[..., 0])
    unusual = np.where(above, settings.above_text_heights, 0.0)
    unusual = np.where(beside, settings.side_text_heights, unusual)
    return np.asarray(np.hypot(gap[..., 0], gap[..., 1]) + settings.off_centre_share * along + unusual)


def captioned(
    shapes: Sequence[Shape],
    texts: list[list[TextLine]],
    nodes: list[int],
    free: Sequence[TextLine],
    unit: float,
    settings: FusionArbiterSettings,
) -> tuple[dict[int, list[TextLine]], set[int]]:
    """The lines that stand beside each node of no or next to no text, and the nodes in which there is no word.

    What is written inside of a node that has a caption is its marker.
    """
    markers, extra = settings.markers, settings.captions.number_text_heights
    marked = [i for i in nodes if _is_marker(shapes[i], texts[i], unit, markers)]
    blocks = blocks_of([line for line in free if not is_upright(line, settings.blocks)], settings.blocks)
    numbers = [0.0 if any(c.isalpha() for line in block for c in line.text) else extra for block in blocks]
    boxes = [shapes[i].box for i in marked]
    found = assign_captions(boxes, [around(block) for block in blocks], unit, settings.captions, numbers)
    likely = {i: [line for line in texts[i] if line.confidence >= markers.likely_word_share] for i in marked}
    symbols = {i for i in marked if not any(_is_word(line, unit, markers) for line in likely[i])}
    return {marked[k]: blocks[block] for k, block in found.items()}, symbols


def _is_word(line: TextLine, unit: float, settings: MarkerSettings) -> bool:
    """Letters or digits in the drawing's type."""
    return line.box[3] - line.box[1] <= settings.word_text_heights * unit and any(c.isalnum() for c in line.text)


def _is_marker(shape: Shape, lines: Sequence[TextLine], unit: float, settings: MarkerSettings) -> bool:
    """Nothing is written on the shape; or what is drawn on it was read as a sign or two, or not surely: anywhere on a
    small one, in a corner or larger than type on others."""
    x0, y0, x1, y1 = shape.box
    words = [line for line in lines if _is_word(line, unit, settings)]
    likely = [line for line in words if line.confidence >= settings.sure_word_share]
    sure = any(sum(c.isalnum() for c in line.text) > 1 for line in likely)
    signs = sum(not c.isspace() for line in lines for c in line.text)
    small = max(x1 - x0, y1 - y0) <= settings.holder_text_heights * unit
    few = signs <= settings.sign_count
    return not sure and few and (small or not any(_is_central(word, shape) for word in words))


def _is_central(line: TextLine, shape: Shape) -> bool:
    """Its middle lies in the middle half of the shape's box on both axes."""
    x0, y0, x1, y1 = shape.box
    off_x, off_y = (abs(line.box[k] + line.box[k + 2] - low - high) for k, low, high in ((0, x0, x1), (1, y0, y1)))
    return off_x <= (x1 - x0) / 2 and off_y <= (y1 - y0) / 2
