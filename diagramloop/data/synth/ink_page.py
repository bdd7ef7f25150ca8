"""A training page: a picture and the class of its every pixel, drawn by ``synth.ink`` or taken from a real page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

GROUND, CONNECTOR, HEAD, BORDER, TEXT, FRAME = range(6)
CLASS_NAMES: Final = ("ground", "connector", "head", "border", "text", "frame")
UNSURE: Final = 255
RECTANGLE, DIAMOND, ELLIPSE, OTHER = range(4)
COURSE_UNIT: Final = 127  # length of a unit vector in 8 bits


@dataclass(frozen=True)
class InkPage:
    """A picture and the truth about its pixels and nodes.

    Attributes:
        pixels: (H, W, 3) RGB.
        classes: (H, W), the class of each pixel; UNSURE counts in no loss.
        inside: (H, W), 1 within a node (its border too), 0 elsewhere, UNSURE.
        course: (H, W, 2), unit vector x, y times 127 from the tail to the head of the line at a connector's or head's
            pixels; 0, 0 where unknown.
        nodes: (n, 5), x0, y0, x1, y1 in pixels, and kind.
    """

    pixels: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    inside: NDArray[np.uint8]
    course: NDArray[np.int8]
    nodes: NDArray[np.float32]
