"""Legends: equal little marks in a row or a column, each with what it stands for to its right. They are no nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.fusion.settings import LegendSettings
from diagramloop.graph import Box


def legend_keys(
    shapes: Sequence[Box], texts: Sequence[Box], unit: float, settings: LegendSettings
) -> NDArray[np.bool_]:
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
    misaligned = settings.misalignment_text_heights
    named = np.abs(middle[:, None, 1] - text[:, 1::2].mean(axis=1)) <= misaligned
    named = (named & (gap >= 0) & (gap <= settings.meaning_text_heights)).any(axis=1)
    named &= size.max(axis=1) <= settings.largest_text_heights
    alike = (np.abs(size[:, None] - size) <= settings.inequality_text_heights).all(axis=2) & named[:, None] & named
    in_line = (np.abs(middle[:, None] - middle) <= misaligned).any(axis=2)
    return np.asarray((alike & in_line).sum(axis=1) >= settings.key_count)
