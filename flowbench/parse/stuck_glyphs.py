"""Letters that touch a line: what is left of the ink beside a text once the straight strokes in it are taken out."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

AROUND = 2.0  # margin of a text in which lines are looked for, in cap heights
STRAIGHT = 1.8  # least length of a line in cap heights: no stroke of a letter is that long
PAUSE = 2  # pixels that such a line may deviate or pause
RIM = 2  # pixels of blur on either side of a line that go with it


def without_lines(ink: Grey, stroke: float, size: float) -> Grey:
    """``ink`` (0 or 1) less its straight strokes that are too long for letters.

    Args:
        stroke: width of lines in pixels.
        size: cap height in pixels.
    """
    found = cv2.HoughLinesP(ink, 1, np.pi / 180, round(STRAIGHT * size), None, STRAIGHT * size, PAUSE)
    rest = ink.copy()
    for x0, y0, x1, y1 in np.reshape(() if found is None else found, (-1, 4)).astype(int).tolist():
        cv2.line(rest, (x0, y0), (x1, y1), 0, round(stroke) + RIM)
    return rest


def stuck_parts(
    lines: Grey, texts: NDArray[np.int32], stroke: float, size: float
) -> Iterator[tuple[NDArray[np.int32], Grey]]:
    """Components next to texts and on their rows that lines leave when they are taken out.

    Args:
        lines: components too large for glyphs, 0 or 1, shape (height, width).
        texts: x, y, width, height of each block of glyphs with the space in which its next letter begins,
            shape (n, 4).

    Yields:
        Place (x, y, width, height) in the picture, and the component's mask there.
    """
    margin = round(AROUND * size)
    for x, y, width, height in texts.tolist():
        left, top = max(0, x - margin), max(0, y - margin)
        window = lines[top : y + height + margin, left : x + width + margin]
        if not lines[y : y + height, x : x + width].any():
            continue
        _, labels, stats, _ = cv2.connectedComponentsWithStats(without_lines(window, stroke, size), connectivity=8)
        for number, (u, v, wide, tall, _) in enumerate(stats[1:].tolist(), start=1):
            touching = left + u < x + width and left + u + wide > x
            if touching and top + v >= y and top + v + tall <= y + height:
                part = (labels[v : v + tall, u : u + wide] == number).astype(np.uint8)
                yield np.array([left + u, top + v, wide, tall], np.int32), part
