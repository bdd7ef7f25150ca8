"""A page under the pen: every stroke leaves ink on the picture and its class in the truth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.drawing import RGB
from diagramloop.data.synth.handwriting import Gray
from diagramloop.data.synth.ink.plan import Points
from diagramloop.data.synth.ink_page import CONNECTOR, COURSE_UNIT, GROUND, HEAD, UNSURE
from diagramloop.data.synth.looks import Colour

FINE = 2  # pixels of the ink per pixel of the page, each way
SUBPIXEL_BITS = 4  # of coordinates that OpenCV draws at
LEAST_COVERED = 56  # of 255: what is covered less is ground to the eye
RUN_POINTS = 5  # of a stroke that are drawn with one width


@dataclass
class Sheet:
    """Layers of one page of ``paper``, which is drawn on.

    Attributes:
        paper: RGB, shape (height, width, 3).
        covered: how much of each pixel is ink, FINE times as large each way.
        colour: of the ink at each pixel.
        classes: of the ink at each pixel, see :class:`~diagramloop.data.synth.ink_page.InkPage`.
        inside: 1 within nodes.
        course: unit vectors along connectors towards their heads, times COURSE_UNIT; 0 where it is not known.
    """

    paper: RGB
    covered: Gray = field(init=False)
    colour: RGB = field(init=False)
    classes: Gray = field(init=False)
    inside: Gray = field(init=False)
    course: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        height, width = self.paper.shape[:2]
        self.covered = np.zeros((FINE * height, FINE * width), np.uint8)
        self.colour = np.zeros_like(self.paper)
        self.classes = np.zeros((height, width), np.uint8)
        self.inside = np.zeros((height, width), np.uint8)
        self.course = np.zeros((height, width, 2), np.float32)

    def stroke(
        self, points: Points, widths: NDArray[np.float64], colour: Colour, of: int, towards: bool | None = None
    ) -> None:
        """Draw a stroke.

        Args:
            points: in px, shape (n, 2).
            widths: in px, shape (n,).
            of: its class.
            towards: whether the head of its line lies beyond its end; None where it has none, or two.
        """
        fine, plain = _fixed(points, FINE), _fixed(points, 1)
        for first in range(0, len(points) - 1, RUN_POINTS - 1):
            run, width = slice(first, first + RUN_POINTS), float(widths[first])
            thick, blot = max(1, round(FINE * width)), max(1, round(width + 0.7))
            cv2.polylines(self.covered, [fine[run]], False, 255, thick, cv2.LINE_AA, SUBPIXEL_BITS)
            cv2.polylines(self.colour, [plain[run]], False, colour, blot + 2, cv2.LINE_8, SUBPIXEL_BITS)
            cv2.polylines(self.classes, [plain[run]], False, of, blot, cv2.LINE_8, SUBPIXEL_BITS)
            if of in (CONNECTOR, HEAD):
                self._course(points[run], blot, towards)

    def _course(self, points: Points, blot: int, towards: bool | None) -> None:
        step = points[-1] - points[0]
        length = float(np.hypot(*step))
        sign = 0.0 if towards is None or length < 1e-6 else (1.0 if towards else -1.0) / length
        x, y = (COURSE_UNIT * sign * step).tolist()
        cv2.polylines(self.course, [_fixed(points, 1)], False, (x, y), blot + 2, cv2.LINE_8, SUBPIXEL_BITS)

    def blot(self, ring: Points, colour: Colour, of: int, course: Points | None = None) -> None:
        """Fill a small area with ink, such as a head."""
        cv2.fillPoly(self.covered, [_fixed(ring, FINE)], 255, cv2.LINE_AA, SUBPIXEL_BITS)
        cv2.fillPoly(self.colour, [_fixed(ring, 1)], colour, cv2.LINE_8, SUBPIXEL_BITS)
        cv2.fillPoly(self.classes, [_fixed(ring, 1)], of, cv2.LINE_8, SUBPIXEL_BITS)
        if course is not None:
            x, y = (COURSE_UNIT * course).tolist()
            cv2.fillPoly(self.course, [_fixed(ring, 1)], (x, y), cv2.LINE_8, SUBPIXEL_BITS)

    def enclose(self, ring: Points, value: int = 1) -> None:
        """Note that what lies in a polygon is inside of a node."""
        cv2.fillPoly(self.inside, [_fixed(ring, 1)], value, cv2.LINE_8, SUBPIXEL_BITS)

    def fill(self, ring: Points, colour: Colour) -> None:
        """Colour an area of the paper, on which ink stands out."""
        cv2.fillPoly(self.paper, [_fixed(ring, 1)], colour, cv2.LINE_AA, SUBPIXEL_BITS)

    def bare(self, corners: Points) -> None:
        """Take the ink from an area: the plate behind a label."""
        cv2.fillPoly(self.covered, [_fixed(corners, FINE)], 0, cv2.LINE_8, SUBPIXEL_BITS)
        cv2.fillPoly(self.classes, [_fixed(corners, 1)], GROUND, cv2.LINE_8, SUBPIXEL_BITS)

    def print(self, letters: Gray, corner: tuple[int, int], colour: Colour, of: int) -> None:
        """Lay a picture of letters, FINE times as large as on the page, with its ``corner`` at a pixel of the page."""
        x0, y0 = corner
        left, top = max(0, -x0), max(0, -y0)
        height, width = self.classes.shape
        part = letters[FINE * top : max(0, FINE * (height - y0)), FINE * left : max(0, FINE * (width - x0))]
        part = part[: part.shape[0] // FINE * FINE, : part.shape[1] // FINE * FINE]
        if not part.size:
            return
        x0, y0 = x0 + left, y0 + top
        fine = self.covered[FINE * y0 : FINE * y0 + part.shape[0], FINE * x0 : FINE * x0 + part.shape[1]]
        np.maximum(fine, part, out=fine)
        plain = cv2.resize(part, (part.shape[1] // FINE, part.shape[0] // FINE), interpolation=cv2.INTER_AREA)
        area = slice(y0, y0 + plain.shape[0]), slice(x0, x0 + plain.shape[1])
        self.colour[area][plain > 0] = colour
        self.classes[area][plain > LEAST_COVERED] = of

    def developed(self, grain: NDArray[np.float32] | None = None) -> tuple[RGB, Gray, NDArray[np.int8]]:
        """The picture, the classes of its pixels and their courses.

        Args:
            grain: share of the ink that stays on the paper, shape (height, width); all of it if None.
        """
        height, width = self.classes.shape
        covered = cv2.resize(self.covered, (width, height), interpolation=cv2.INTER_AREA)
        share = covered.astype(np.float32)[:, :, None] / 255
        if grain is not None:
            share *= grain[:, :, None]
        pixels = self.paper * (1 - share) + self.colour * share
        classes = np.where((covered < LEAST_COVERED) & (self.classes != UNSURE), 0, self.classes).astype(np.uint8)
        lines = np.isin(classes, (CONNECTOR, HEAD))
        course = np.where(lines[:, :, None], self.course, 0).round().astype(np.int8)
        return np.clip(pixels, 0, 255).astype(np.uint8), classes, course


def _fixed(points: Points | Iterable[tuple[float, float]], factor: int) -> NDArray[np.int32]:
    """Points in OpenCV's fixed numbers; pixel i spans [i, i + 1)."""
    limited = np.clip(np.asarray(points, np.float64), -4096, 8192)
    return np.rint((factor * limited - 0.5) * (1 << SUBPIXEL_BITS)).astype(np.int32)
