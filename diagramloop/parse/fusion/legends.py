"""Legends: equal little marks in a row or a column, each with what it stands for to its right. They are no nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import Box

LARGEST = 2.0  # text heights of a key's longer side
BESIDE = 1.5  # text heights between a key and its meaning
LEVEL = 0.5  # text heights that the middles of key and meaning, or of two keys, may differ
EQUAL = 0.2  # text heights that two keys' sizes may differ
LEAST = 2  # keys


def legend_keys(shapes: Sequence[Box], texts: Sequence[Box], unit: float) -> NDArray[np.bool_]:
    """Which shapes are keys of a legend, shape (n,).

    Args:
        shapes: boxes of shapes in which nothing is written.
        texts: boxes of free lines of text.
        unit: text height in pixels.
    """
    if not shapes or not texts:
        return np.zeros(len(shapes), bool)
    shape, text = np.array(shapes) / unit, np.array(texts) / unit
    size, middle = shape[:, 2:] - shape[:, :2], (shape[:, :2] + shape[:, 2:]) / 2
    gap = text[None, :, 0] - shape[:, None, 2]
    level = np.abs(middle[:, None, 1] - (text[:, 1] + text[:, 3]) / 2) <= LEVEL
    named = (level & (gap >= 0) & (gap <= BESIDE)).any(axis=1) & (size.max(axis=1) <= LARGEST)
    alike = (np.abs(size[:, None] - size) <= EQUAL).all(axis=2) & named[:, None] & named
    in_line = (np.abs(middle[:, None] - middle) <= LEVEL).any(axis=2)
    return np.asarray((alike & in_line).sum(axis=1) >= LEAST)
