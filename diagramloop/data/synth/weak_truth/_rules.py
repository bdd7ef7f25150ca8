"""Long straight ink: rules of lined and squared paper, rims and folds, and lines drawn with a ruler."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.data.synth.weak_truth._lines import Mask

_LONG_SIDES = 0.035  # of the longer side: longer than strokes of letters
_GAP_PX = 5  # of a rule that light or a scanner broke
_THICK_PX = 10  # of a run with its slant and rims: thicker are words, whose letters were joined
_SLANT_PX = 3  # by which a rule may leave its row or column on its way


def straight(ink: Mask) -> Mask:
    """Ink on lines that are nearly level or upright and longer than letters."""
    length = max(_GAP_PX, round(_LONG_SIDES * max(ink.shape)))
    level = _runs(ink, length)
    upright = _runs(np.ascontiguousarray(ink.T), length).T
    return np.asarray((level | upright) & ink)


def _runs(ink: Mask, length: int) -> Mask:
    """Ink within thin level runs of ``length`` pixels."""
    joined = cv2.dilate(ink.astype(np.uint8), np.ones((_SLANT_PX, _GAP_PX), np.uint8))
    runs = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    thick = cv2.morphologyEx(runs, cv2.MORPH_OPEN, np.ones((_THICK_PX, 1), np.uint8))
    return np.asarray((runs > 0) & (thick == 0))
