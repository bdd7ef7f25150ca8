"""Ink on a real page: darker than the paper around it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.drawing import RGB

Strength = NDArray[np.float32]  # shape (height, width), from 0 (paper) to 1

_SMALLER = 4  # times by which a page is made smaller to find its paper: light changes slowly
_PAPER_SIDES = 0.1  # of the longer side: wider than any stroke, narrower than a shadow
_DARKEST_PAPER = 30.0  # of 255: below, contrast is noise


def ink_strength(page: RGB) -> Strength:
    """Local contrast: the share by which a pixel is darker than the paper around it, in whichever colour shows it."""
    height, width = page.shape[:2]
    small = cv2.resize(page, (max(1, width // _SMALLER), max(1, height // _SMALLER)), interpolation=cv2.INTER_AREA)
    window = min(255, int(_PAPER_SIDES * max(height, width) / _SMALLER) | 1)
    paper = cv2.resize(cv2.medianBlur(small, window), (width, height)).astype(np.float32)
    darker = (paper - page) / np.maximum(paper, _DARKEST_PAPER)
    return np.asarray(darker.max(axis=2).clip(0, 1), np.float32)
