"""Frames from straight lines."""

from __future__ import annotations

import cv2
import numpy as np

from flowbench.parse.flat_regions import contrast
from flowbench.parse.frames import rectangles


def page() -> np.ndarray:
    return np.full((300, 400, 3), 255, np.uint8)


def found(picture: np.ndarray) -> list[np.ndarray]:
    return [np.array(box) for box in rectangles(contrast(picture), 5, side=40, dash=12)]


def test_a_frame_that_lines_cross() -> None:
    picture = page()
    cv2.rectangle(picture, (50, 40), (350, 250), (0, 0, 0), 1)
    cv2.line(picture, (200, 0), (200, 299), (0, 0, 0), 1)
    cv2.line(picture, (0, 20), (399, 280), (0, 0, 0), 1)
    assert any(np.abs(box - (50, 40, 350, 250)).max() < 3 for box in found(picture))


def test_a_dashed_frame() -> None:
    picture = page()
    for x in range(50, 350, 10):
        picture[[40, 250], x : x + 6] = 0
    for y in range(40, 250, 10):
        picture[y : y + 6, [50, 350]] = 0
    assert any(np.abs(box - (50, 40, 350, 250)).max() < 8 for box in found(picture))


def test_three_sides_are_no_frame() -> None:
    picture = page()
    cv2.rectangle(picture, (50, 40), (350, 250), (0, 0, 0), 1)
    picture[200:, 60:340] = 255
    assert not found(picture)
