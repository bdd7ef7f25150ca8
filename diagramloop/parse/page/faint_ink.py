"""Pencil and worn pens on a photographed page made as dark as ink usually is."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.parse.blackboard import RGB
from diagramloop.parse.page.ruling import FAINTEST, thin_marks, thumbnail

USUAL = 170.0  # levels by which ink is darker than its page
MOST = 3.0  # times as dark, at most: grain becomes darker too
PAINTED = 0.02  # share of a page that is dark and not thin: paint, which is as pale as it is meant to be
TYPICAL = 0.75  # quantile of the darkness of thin marks, much of which is their blur


def darkened(page: RGB) -> RGB:
    """``page`` with thin marks usually USUAL darker than it, itself where they are, or something is painted.

    Args:
        page: dark on white, evenly lit, of shape (height, width, 3).
    """
    small = thumbnail(255 - page.min(axis=2))
    marks = thin_marks(small)
    drawn = marks[marks > 2 * FAINTEST]
    gain = min(MOST, USUAL / float(np.quantile(drawn, TYPICAL))) if drawn.size else 1.0
    if gain <= 1 or (small - marks > 2 * FAINTEST).mean() > PAINTED:
        return page
    return np.asarray(cv2.convertScaleAbs(255 - page, alpha=gain) ^ 255, np.uint8)
