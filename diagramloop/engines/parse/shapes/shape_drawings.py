"""Drawings of several shapes at once, for comparing an outline with all of them.

Each drawing is linear in its width, its height and the length of its own, so a matrix draws them for many lengths.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.shapes.outlines import Points
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS

_SIDE = 4.0  # of the drawing that others are held against; a power of two, so that quotients are exact


class ShapeDrawings:
    """The drawings of some shapes.

    Attributes:
        names: of the shapes.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        matrices = [_matrix(name) for name in names]
        self._ends = np.cumsum([len(matrix) for matrix in matrices]).tolist()
        self._across, self._down, self._along = np.moveaxis(np.concatenate(matrices), 2, 0)
        self._rounded, self._stadium = (
            np.repeat([name == one for name in names], [len(matrix) for matrix in matrices])
            for one in ("rounded", "stadium")
        )

    def polygons(self, w: float, h: float, lengths: Sequence[float]) -> list[Points]:
        """In a box of ``w`` x ``h`` pixels at the origin: each shape with each of the lengths of its own, the first
        shape's first; equal to :data:`SHAPE_DRAWINGS` but for rounding."""
        own, half = np.repeat(np.array(lengths, np.float64)[:, None], self._ends[-1], axis=1), min(w, h) / 2
        own[:, self._rounded] = np.minimum(own[:, self._rounded], half)
        own[:, self._stadium] = half
        drawn = w * self._across + h * self._down + own[:, :, None] * self._along
        parts = zip([0, *self._ends], self._ends, strict=False)
        return [polygon for start, end in parts for polygon in drawn[:, start:end]]


def _matrix(name: str) -> NDArray[np.float64]:
    """By which a shape's corners follow from width, height and own length, shape (corners, 2, 3)."""
    draw = SHAPE_DRAWINGS["rounded" if name == "stadium" else name]  # that with the largest radius
    at = draw(_SIDE, _SIDE, 0.0)
    wider, higher, longer = draw(2 * _SIDE, _SIDE, 0.0), draw(_SIDE, 2 * _SIDE, 0.0), draw(_SIDE, _SIDE, 1.0)
    return np.stack([(wider - at) / _SIDE, (higher - at) / _SIDE, longer - at], axis=2)
