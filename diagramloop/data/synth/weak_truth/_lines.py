"""Lines of a page as they were drawn, each followed from the line that the model says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.weak_truth._tracing import Points

Mask = NDArray[np.bool_]  # shape (height, width)

_STROKE_SLACK_PX = 2.0  # by which a stroke is wider here and there, to each side
_THICK_SHARE = 0.75  # of a stroke's points are thinner than it is painted
_WHOLE = 16  # cv2 draws sixteenths of pixels
_SHIFT = 4


@dataclass(frozen=True)
class DrawnLine:
    """A drawn line: its points, one for each pixel of its length, in order."""

    points: Points
    closed: bool = False

    def values(self, raster: NDArray[Any]) -> NDArray[Any]:
        """Values of ``raster``, of shape (height, width), at each of its points, or nearest to those off the page."""
        x, y = self.points.round().astype(int).T
        height, width = raster.shape
        return np.asarray(raster[y.clip(0, height - 1), x.clip(0, width - 1)])

    def reversed(self) -> DrawnLine:
        """The line from its other end."""
        return DrawnLine(self.points[::-1], self.closed)

    def stroke(self, ink: Mask, depth: NDArray[np.float32], widest: float) -> Mask:
        """Ink along the line, as wide as its stroke usually is.

        Args:
            depth: distance of each pixel of ink from the nearest that is none, in pixels.
            widest: at most, in pixels.
        """
        depths = self.values(depth)
        half = float(np.quantile(depths[depths > 0], _THICK_SHARE)) if depths.any() else 0.0
        width = min(widest, 2 * (half + _STROKE_SLACK_PX))
        return np.asarray(self.band(ink.shape, width) & ink)

    def band(self, shape: tuple[int, ...], width: float) -> Mask:
        """Pixels within ``width`` / 2 of the line."""
        canvas = np.zeros(shape, np.uint8)
        cv2.polylines(canvas, [self._fixed()], self.closed, 1, max(1, round(width)), cv2.LINE_8, _SHIFT)
        return canvas.astype(bool)

    def filled(self, shape: tuple[int, ...]) -> Mask:
        """Pixels that it surrounds."""
        canvas = np.zeros(shape, np.uint8)
        cv2.fillPoly(canvas, [self._fixed()], 1, cv2.LINE_8, _SHIFT)
        return canvas.astype(bool)

    def _fixed(self) -> NDArray[np.int32]:
        return np.asarray((self.points * _WHOLE).round(), np.int32)
