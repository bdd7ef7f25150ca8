"""Maps drawn by hand, as a network that is never wrong would say them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np

from diagramloop.engines.parse.ink_maps import INK_CLASSES, NODE_KINDS, InkMaps

CELLS = (120, 160)  # height and width of the maps; a cell is two pixels
Line = Sequence[tuple[int, int]]  # x, y in cells


def maps_of(
    lines: Sequence[Line] = (),
    heads: Sequence[int] = (),
    nodes: Sequence[tuple[int, int, int, int]] = (),
    gaps: int = 0,
) -> InkMaps:
    """Maps of lines that run from their first point to their last.

    Args:
        heads: numbers of the lines that have a head at their end.
        nodes: x0, y0, x1, y1 in cells, multiples of 2.
        gaps: cells between the dashes of all lines, which are as long.
    """
    height, width = CELLS
    classes = np.zeros((height, width), np.uint8)
    course = np.zeros((height, width, 2), np.float32)
    for number, line in enumerate(lines):
        for a, b in itertools.pairwise(line):
            step = np.array(b, float) - a
            along = (step / np.hypot(*step)).tolist()
            length = int(np.abs(step).max())
            for k in range(length + 1):
                if gaps and k // gaps % 2:
                    continue
                x, y = (np.array(a) + step * k / length).round().astype(int)
                classes[y - 1 : y + 1, x - 1 : x + 1] = INK_CLASSES.index("connector")
                course[y - 1 : y + 1, x - 1 : x + 1] = along if number in heads else (0, 0)
        if number in heads:
            x, y = line[-1]
            cv2.circle(classes, (x, y), 2, INK_CLASSES.index("head"), cv2.FILLED)
            course[y - 2 : y + 3, x - 2 : x + 3] = along
    centre = np.zeros((height // 2, width // 2), np.float32)
    size, kind = np.ones((*centre.shape, 2), np.float32), np.zeros((*centre.shape, len(NODE_KINDS)), np.float32)
    inside = np.zeros((height, width), np.float32)
    for x0, y0, x1, y1 in nodes:
        inside[y0:y1, x0:x1] = 1
        at = (y0 + y1) // 4, (x0 + x1) // 4
        centre[at], size[at], kind[at] = 0.9, (2 * (x1 - x0), 2 * (y1 - y0)), (1, 0, 0, 0)
    likely = np.eye(len(INK_CLASSES), dtype=np.float32)[classes]
    return InkMaps(likely, inside, course, centre, size, kind, page=(2 * height, 2 * width))
