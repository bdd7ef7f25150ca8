"""Connected regions of flat colour: the page, insides of nodes and frames, borders thick enough, glyph parts.

Two neighbours belong together when no channel differs by more than the flatness, so a gradient or the
soft edge of a shadow is one region, while any drawn line, however thin, parts two.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import in_chunks
from diagramloop.engines.parse.levels import Mask

_BAND = 1_000_000  # pixels whose stretches are held at once


@dataclass(frozen=True)
class FlatRegions:
    """The regions of a picture, numbered from 1; number 0 is everything that is not flat.

    Attributes:
        labels: number of the region at each pixel, shape (height, width).
        boxes: x0, y0, x1, y1 (exclusive) per number, shape (count, 4).
        areas: pixels per number, shape (count,).
    """

    labels: NDArray[np.int32]
    boxes: NDArray[np.int32]
    areas: NDArray[np.int32]

    def crop(self, number: int) -> Mask:
        """The region alone (255 or 0) within its box."""
        x0, y0, x1, y1 = self.boxes[number]
        return np.where(self.labels[y0:y1, x0:x1] == number, np.uint8(255), np.uint8(0))

    def large(self, side: float) -> NDArray[np.int64]:
        """Numbers of the regions whose box is at least ``side`` pixels wide and high, largest area first."""
        extent = self.boxes[:, 2:] - self.boxes[:, :2]
        numbers = np.flatnonzero((extent.min(axis=1) >= side) & (np.arange(len(extent)) > 0))
        return numbers[np.argsort(-self.areas[numbers], kind="stable")]


def flat_regions(contrasts: Mask, flatness: int) -> FlatRegions:
    """Label the regions (4-connected) in which no contrast, as from :func:`contrast`, exceeds ``flatness``."""
    flat = cv2.compare(contrasts, flatness, cv2.CMP_LE)
    count, labels = cv2.connectedComponents(flat, connectivity=4, ltype=cv2.CV_32S)
    return FlatRegions(labels, *_extents(labels, count))


def _extents(labels: NDArray[np.int32], count: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Boxes and areas of all numbers. OpenCV's statistics look at each pixel; this looks at each stretch of one number
    in a row, in a third of the time.
    """
    height, width = labels.shape
    x0, y0, x1, y1, areas = (np.full(count, start, np.int64) for start in (width, height, 0, 0, 0))
    for band in in_chunks(height, width, _BAND):
        numbers, rows, columns, lengths = _stretches(labels[band])
        np.minimum.at(x0, numbers, columns)
        np.minimum.at(y0, numbers, rows + band.start)
        np.maximum.at(x1, numbers, columns + lengths)
        np.maximum.at(y1, numbers, rows + band.start + 1)
        np.add.at(areas, numbers, lengths)
    return np.stack([x0, y0, x1, y1], axis=1).astype(np.int32), areas.astype(np.int32)


def _stretches(labels: NDArray[np.int32]) -> tuple[NDArray[np.int64], ...]:
    """Number, row, first column and length of each longest stretch of one number in a row."""
    width, pixels = labels.shape[1], labels.ravel()
    ends = pixels[1:] != pixels[:-1]
    ends[width - 1 :: width] = True
    starts = np.concatenate([[0], np.flatnonzero(ends) + 1])
    rows, columns = np.divmod(starts, width)
    return pixels[starts].astype(np.int64), rows, columns, np.diff(starts, append=pixels.size)


def regrown(region: Mask, contrasts: Mask, level: float, reach: int) -> Mask:
    """The region with all that joins it within ``reach`` pixels across contrasts of at most ``level``.

    Noise beside strong edges keeps a region away from its own border; a level between noise and border
    gives it back what it lost.

    Args:
        region: 255 or 0, shape (height, width).
        contrasts: of the same pixels, as from :func:`contrast`.
    """
    near = cv2.dilate(region, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    passable = cv2.bitwise_or(region, cv2.bitwise_and(near, cv2.compare(contrasts, float(level), cv2.CMP_LE)))
    _, labels = cv2.connectedComponents(passable, connectivity=4)
    joined = np.zeros(labels.max() + 1, np.uint8)
    joined[labels[region > 0]] = 255
    joined[0] = 0
    return np.asarray(joined[labels])
