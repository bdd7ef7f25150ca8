"""Pages that are quick to draw: boxes, and an arrow from the one to the other."""

from __future__ import annotations

import hashlib

import cv2
import numpy as np

from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, HEAD, InkPage


def boxes_page(seed: str, side_px: int = 128) -> InkPage:
    """Two boxes and an arrow, black on white, in another place for every seed."""
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))
    pixels = np.full((side_px, side_px, 3), 255, dtype=np.uint8)
    classes, inside = np.zeros((2, side_px, side_px), dtype=np.uint8)
    course = np.zeros((side_px, side_px, 2), dtype=np.int8)
    third = side_px // 3
    boxes = []
    for left in (0, 2 * third):
        x, y = left + int(rng.integers(4, third // 3)), int(rng.integers(4, 2 * third))
        boxes.append((x, y, x + third // 2, y + third // 2, 0))
        cv2.rectangle(classes, (x, y), (x + third // 2, y + third // 2), BORDER, 2)
        cv2.rectangle(inside, (x, y), (x + third // 2, y + third // 2), 1, -1)
    tail, head = (boxes[0][2] + 3, boxes[0][1] + third // 4), (boxes[1][0] - 3, boxes[1][1] + third // 4)
    cv2.line(classes, tail, head, CONNECTOR, 2)
    cv2.circle(classes, head, 4, HEAD, -1)
    along = np.subtract(head, tail) / np.hypot(*np.subtract(head, tail))
    course[(classes == CONNECTOR) | (classes == HEAD)] = np.round(along * 127)
    pixels[classes > 0] = 0
    return InkPage(pixels, classes, inside, course, np.array(boxes, dtype=np.float32))


def page_of_two_charts(seed: str) -> InkPage:
    """Pretend that two charts that exist were drawn."""
    return boxes_page(seed)


page_of_two_charts.things = lambda: ["chart-2", "chart-1"]  # type: ignore[attr-defined]
