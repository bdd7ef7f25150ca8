"""Plates of labels: what hushes the line behind a text, and is no node."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.parse.levels import Mask
from diagramloop.parse.shapes.candidates import Candidate
from diagramloop.parse.shapes.outlines import Points

PALE = 64  # largest difference from the page of a plate, which only hushes the line behind a label
TALLEST = 8.0  # text heights: four lines of a label


def is_plate(candidate: Candidate, unit: float, background: tuple[int, int, int]) -> bool:
    """A label's plate, or a part of one that its text cuts off: no room around the text."""
    if candidate.fit.name == "circle" or candidate.height > TALLEST * unit:
        return False
    low = candidate.height < 1.6 * unit
    if candidate.border.width > 0:
        return low and (candidate.restored or candidate.fit.deviation > 0.08 * unit + 0.5)
    across, above = candidate.room
    pale = np.abs(candidate.fill - np.array(background)).max() <= PALE
    return bool(low or across < 0.4 * unit or (pale and above < 0.6 * unit))


def room(mask: Mask, outline: Points, unit: float) -> tuple[float, float]:
    """See :attr:`Candidate.room`; all of the box where nothing is written."""
    filled = np.zeros_like(mask)
    cv2.fillPoly(filled, [outline.astype(np.int32)], 255)
    inner = cv2.erode(filled, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.bitwise_and(inner, cv2.bitwise_not(mask)))
    corner, extent = stats[1:, :2], stats[1:, 2:4]
    glyphs = extent[:, 1] >= 0.5 * unit  # what is lower is noise, or dots
    (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
    if not glyphs.any():
        return float(x1 - x0), float(y1 - y0)
    left, top = corner[glyphs].min(axis=0)
    right, bottom = (corner + extent)[glyphs].max(axis=0)
    return float(min(left - x0, x1 - right)), float(max(top - y0, y1 - bottom))
