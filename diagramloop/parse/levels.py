"""Differences of colour between neighbouring pixels, in levels of 0 to 255 and the largest channel."""

from __future__ import annotations

from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.parse.blackboard import RGB

Mask = NDArray[np.uint8]  # shape (height, width), 0 or not
CLEAN_FLATNESS = 5  # levels between neighbours of one flat colour, in a picture without noise
_BAND = 128  # rows


def largest_channel(differences: RGB) -> Mask:
    """Largest of the three channels at each pixel, shape (height, width); far cheaper than a maximum over an axis."""
    out = np.empty(differences.shape[:2], np.uint8)
    for top in range(0, len(differences), _BAND):  # bands stay in the processor's cache
        out[top : top + _BAND] = reduce(cv2.max, cv2.split(differences[top : top + _BAND]))
    return out


def contrast(picture: RGB, side: int = 2) -> Mask:
    """Largest channel difference within the ``side`` x ``side`` pixels right and down of each, (height, width)."""
    out = np.empty(picture.shape[:2], np.uint8)
    window = np.ones((side, side), np.uint8)
    for top in range(0, len(picture), _BAND):
        band = picture[top : top + _BAND + side - 1]
        low = cv2.erode(band, window, anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
        high = cv2.dilate(band, window, anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
        out[top : top + _BAND] = largest_channel(cv2.subtract(high, low))[:_BAND]
    return out
