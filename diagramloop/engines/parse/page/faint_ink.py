"""Pencil and worn pens on a photographed page made as dark as ink usually is."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.page.ruling import thin_marks, thumbnail
from diagramloop.engines.parse.page.settings import FaintInkSettings, MarkSettings


def darkened(page: RGB, marks: MarkSettings, settings: FaintInkSettings) -> RGB:
    """``page`` with thin marks usually as dark as ink is, itself where they are, or something is painted.

    Args:
        page: dark on white, evenly lit, of shape (height, width, 3).
    """
    small = thumbnail(255 - page.min(axis=2), marks)
    thin, least = thin_marks(small, marks), settings.surely_marked_ratio * marks.faintest_levels
    drawn = thin[thin > least]
    typical = float(np.quantile(drawn, settings.typical_quantile)) if drawn.size else settings.usual_levels
    gain = min(settings.most_gain_ratio, settings.usual_levels / typical)
    if gain <= 1 or (small - thin > least).mean() > settings.most_painted_share:
        return page
    return np.asarray(cv2.convertScaleAbs(255 - page, alpha=gain) ^ 255, np.uint8)
