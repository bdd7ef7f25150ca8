"""Shape Hunter on what a network sees: nodes at the peaks of the map of their middles (Zhou et al. 2019, CenterNet)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape
from diagramloop.engines.parse.ink_maps import NODE_KINDS, InkMaps
from diagramloop.engines.parse.learned.frames import frames
from diagramloop.engines.parse.shapes.candidates import overlap
from diagramloop.engines.parse.shapes.groups import frame_shape
from diagramloop.graph import Box
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS

OUTLINES = {"rectangle": "rect", "diamond": "diam", "ellipse": "ellipse", "other": "rect"}


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Which peaks are nodes.
_LEAST_CENTRE_SHARE = 0.35  # probability from which on a peak is a node
_SAME_OVERLAP_SHARE = 0.45  # of two boxes that have more in common one is left
_PEAK_CELLS = 3  # side of the window in which one cell is the highest
_CIRCLE_RATIO = 1.35  # of the sides of an ellipse, the longer to the shorter; less is a circle
_LEAST_INSIDE_SHARE = 0.5  # probability from which on a pixel is inside of a node
_FITTING_OVERLAP_SHARE = 0.5  # of a node's box and that of the inside at its middle, from which on the latter is right


@dataclass(frozen=True)
class LearnedShapeHunter:
    """Takes nodes from the maps on the environment; no rule knows how a shape is drawn."""

    def hunt(self, picture: RGB, environment: Environment) -> tuple[Shape, ...]:
        """Nodes and frames; of two nodes that are the same the likelier one.

        Raises:
            ValueError: the environment has no maps; a learned curator writes them.
        """
        if environment.ink is None:
            raise ValueError("no network has looked at the picture")
        found = sorted(_peaks(environment.ink), key=lambda peak: -peak[1])
        kept: list[tuple[Box, float, str]] = []
        for box, likely, kind in found:
            others = np.array([other for other, _, _ in kept]).reshape(-1, 4)
            if (overlap(box, others) < _SAME_OVERLAP_SHARE).all():
                kept.append((box, likely, kind))
        boxes = _fitted([box for box, _, _ in kept], environment.ink)
        shapes = [
            self._shape(box, likely, kind, picture, environment)
            for box, (_, likely, kind) in zip(boxes, kept, strict=True)
        ]
        groups = frames(environment.ink)
        shapes += [frame_shape(frame, picture, environment) for frame in groups]
        return tuple(sorted(shapes, key=lambda s: (min(y for _, y in s.polygon), min(x for x, _ in s.polygon))))

    def _shape(self, box: Box, likely: float, kind: str, picture: RGB, environment: Environment) -> Shape:
        x0, y0, x1, y1 = box
        ring = SHAPE_DRAWINGS[OUTLINES[kind]](x1 - x0, y1 - y0, 0.0) + np.array([x0, y0])
        shorter, longer = sorted((x1 - x0, y1 - y0))
        circular = kind == "ellipse" and longer < _CIRCLE_RATIO * shorter
        return Shape(
            polygon=tuple((round(float(x), 2), round(float(y), 2)) for x, y in ring),
            name="circle" if circular else OUTLINES[kind],
            role="node",
            border=environment.stroke,
            fill=_fill(picture, box, environment),
            confidence=round(likely, 3),
        )


def _peaks(ink: InkMaps) -> Iterator[tuple[Box, float, str]]:
    around = np.ones((_PEAK_CELLS, _PEAK_CELLS), np.uint8)
    highest = cv2.dilate(ink.centre, around)
    rows, columns = np.nonzero((ink.centre >= highest) & (ink.centre > _LEAST_CENTRE_SHARE))
    cell = ink.cell_px(ink.centre)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        middle = (np.array([column, row]) + 0.5) * cell
        half = ink.size[row, column] / 2
        (x0, y0), (x1, y1) = (middle - half).tolist(), (middle + half).tolist()
        kind = NODE_KINDS[int(ink.kind[row, column].argmax())]
        yield _clipped((x0, y0, x1, y1), ink.page), float(ink.centre[row, column]), kind


def _fitted(boxes: Sequence[Box], ink: InkMaps) -> list[Box]:
    """Each box made that of the inside that it lies on, where they are much alike: pixels know a node's sides better
    than its middle does. An inside that several boxes share stays theirs."""
    insides = (ink.inside > _LEAST_INSIDE_SHARE).astype(np.uint8)
    _, parts, stats, _ = cv2.connectedComponentsWithStats(insides, connectivity=4)
    middles = np.array([((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in boxes]).reshape(-1, 2)
    columns, rows = (middles / ink.cell_px(ink.inside)).astype(int).T
    own = parts[rows, columns].tolist()
    cell = np.tile(ink.cell_px(ink.inside), 2)
    fitted = []
    for box, part in zip(boxes, own, strict=True):
        x, y, wide, high = stats[part, :4].tolist()
        region = tuple((np.array([x, y, x + wide, y + high]) * cell).tolist())
        alike = part > 0 and own.count(part) == 1 and overlap(region, np.array([box])) > _FITTING_OVERLAP_SHARE
        fitted.append(region if alike else box)
    return fitted


def _clipped(box: Box, page: tuple[int, int]) -> Box:
    height, width = page
    x0, y0 = max(0.0, box[0]), max(0.0, box[1])
    return (x0, y0, max(x0 + 1, min(float(width), box[2])), max(y0 + 1, min(float(height), box[3])))


def _fill(picture: RGB, box: Box, environment: Environment) -> tuple[int, int, int]:
    """The usual colour inside."""
    x0, y0, x1, y1 = (round(v) for v in box)
    inner: NDArray[np.uint8] = picture[y0:y1, x0:x1].reshape(-1, 3)
    if not len(inner):
        return environment.background
    red, green, blue = np.median(inner, axis=0).astype(int).tolist()
    return (red, green, blue)
