"""The ground that belongs to a text."""

from __future__ import annotations

import dataclasses

import numpy as np

from diagramloop.engines.parse.lines.line_ink import _LEADING_TEXT_HEIGHTS, plate
from tests.diagramloop.engines.parse.lettering import ENVIRONMENT, canvas, font, pixels

SIZED = dataclasses.replace(ENVIRONMENT, text_height=24.0)


def lettered(*line: int) -> tuple[np.ndarray, tuple[float, float, float, float]]:
    image, draw = canvas(300, 300)
    draw.text((150, 150), "maybe", fill="black", font=font(), anchor="mm")
    box = draw.textbbox((150, 150), "maybe", font=font(), anchor="mm")
    if line:
        draw.line(line, fill="black", width=2)
    return pixels(image), tuple(float(v) for v in box)  # type: ignore[return-value]


def test_a_text_without_a_visible_plate_has_its_leading() -> None:
    picture, box = lettered()
    leading = _LEADING_TEXT_HEIGHTS * SIZED.text_height
    assert plate(picture, box, SIZED) == (box[0], box[1] - leading, box[2], box[3] + leading)


def test_leading_stops_at_ink() -> None:
    _, (_, y0, _, _) = lettered()
    picture, box = lettered(0, int(y0) - 8, 299, int(y0) - 8)
    assert y0 - 8 < plate(picture, box, SIZED)[1] < y0
