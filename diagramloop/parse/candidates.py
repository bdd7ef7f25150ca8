"""Regions that may be nodes, and how two of them lie to each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import Box
from diagramloop.parse.outlines import Border, Points, widened
from diagramloop.parse.shape_names import Fit

BY_HAND = 1.5  # pixels that the outline of what a program draws leaves its shape at most
_SAME_PAINT = 6.0  # largest channel difference


@dataclass(frozen=True, eq=False)
class Candidate:
    """One or more regions that may be a node.

    Attributes:
        numbers: of the regions.
        outline: around them, holes filled, shape (n, 2).
        fit: its shape.
        border: what is drawn along it.
        fill: the regions' usual colour, RGB, shape (3,).
        coverage: share of the inside that is of the regions' own; the rest is text or another region.
        room: free pixels around what is written on it: the lesser of left and right, the greater of above
            and below (descenders come near the lower end); infinite on what is too tall for a label.
    """

    numbers: tuple[int, ...]
    outline: Points
    fit: Fit
    border: Border
    fill: NDArray[np.float64]
    coverage: float
    room: tuple[float, float]
    restored: bool = False

    @cached_property
    def box(self) -> Box:
        """Bounding box of the outline."""
        (x0, y0), (x1, y1) = self.outline.min(axis=0), self.outline.max(axis=0)
        return (float(x0), float(y0), float(x1), float(y1))

    @property
    def height(self) -> float:
        """Of the bounding box."""
        return self.box[3] - self.box[1]

    @property
    def polygon(self) -> Points:
        """The shape along the middle of its border; the outline as it is where a hand left the shape."""
        by_hand = self.fit.deviation > BY_HAND and not self.restored
        return widened(_simple(self.outline) if by_hand else self.fit.polygon, self.border.middle)


def _simple(outline: Points) -> Points:
    """The outline less what thinner lines than a pixel would not show."""
    return np.asarray(cv2.approxPolyDP(outline.astype(np.float32), 1.0, closed=True)[:, 0], np.float64)


def same_colour(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether two median colours are one paint; medians hardly feel the noise of single pixels."""
    return bool(np.abs(a - b).max() <= _SAME_PAINT)


def distinct(candidates: list[Candidate], unit: float) -> list[Candidate]:
    """One candidate of each nest whose outlines lie within a text height of each other: the one that is
    most of its own colour, so neither a thick border nor the ring of a double outline."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: -c.coverage):
        if not any(nested(candidate.box, other.box, unit) for other in kept):
            kept.append(candidate)
    return kept


def overlap(a: Box, b: Box) -> float:
    """Intersection over union."""
    common = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
    shared = float(np.prod(np.maximum(common, 0.0)))
    return shared / (sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (a, b)) - shared)


def nested(a: Box, b: Box, unit: float) -> bool:
    """One lies within the other, less than ``unit`` from it on each side."""
    gaps = (np.array(a) - np.array(b)) * (-1, -1, 1, 1)  # by how much a is larger on each side
    sizes = [(x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (a, b)]
    near = np.abs(gaps).max() < unit and ((gaps >= -1).all() or (gaps <= 1).all())
    return bool(near and min(sizes) > 0.3 * max(sizes))
