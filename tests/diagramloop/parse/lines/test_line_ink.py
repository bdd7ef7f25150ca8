"""The ground that belongs to a text."""

from __future__ import annotations

import dataclasses

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.parse.lines.line_ink import _opened, plate
from diagramloop.parse.lines.settings.ink import InkSettings, PlateSettings
from tests.diagramloop.parse.lettering import ENVIRONMENT, canvas, font, pixels

SIZED = dataclasses.replace(ENVIRONMENT, text_height=24.0)
USUAL = InkSettings()


def lettered(*line: int) -> tuple[np.ndarray, tuple[float, float, float, float]]:
    image, draw = canvas(300, 300)
    draw.text((150, 150), "maybe", fill="black", font=font(), anchor="mm")
    box = draw.textbbox((150, 150), "maybe", font=font(), anchor="mm")
    if line:
        draw.line(line, fill="black", width=2)
    return pixels(image), tuple(float(v) for v in box)  # type: ignore[return-value]


def test_a_text_without_a_visible_plate_has_its_leading() -> None:
    picture, box = lettered()
    for leading in (USUAL.plates.leading_text_heights, 0.25):
        grown = plate(picture, box, SIZED, InkSettings(plates=PlateSettings(leading_text_heights=leading)))
        assert grown == (box[0], box[1] - leading * 24, box[2], box[3] + leading * 24)


def test_leading_stops_at_ink() -> None:
    _, (_, y0, _, _) = lettered()
    picture, box = lettered(0, int(y0) - 8, 299, int(y0) - 8)
    assert y0 - 8 < plate(picture, box, SIZED, USUAL)[1] < y0


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
