"""Plates of labels: what hushes the line behind a text, and is no node."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.engines.parse.levels import Mask
from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.outlines import Points

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Plates of labels, which hush the line behind a text and are no nodes.
PLATE_PALE_LEVELS = 64  # of difference from the page
PLATE_TALLEST_TEXT_HEIGHTS = 8.0  # four lines of a label
_LINE_TEXT_HEIGHTS = 1.6  # below which there is room for no more than a line's capitals
_OUTLINED_TEXT_HEIGHTS = 0.08  # that a low outline with a border may leave its shape, or its lengths in strokes or px
_OUTLINED_PX = 0.5
_BESIDE_TEXT_HEIGHTS = 0.4  # of room left and right of a node's text, at least
_ABOVE_TEXT_HEIGHTS = 0.6  # of room above or below it, at least, where it is pale
_RIM_PX = 2  # of an outline's inside that is its border's blur
_LEAST_GLYPH_TEXT_HEIGHTS = 0.5  # what is lower is noise, or dots


def is_plate(candidate: Candidate, unit: float, background: tuple[int, int, int]) -> bool:
    """A label's plate, or a part of one that its text cuts off: no room around the text."""
    if candidate.fit.name == "circle" or candidate.height > PLATE_TALLEST_TEXT_HEIGHTS * unit:
        return False
    low = candidate.height < _LINE_TEXT_HEIGHTS * unit
    if candidate.border.width > 0:
        most = _OUTLINED_TEXT_HEIGHTS * unit + _OUTLINED_PX
        return low and (candidate.restored or candidate.fit.deviation > most)
    across, above = candidate.room
    pale = np.abs(candidate.fill - np.array(background)).max() <= PLATE_PALE_LEVELS
    cramped = across < _BESIDE_TEXT_HEIGHTS * unit
    return bool(low or cramped or (pale and above < _ABOVE_TEXT_HEIGHTS * unit))


def room(mask: Mask, outline: Points, unit: float) -> tuple[float, float]:
    """See :attr:`Candidate.room`; all of the box where nothing is written."""
    filled = np.zeros_like(mask)
    cv2.fillPoly(filled, [outline.astype(np.int32)], 255)
    rim = np.ones((2 * _RIM_PX + 1, 2 * _RIM_PX + 1), np.uint8)
    inner = cv2.erode(filled, rim, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.bitwise_and(inner, cv2.bitwise_not(mask)))
    corner, extent = stats[1:, :2], stats[1:, 2:4]
    glyphs = extent[:, 1] >= _LEAST_GLYPH_TEXT_HEIGHTS * unit
    (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
    if not glyphs.any():
        return float(x1 - x0), float(y1 - y0)
    left, top = corner[glyphs].min(axis=0)
    right, bottom = (corner + extent)[glyphs].max(axis=0)
    return float(min(left - x0, x1 - right)), float(max(top - y0, y1 - bottom))
