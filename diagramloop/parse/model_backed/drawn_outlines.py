"""Models tell what a component is, but not to the pixel where it ends: its outline is taken from the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS
from diagramloop.parse.blackboard import Shape

NEAR = 0.3  # intersection over union of boxes from which a drawn outline is what the model points at
_MEASURED = {*SHAPE_DRAWINGS, "circle"}  # names that an outline is measured to have


def with_drawn_outlines(seen: Sequence[Shape], drawn: Sequence[Shape]) -> tuple[Shape, ...]:
    """Each shape with the outline, fill and border that are drawn where it was seen, itself where nothing is.

    Outlines are given to shapes one to one, so that the overlaps are the largest in sum. What a shape means is left to
    who saw it: its role, and a name that no outline has (an icon, a cloud).
    """
    overlap = _overlaps(_boxes(seen), _boxes(drawn))
    outline_of = {
        i: drawn[j]
        for i, j in zip(*scipy.optimize.linear_sum_assignment(-overlap), strict=True)
        if overlap[i, j] >= NEAR
    }
    return tuple(_outlined(shape, outline_of.get(place)) for place, shape in enumerate(seen))


def _outlined(shape: Shape, drawn: Shape | None) -> Shape:
    if drawn is None:
        return shape
    name = drawn.name if shape.name in _MEASURED else shape.name
    return replace(drawn, role=shape.role, name=name, confidence=shape.confidence)


def _boxes(shapes: Sequence[Shape]) -> NDArray[np.float64]:
    """Shape (n, 2, 2): upper left and lower right corners."""
    corners = [(np.min(shape.polygon, axis=0), np.max(shape.polygon, axis=0)) for shape in shapes]
    return np.array(corners, dtype=np.float64).reshape(-1, 2, 2)


def _overlaps(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Intersection over union of each of our boxes with each of theirs."""
    low = np.maximum(ours[:, None, 0], theirs[None, :, 0])
    high = np.minimum(ours[:, None, 1], theirs[None, :, 1])
    shared = np.prod((high - low).clip(0), axis=2)
    areas = [np.prod(boxes[:, 1] - boxes[:, 0], axis=1) for boxes in (ours, theirs)]
    union = areas[0][:, None] + areas[1][None] - shared
    return np.asarray(shared / np.maximum(union, 1e-9))
