"""Legends: equal little marks in a row or a column, each with what it stands for to its right. They are no nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import Box

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Equal little marks in a row or a column, each with what it stands for to its right.
_LARGEST_TEXT_HEIGHTS = 2.0  # of a key's longer side
_MEANING_TEXT_HEIGHTS = 1.5  # between a key and its meaning
_MISALIGNMENT_TEXT_HEIGHTS = 0.5  # of the middles of key and meaning, or of two keys
_INEQUALITY_TEXT_HEIGHTS = 0.2  # of two keys' sizes
_KEY_COUNT = 2  # of a legend at least


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
    named = np.abs(middle[:, None, 1] - text[:, 1::2].mean(axis=1)) <= _MISALIGNMENT_TEXT_HEIGHTS
    named = (named & (gap >= 0) & (gap <= _MEANING_TEXT_HEIGHTS)).any(axis=1)
    named &= size.max(axis=1) <= _LARGEST_TEXT_HEIGHTS
    alike = (np.abs(size[:, None] - size) <= _INEQUALITY_TEXT_HEIGHTS).all(axis=2) & named[:, None] & named
    in_line = (np.abs(middle[:, None] - middle) <= _MISALIGNMENT_TEXT_HEIGHTS).any(axis=2)
    return np.asarray((alike & in_line).sum(axis=1) >= _KEY_COUNT)
