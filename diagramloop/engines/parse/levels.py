"""Differences of colour between neighbouring pixels, in levels of 0 to 255 and the largest channel."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB

Mask = NDArray[np.uint8]  # shape (height, width), 0 or not
MIDDLE_LEVEL = 128  # between black and white
_BAND_ROWS = 128  # they stay in the processor's cache
_CHANNEL_BITS = 8
_PAINT_BITS = 3  # last binary digits of a colour, by which pixels of one paint may differ


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Contrasts of neighbouring pixels from which something is drawn.
DRAWN_CONTRAST_LEVELS = 40  # least one that counts as drawn, not as grain

# Levels at which something is drawn, or flat.
CLEAN_FLATNESS_LEVELS = 5  # within one flat colour, in a picture without noise


def largest_channel(differences: RGB) -> Mask:
    """Largest of the three channels at each pixel, shape (height, width); far cheaper than a maximum over an axis."""
    out = np.empty(differences.shape[:2], np.uint8)
    channels = [np.empty((_BAND_ROWS, differences.shape[1]), np.uint8) for _ in range(3)]
    for top in range(0, len(differences), _BAND_ROWS):
        band = differences[top : top + _BAND_ROWS]
        red, green, blue = cv2.split(band, [channel[: len(band)] for channel in channels])
        out[top : top + _BAND_ROWS] = cv2.max(cv2.max(red, green), blue)
    return out


def contrast(picture: RGB, side: int = 2) -> Mask:
    """Largest channel difference within the ``side`` x ``side`` pixels right and down of each, (height, width)."""
    out = np.empty(picture.shape[:2], np.uint8)
    window = np.ones((side, side), np.uint8)
    for top in range(0, len(picture), _BAND_ROWS):
        band = picture[top : top + _BAND_ROWS + side - 1]
        low = cv2.erode(band, window, anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
        high = cv2.dilate(band, window, anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
        out[top : top + _BAND_ROWS] = largest_channel(cv2.subtract(high, low))[:_BAND_ROWS]
    return out


def every_second(picture: RGB) -> RGB:
    """Every second pixel of every second row, from the first on; far cheaper than a copy of a strided view."""
    height, width = picture.shape[:2]
    even = picture
    if height % 2 or width % 2:
        even = np.asarray(cv2.copyMakeBorder(picture, 0, height % 2, 0, width % 2, cv2.BORDER_REPLICATE), np.uint8)
    size = (even.shape[1] // 2, even.shape[0] // 2)
    return np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def coarse_colours(pixels: RGB, ignored_bits: int) -> NDArray[np.int64]:
    """One number for each colour of n pixels, shape (n, 3), whose last binary digits do not count, shape (n,)."""
    bits = _CHANNEL_BITS - ignored_bits
    return np.asarray((pixels >> ignored_bits).astype(np.int32) @ np.array([1 << 2 * bits, 1 << bits, 1]))


def commonest_colour(pixels: RGB) -> tuple[int, int, int]:
    """Median of the commonest paint among n pixels, shape (n, 3), whatever noise of a few levels there is."""
    coarse = coarse_colours(pixels, _PAINT_BITS)
    commonest = pixels[coarse == np.bincount(coarse).argmax()]
    red, green, blue = np.median(commonest, axis=0).astype(int).tolist()
    return red, green, blue


def sampled_pixels(picture: RGB, mask: Mask, most: int) -> RGB:
    """Evenly many of the pixels under a mask, shape (n, 3): fewer than twice ``most``, all where there are no more."""
    places = np.flatnonzero(mask > 0)  # far quicker than of two axes
    rows, columns = np.divmod(places[:: max(1, len(places) // most)], mask.shape[1])
    return picture[rows, columns]


def places_along(
    corners: NDArray[np.int32], width: int, size: tuple[int, ...], *, closed: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows and columns of the pixels in a band of ``width`` pixels along a line, in their order.

    Args:
        corners: of the line, shape (n, 2).
        size: height and width of the picture, and what follows.
        closed: a line that ends where it begins.
    """
    left, top = np.maximum(corners.min(axis=0) - width, 0).tolist()
    right, bottom = np.minimum(corners.max(axis=0) + width + 1, (size[1], size[0])).tolist()
    band = np.zeros((max(0, bottom - top), max(0, right - left)), np.uint8)  # a picture is a hundred times as large
    if band.size:
        cv2.polylines(band, [(corners - np.array([left, top], np.int32)).reshape(-1, 1, 2)], closed, 1, width)
    rows, columns = np.divmod(np.flatnonzero(band), max(1, right - left))  # far quicker than of two axes
    return rows + top, columns + left
