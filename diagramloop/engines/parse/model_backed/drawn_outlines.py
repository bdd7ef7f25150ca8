"""Models tell what a component is, but not to the pixel where it ends: its outline is taken from the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Shape
from diagramloop.engines.parse.same_places import paired
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS

NEAR = 0.3  # intersection over union of boxes from which a drawn outline is what the model points at
_MEASURED = {*SHAPE_DRAWINGS, "circle"}  # names that an outline is measured to have


def with_drawn_outlines(seen: Sequence[Shape], drawn: Sequence[Shape]) -> tuple[Shape, ...]:
    """Each shape with the outline, fill and border that are drawn where it was seen, itself where nothing is.

    Outlines are given to shapes one to one, so that the overlaps are the largest in sum. What a shape means is left to
    who saw it: its role, and a name that no outline has (an icon, a cloud).
    """
    outline_of = {i: drawn[j] for i, j in paired(_boxes(seen), _boxes(drawn), NEAR)}
    return tuple(_outlined(shape, outline_of.get(place)) for place, shape in enumerate(seen))


def _outlined(shape: Shape, drawn: Shape | None) -> Shape:
    if drawn is None:
        return shape
    name = drawn.name if shape.name in _MEASURED else shape.name
    return replace(drawn, role=shape.role, name=name, confidence=shape.confidence)


def _boxes(shapes: Sequence[Shape]) -> NDArray[np.float64]:
    return np.array([shape.box for shape in shapes], np.float64).reshape(-1, 4)
