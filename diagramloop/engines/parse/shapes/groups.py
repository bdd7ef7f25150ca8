"""Frames of groups: the drawn rectangles that hold nodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape
from diagramloop.engines.parse.shapes.candidates import Boxes
from diagramloop.graph import Box

Colour = NDArray[np.float64]  # RGB, shape (3,)


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Frames of groups, and what they hold.
_TITLE_TEXT_HEIGHTS = 1.0  # of room on one side
GROUP_MARGIN_TEXT_HEIGHTS = 0.5  # on another
GROUP_SAME_FRAME_TEXT_HEIGHTS = 1.0  # between the sides of two readings of one frame
_SAME_BOX_SIDES = 0.05  # shorter ones, between a frame and the same region's box
_INSET_STROKES = 2.0  # from a frame's line to its fill, and _INSET_PX beside them
_INSET_PX = 2
_CONFIDENCE_SHARE = 0.9


def held_frames(drawn: list[Box], boxes: list[Box], unit: float) -> list[Box]:
    """The drawn rectangles, each once, that hold any of the boxes."""
    frames: list[Box] = []
    held, same = np.array(boxes).reshape(-1, 4), GROUP_SAME_FRAME_TEXT_HEIGHTS * unit
    for frame in drawn:
        twice = (np.abs(np.array(frame) - np.array(frames).reshape(-1, 4)).max(axis=1) < same).any()
        if not twice and holds(frame, held, unit).any():
            frames.append(frame)
    return frames


def holds(outer: Box, inner: Boxes, unit: float) -> NDArray[np.bool_]:
    """Which of ``inner`` lie within ``outer`` with room for a title on one side and for a margin on another."""
    gaps = np.sort((inner - np.array(outer)) * (1, 1, -1, -1), axis=1)
    margin, title = GROUP_MARGIN_TEXT_HEIGHTS * unit, _TITLE_TEXT_HEIGHTS * unit
    return np.asarray((gaps[:, 0] > 0) & (gaps[:, 2] > margin) & (gaps[:, 3] > title))


def is_one_of(box: Box, frames: list[Box]) -> bool:
    near = _SAME_BOX_SIDES * min(box[2] - box[0], box[3] - box[1])
    return bool((np.abs(np.array(box) - np.array(frames).reshape(-1, 4)).max(axis=1) < near).any())


def fill_of(picture: RGB, frame: Box, stroke: float) -> Colour:
    """The usual colour a little inside of the frame's line, in the middle of one that is too narrow for that."""
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = (int(v) for v in np.clip(np.rint(frame), 0, (width, height, width, height)))
    inset = round(_INSET_STROKES * stroke) + _INSET_PX
    inset = max(0, min(inset, (min(x1 - x0, y1 - y0) - 1) // 2))
    inside = picture[y0 + inset : y1 - inset, x0 + inset : x1 - inset]
    ring = np.concatenate([inside[:1].reshape(-1, 3), inside[:, 0], inside[:, -1], inside[-1:].reshape(-1, 3)])
    return np.asarray(np.median(ring, axis=0), dtype=np.float64)


def frame_shape(frame: Box, picture: RGB, environment: Environment) -> Shape:
    x0, y0, x1, y1 = frame
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    fill = rgb(fill_of(picture, frame, environment.stroke))
    return Shape(corners, "rect", "group", environment.stroke, fill, _CONFIDENCE_SHARE)


def rgb(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = colour.round().astype(int).tolist()
    return red, green, blue
