"""Straight strokes that are too long for letters: what they leave is writing, and what they cover there is a line."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]


def straight_strokes(ink: Grey, shortest: float, pause: int) -> NDArray[np.int32]:
    """Both ends x0, y0, x1, y1 of the straight strokes in ``ink`` (0 or 1), shape (n, 4).

    Args:
        shortest: length in pixels of a stroke at least.
        pause: pixels that a stroke may deviate or pause.
    """
    found = cv2.HoughLinesP(ink, 1, math.radians(1), round(shortest), None, shortest, pause)
    return np.reshape(() if found is None else found, (-1, 4)).astype(np.int32)


def drawn(strokes: NDArray[np.int32], shape: tuple[int, ...], width: int) -> Grey:
    """The strokes so many pixels wide, 0 or 1."""
    mask = np.zeros(shape, np.uint8)
    for x0, y0, x1, y1 in strokes.tolist():
        cv2.line(mask, (x0, y0), (x1, y1), 1, width)
    return mask
