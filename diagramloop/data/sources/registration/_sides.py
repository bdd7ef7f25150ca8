"""Sides of boxes: where a model has them, and where a picture shows straight steps in brightness or colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import FlowGraph

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

STEP = 16  # of 255, in any colour: the side of a shape against what it stands on
STRAIGHT_PX = 9  # shorter steps are of letters and rounded corners
_STRAIGHT_SHARE = 0.7  # of a side: its corners may be round


@dataclass(frozen=True)
class Sides:
    """The sides of a model's boxes across one axis.

    Attributes:
        at: their places on the axis, in units of the model, shape (n,).
        spans: where they begin and end on the other axis, less round corners, shape (n, 2).
    """

    at: Floats
    spans: Floats

    @property
    def lengths(self) -> Floats:
        """In units of the model, shape (n,)."""
        return np.asarray(self.spans[:, 1] - self.spans[:, 0])


def sides(graph: FlowGraph, *, frames: bool = False) -> tuple[Sides, Sides]:
    """Left and right sides, and upper and lower ones, of the activities of a BPMN model: rectangles in all tools.

    Args:
        frames: those of pools, lanes and expanded activities too, which not all tools draw as their models say.
    """
    placed = [node.box for node in graph.nodes if node.shape == "rounded"]
    placed += [group.box for group in graph.groups] if frames else []
    boxes = np.array([box for box in placed if box]).reshape(-1, 4)
    x, y = boxes[:, [0, 2]], boxes[:, [1, 3]]
    return _across(x, y), _across(y, x)


def _across(at: Floats, along: Floats) -> Sides:
    middle, half = along.mean(axis=1), _STRAIGHT_SHARE * (along[:, 1] - along[:, 0]) / 2
    spans = np.column_stack([middle - half, middle + half])
    return Sides(at.T.reshape(-1), np.concatenate([spans, spans]))


def steps(pixels: NDArray[np.uint8]) -> tuple[Mask, Mask]:
    """Straight steps from column to column, and from row to row as seen when rows and columns are exchanged."""
    return _steps(pixels), _steps(pixels.transpose(1, 0, 2))


def _steps(pixels: NDArray[np.uint8]) -> Mask:
    wide = pixels.astype(np.int16)
    found = np.zeros(pixels.shape[:2], np.uint8)
    found[:, 1:] = np.abs(np.diff(wide, axis=1)).max(axis=2) > STEP
    return cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((STRAIGHT_PX, 1), np.uint8)).astype(bool)
