"""Regions that may be nodes, and how two of them lie to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.shapes.outlines import Border, Points, widened
from diagramloop.engines.parse.shapes.shape_names import Fit
from diagramloop.graph import Box

Boxes = NDArray[np.float64]  # shape (n, 4): x0, y0, x1, y1


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Regions of a node's size, and how two of them lie to each other.
_PAINT_LEVELS = 6.0  # of difference within one paint
_NESTED_AREA_RATIO = 0.3  # of the smaller to the larger of two outlines of one nest
_BY_HAND_PX = 1.5  # that the outline of what a program draws leaves its shape at most
_SIMPLE_PX = 1.0  # of detail that is left out of an outline by hand


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

    def polygon(self) -> Points:
        """The shape along the middle of its border; the outline as it is where a hand left the shape."""
        if self.fit.deviation <= _BY_HAND_PX or self.restored:
            return widened(self.fit.polygon, self.border.middle)
        simple = cv2.approxPolyDP(self.outline.astype(np.float32), _SIMPLE_PX, closed=True)
        return widened(np.asarray(simple[:, 0], np.float64), self.border.middle)


def same_colour(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """True where two median colours are one paint; medians hardly feel the noise of single pixels."""
    return bool(np.abs(a - b).max() <= _PAINT_LEVELS)


def distinct(candidates: list[Candidate], unit: float) -> list[Candidate]:
    """One candidate of each nest whose outlines lie within a text height of each other: the one that is
    most of its own colour, so neither a thick border nor the ring of a double outline."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: -c.coverage):
        if not nested(candidate.box, boxes_of(kept), unit).any():
            kept.append(candidate)
    return kept


def boxes_of(candidates: Sequence[Candidate]) -> Boxes:
    """Their bounding boxes, shape (n, 4)."""
    return np.array([candidate.box for candidate in candidates], np.float64).reshape(-1, 4)


def overlap(box: Box, others: Boxes) -> NDArray[np.float64]:
    """Intersection over union with each of the others, shape (n,)."""
    common = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    shared = np.prod(np.maximum(common, 0.0), axis=1)
    union = _areas(np.array(box)) + _areas(others) - shared
    return np.divide(shared, union, out=np.zeros(len(others)), where=union > 0)


def nested(box: Box, others: Boxes, unit: float) -> NDArray[np.bool_]:
    """Which of the others lie around the box or within it, less than ``unit`` from it on each side; shape (n,)."""
    gaps = (np.array(box) - others) * (-1, -1, 1, 1)  # by how much the box is larger on each side
    sizes = _areas(np.array(box)), _areas(others)
    near = (np.abs(gaps).max(axis=1) < unit) & ((gaps >= -1).all(axis=1) | (gaps <= 1).all(axis=1))
    return np.asarray(near & (np.minimum(*sizes) > _NESTED_AREA_RATIO * np.maximum(*sizes)))


def _areas(boxes: Boxes) -> NDArray[np.float64]:
    return np.asarray((boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1]))
