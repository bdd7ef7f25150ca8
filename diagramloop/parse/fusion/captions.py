"""Captions: names that stand beside their shapes (events, gateways, data, icons), not inside of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.graph import Box
from diagramloop.parse.blackboard import Shape, TextLine
from diagramloop.parse.evidence import evidence
from diagramloop.parse.fusion.markers import is_drawn, is_marker, is_sure_word, is_word
from diagramloop.parse.fusion.settings import CaptionSettings, FusionArbiterSettings
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
    marked = [i for i in nodes if is_marker(shapes[i], texts[i], unit, markers)]
    blocks = blocks_of([line for line in free if not is_upright(line, settings.blocks)], settings.blocks)
    blocks = [block for block in blocks if evidence(block) > 0]
    numbers = [0.0 if any(c.isalpha() for line in block for c in line.text) else extra for block in blocks]
    boxes = [shapes[i].box for i in marked]
    found = assign_captions(boxes, [around(block) for block in blocks], unit, settings.captions, numbers)
    likely = {i: [line for line in texts[i] if line.confidence >= markers.likely_word_share] for i in marked}
    words = [line for lines in texts for line in lines if is_sure_word(line, markers)]
    symbols = {
        i
        for i in marked
        if not any(is_word(line, unit, markers) and not is_drawn(line, shapes[i], words) for line in likely[i])
    }
    return {marked[k]: blocks[block] for k, block in found.items()}, symbols
