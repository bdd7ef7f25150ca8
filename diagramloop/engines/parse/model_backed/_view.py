"""The view of a picture that a model is shown, and the way back from the coordinates it answers with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.graph import Box
from diagramloop.models.pixels import png

Coordinates = Literal["thousandths", "pixels"]
"""In which models place things: thousandths of the view's width and height, whatever a server makes of its size, or
pixels of the view as it is sent."""

LONGEST_SIDE = 2048  # pixels of a view; most servers scale down what is larger
_THOUSANDTHS = (1000, 1000)


@dataclass(frozen=True)
class View:
    """A part of a picture as a model sees it.

    Attributes:
        png: at most as large as asked for.
        part: the part, in pixels of the picture.
        frame: width and height of the view in the unit in which the model places things.
    """

    png: bytes
    part: Box
    frame: tuple[int, int]

    def placed(self, box: Sequence[float]) -> Box | None:
        """A box of the model's (left, top, right, bottom) in pixels of the picture, clipped to the view; None where
        nothing is left of it. Fractions within one unit would be none: their model wrote shares of the view."""
        x0, y0, x1, y1 = self.part
        shares = max(box) <= 1 and any(value % 1 for value in box)
        frame = (1, 1) if shares else self.frame
        scale = np.array([x1 - x0, y1 - y0]) / frame
        corners = np.array(box, dtype=np.float64).reshape(2, 2).clip(0, frame) * scale + (x0, y0)
        (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        return (left, top, right, bottom) if right - left >= 1 and bottom - top >= 1 else None

    def framed(self, box: Box) -> list[int]:
        """A box in pixels of the picture as the model is told of it."""
        x0, y0, x1, y1 = self.part
        corners = (np.array(box).reshape(2, 2) - (x0, y0)) * self.frame / (x1 - x0, y1 - y0)
        return [int(value) for value in corners.round().ravel()]


def view_of(
    picture: RGB,
    part: Box | None = None,
    *,
    longest_side: int = LONGEST_SIDE,
    coordinates: Coordinates = "thousandths",
) -> View:
    """The view of ``part`` of a picture (all of it if None), grown to whole pixels and cut at the picture's edge.

    Args:
        longest_side: in pixels, to which a larger part is scaled down.
    """
    height, width = picture.shape[:2]
    wanted = part or (0, 0, width, height)
    x0, y0 = np.floor(wanted[:2]).astype(int).clip(0, (width - 1, height - 1)).tolist()
    x1, y1 = np.ceil(wanted[2:]).astype(int).clip((x0 + 1, y0 + 1), (width, height)).tolist()
    pixels = scaled_down(picture[y0:y1, x0:x1], longest_side)
    frame = _THOUSANDTHS if coordinates == "thousandths" else (pixels.shape[1], pixels.shape[0])
    return View(png(pixels), (x0, y0, x1, y1), frame)


def scaled_down(pixels: RGB, longest_side: int) -> RGB:
    """The picture with its longer side at most so long; itself where it is no larger."""
    height, width = pixels.shape[:2]
    scale = longest_side / max(height, width)
    if scale >= 1:
        return pixels
    size = (max(1, round(scale * width)), max(1, round(scale * height)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
