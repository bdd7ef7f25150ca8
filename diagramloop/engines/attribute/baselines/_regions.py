"""Regions that systems without a graph point at: corners that they write, masks that they paint."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import Box

LEAST_AREA = 100  # pixels; a smaller speck of a mask is no node


def placed_boxes(corners: NDArray[np.float64], size: tuple[int, int]) -> tuple[Box, ...]:
    """Boxes in pixels, each once.

    When no number is beyond 1 they are taken as shares of the picture's sides, else as pixels. Corners are put in
    order, and boxes cut at the picture's edge; what has no area then is left out.

    Args:
        corners: (n, 2, 2), of each box two opposite corners as x and y.
        size: (width, height) of the picture.
    """
    sides = np.array(size, dtype=np.float64)
    if corners.size and np.abs(corners).max() <= 1:
        corners = corners * sides
    ordered = np.sort(np.clip(corners, 0, sides), axis=1)
    solid = ordered[(ordered[:, 0] < ordered[:, 1]).all(axis=1)]
    return tuple(dict.fromkeys((x0, y0, x1, y1) for (x0, y0), (x1, y1) in solid.tolist()))


def mask_boxes(masks: Iterable[NDArray[np.bool_]]) -> tuple[Box, ...]:
    """The box around each connected part of each mask, from top to bottom; specks of under 100 pixels are left out.

    Args:
        masks: (height, width) each.
    """
    return tuple(dict.fromkeys(box for mask in masks for box in sorted(_parts(mask), key=lambda b: (b[1], b[0]))))


def _parts(mask: NDArray[np.bool_]) -> list[Box]:
    _, _, statistics, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(mask, dtype=np.uint8), connectivity=8)
    parts = statistics[1:]  # the first is what is not painted
    x, y, width, height, _ = parts[parts[:, cv2.CC_STAT_AREA] >= LEAST_AREA].T.astype(float)
    return list(zip(x.tolist(), y.tolist(), (x + width).tolist(), (y + height).tolist(), strict=True))
