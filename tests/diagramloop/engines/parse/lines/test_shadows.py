"""Shadows of nodes."""

from __future__ import annotations

from unittest.mock import patch

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.lines import shadows as shadows_module
from diagramloop.engines.parse.lines.shadows import _opened, without_shadows

BOXES = st.lists(st.tuples(*[st.integers(-30, 200)] * 2, *[st.integers(1, 60)] * 2), max_size=4)


@given(BOXES, st.sampled_from(range(3, 17, 2)), st.integers(1, 20), st.booleans(), st.integers(0, 2**32 - 1))
def test_opening_around_boxes_is_opening_the_whole(boxes: list, side: int, reach: int, disc: bool, seed: int) -> None:
    inside = np.zeros((180, 240), np.uint8)
    for x, y, width, height in boxes:
        cv2.rectangle(inside, (x, y), (x + width - 1, y + height - 1), 255, cv2.FILLED)
    marks = (np.random.default_rng(seed).random(inside.shape) > 0.97).astype(np.uint8) * 200
    near = cv2.dilate(inside, np.ones((2 * reach + 1,) * 2, np.uint8))
    solid = cv2.max(inside, cv2.min(near, cv2.dilate(marks, np.ones((7, 9), np.uint8))))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE if disc else cv2.MORPH_RECT, (side, side))
    assert (_opened(solid, boxes, reach, kernel) == cv2.morphologyEx(solid, cv2.MORPH_OPEN, kernel)).all()


@pytest.mark.parametrize("text_height", range(12, 32))
@pytest.mark.parametrize("shadow", [0, 8])
def test_the_disc_is_for_nodes_beside_which_the_square_leaves_something(text_height: int, shadow: int) -> None:
    strength = np.zeros((500, 400), np.uint8)
    at = [np.array([[60, y], [280, y], [280, y + 90], [60, y + 90]], np.int32).reshape(-1, 1, 2) for y in (50, 300)]
    strength[50:141, 60:281] = 200
    strength[300 + shadow : 391 + shadow, 60 + shadow : 281 + shadow] = 90
    with patch.object(shadows_module, "_opened", wraps=_opened) as opened:
        without_shadows(strength, at, Environment((255, 255, 255), 2.0, text_height, 5))
    assert [len(call.args[1]) for call in opened.call_args_list] == ([2, 1] if shadow else [2])
