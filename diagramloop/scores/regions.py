"""Regions matched by overlap: which predicted box is which reference box."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diagramloop.base.assignment import linear_sum_assignment
from diagramloop.graph import Box

Floats = NDArray[np.float64]

IOU_THRESHOLD = 0.7  # FlowPathAgent, implementation details: segmented regions to reference nodes
_NOWHERE: Box = (0.0, 0.0, 0.0, 0.0)  # no area, so it overlaps nothing


def boxes_array(boxes: Sequence[Box | None]) -> Floats:
    """Boxes as an array of shape (len(boxes), 4); an element without a box gets one that overlaps nothing."""
    return np.array([box or _NOWHERE for box in boxes], dtype=np.float64).reshape(len(boxes), 4)


def iou_matrix(a: Floats, b: Floats) -> Floats:
    """Intersection over union of boxes (n, 4) and (m, 4) as x0, y0, x1, y1; shape (n, m), in [0, 1].

    A box without area, or turned inside out, overlaps nothing.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        low = np.maximum(a[:, None, :2], b[None, :, :2])
        high = np.minimum(a[:, None, 2:], b[None, :, 2:])
        shared = np.prod(np.clip(high - low, 0.0, None), axis=-1)
        union = _areas(a)[:, None] + _areas(b)[None, :] - shared
        overlap = np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)
    finite: Floats = np.nan_to_num(overlap, nan=0.0, posinf=0.0)  # boxes as large as numbers can be overflow
    return finite


def match_regions(overlap: Floats, threshold: float = IOU_THRESHOLD) -> list[tuple[int, int]]:
    """One-to-one matching of overlaps (n, m): as many pairs at or above ``threshold`` as can be had,
    and among those choices the one of the greatest overlap in all.

    Returns:
        (row, column) pairs, rows ascending.
    """
    allowed = overlap >= threshold
    # A pair counts 1 and its overlap less than 1 / (pairs + 1), so overlaps only break ties.
    worth = allowed * (1.0 + overlap / (min(overlap.shape, default=0) + 1))
    rows, columns = linear_sum_assignment(worth, maximize=True)
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True) if allowed[row, column]]


def _areas(boxes: Floats) -> Floats:
    sides: Floats = np.clip(boxes[:, 2:] - boxes[:, :2], 0.0, None)
    return sides[:, 0] * sides[:, 1]
