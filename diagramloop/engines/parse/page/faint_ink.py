"""Pencil and worn pens on a photographed page made as dark as ink usually is."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.page.ruling import MARK_FAINTEST_LEVELS, thin_marks, thumbnail

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Pencil and worn pens, made as dark as ink usually is.
_USUAL_LEVELS = 170.0  # by which ink is darker than its page
_MOST_GAIN_RATIO = 3.0  # times as dark: grain becomes darker too
_MOST_PAINTED_SHARE = 0.02  # of a page that is dark and not thin: paint, which is as pale as it is meant to be
_TYPICAL_QUANTILE = 0.75  # of the darkness of thin marks, much of which is their blur
_SURELY_MARKED_RATIO = 2.0  # of the faintest mark's darkness


def darkened(page: RGB) -> RGB:
    """``page`` with thin marks usually as dark as ink is, itself where they are, or something is painted.

    Args:
        page: dark on white, evenly lit, of shape (height, width, 3).
    """
    small = thumbnail(255 - page.min(axis=2))
    thin, least = thin_marks(small), _SURELY_MARKED_RATIO * MARK_FAINTEST_LEVELS
    drawn = thin[thin > least]
    typical = float(np.quantile(drawn, _TYPICAL_QUANTILE)) if drawn.size else _USUAL_LEVELS
    gain = min(_MOST_GAIN_RATIO, _USUAL_LEVELS / typical)
    if gain <= 1 or (small - thin > least).mean() > _MOST_PAINTED_SHARE:
        return page
    return np.asarray(cv2.convertScaleAbs(255 - page, alpha=gain) ^ 255, np.uint8)
