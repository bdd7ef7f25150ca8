"""Shadows of nodes."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.parse.lines.shadows import _opened

BOXES = st.lists(st.tuples(*[st.integers(-30, 200)] * 2, *[st.integers(1, 60)] * 2), max_size=4)


@given(BOXES, st.integers(2, 16), st.integers(1, 20), st.booleans(), st.integers(0, 2**32 - 1))
def test_opening_around_boxes_is_opening_the_whole(boxes: list, side: int, reach: int, disc: bool, seed: int) -> None:
    inside = np.zeros((180, 240), np.uint8)
    for x, y, width, height in boxes:
        cv2.rectangle(inside, (x, y), (x + width - 1, y + height - 1), 255, cv2.FILLED)
    marks = (np.random.default_rng(seed).random(inside.shape) > 0.97).astype(np.uint8) * 200
    near = cv2.dilate(inside, np.ones((2 * reach + 1,) * 2, np.uint8))
    solid = cv2.max(inside, cv2.min(near, cv2.dilate(marks, np.ones((7, 9), np.uint8))))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side | 1,) * 2) if disc else np.ones((side,) * 2, np.uint8)
    assert (_opened(solid, boxes, reach, kernel) == cv2.morphologyEx(solid, cv2.MORPH_OPEN, kernel)).all()
