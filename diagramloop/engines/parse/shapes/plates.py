"""Plates of labels: what hushes the line behind a text, and is no node."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.engines.parse.levels import Mask
from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.outlines import Points
from diagramloop.engines.parse.shapes.settings import PlateSettings


def is_plate(candidate: Candidate, unit: float, background: tuple[int, int, int], settings: PlateSettings) -> bool:
    """A label's plate, or a part of one that its text cuts off: no room around the text."""
    if candidate.fit.name == "circle" or candidate.height > settings.tallest_text_heights * unit:
        return False
    low = candidate.height < settings.line_text_heights * unit
    if candidate.border.width > 0:
        most = settings.outlined_text_heights * unit + settings.outlined_px
        return low and (candidate.restored or candidate.fit.deviation > most)
    across, above = candidate.room
    pale = np.abs(candidate.fill - np.array(background)).max() <= settings.pale_levels
    cramped = across < settings.beside_text_heights * unit
    return bool(low or cramped or (pale and above < settings.above_text_heights * unit))


def room(mask: Mask, outline: Points, unit: float, settings: PlateSettings) -> tuple[float, float]:
    """See :attr:`Candidate.room`; all of the box where nothing is written."""
    filled = np.zeros_like(mask)
    cv2.fillPoly(filled, [outline.astype(np.int32)], 255)
    rim = np.ones((2 * settings.rim_px + 1, 2 * settings.rim_px + 1), np.uint8)
    inner = cv2.erode(filled, rim, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.bitwise_and(inner, cv2.bitwise_not(mask)))
    corner, extent = stats[1:, :2], stats[1:, 2:4]
    glyphs = extent[:, 1] >= settings.least_glyph_text_heights * unit
    (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
    if not glyphs.any():
        return float(x1 - x0), float(y1 - y0)
    left, top = corner[glyphs].min(axis=0)
    right, bottom = (corner + extent)[glyphs].max(axis=0)
    return float(min(left - x0, x1 - right)), float(max(top - y0, y1 - bottom))
