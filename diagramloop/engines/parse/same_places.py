"""Boxes of two lists that are the same place."""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.graph import Box

Boxes = NDArray[np.float64]  # shape (n, 4): x0, y0, x1, y1


def overlaps(ours: Boxes, theirs: Boxes) -> NDArray[np.float64]:
    """Intersection over union of each of our boxes with each of theirs, shape (ours, theirs)."""
    common, areas = common_areas(ours, theirs), (_areas(ours), _areas(theirs))
    union = areas[0][:, None] + areas[1][None] - common
    return np.asarray(common / np.maximum(union, 1e-9))


def covered(ours: Boxes, theirs: Boxes) -> NDArray[np.float64]:
    """Common area of each of our boxes with each of theirs, in areas of the smaller one, shape (ours, theirs)."""
    common = common_areas(ours, theirs)
    return np.asarray(common / np.maximum(np.minimum.outer(_areas(ours), _areas(theirs)), 1e-9))


def paired(ours: Boxes, theirs: Boxes, least: float) -> list[tuple[int, int]]:
    """One of ours and one of theirs each that overlap by ``least`` or more; the overlaps are the largest in sum."""
    overlap = overlaps(ours, theirs)
    pairs = zip(*scipy.optimize.linear_sum_assignment(-overlap), strict=True)
    return [(int(i), int(j)) for i, j in pairs if overlap[i, j] >= least]


def common_areas(ours: Boxes, theirs: Boxes) -> NDArray[np.float64]:
    """Common area of each of our boxes with each of theirs, shape (ours, theirs)."""
    low = np.maximum(ours[:, None, :2], theirs[None, :, :2])
    high = np.minimum(ours[:, None, 2:], theirs[None, :, 2:])
    return np.asarray(np.prod((high - low).clip(0), axis=2))


def holds_middle(outer: Box, inner: Box) -> bool:
    """True where the middle of a box lies in another one."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def _areas(boxes: Boxes) -> NDArray[np.float64]:
    return np.asarray(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))
