"""Captions: names that stand beside their shapes (events, gateways, data, icons), not inside of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from flowbench.graph import Box

FARTHEST = 3.5  # dearest caption, in text heights: its distance, and what is unusual about its place
OFF_CENTRE = 0.15  # of the distance between the middles of caption and shape, along the side at which it stands
ABOVE, BESIDE = 0.4, 1.5  # text heights that not standing below counts as

Boxes = NDArray[np.float64]  # shape (n, 4)


def assign_captions(shapes: Sequence[Box], texts: Sequence[Box], unit: float) -> dict[int, int]:
    """Number of the caption of each shape that has one: the assignment of least cost, one to one.

    Args:
        shapes: boxes of shapes without a name of their own.
        texts: boxes of free texts.
        unit: text height in pixels.
    """
    if not shapes or not texts:
        return {}
    cost = _costs(np.array(shapes, dtype=np.float64) / unit, np.array(texts, dtype=np.float64) / unit)
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
