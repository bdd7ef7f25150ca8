"""Fills of parallel strokes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.page import hatching
from diagramloop.engines.parse.page.hatching import without_hatching

ENVIRONMENT = Environment((255, 255, 255), 3.0, 20.0, 5)


def box(picture: np.ndarray, x: int, y: int) -> None:
    cv2.rectangle(picture, (x, y), (x + 240, y + 120), (30, 30, 30), 3)
    cv2.putText(picture, "some text", (x + 40, y + 70), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (30, 30, 30), 2, cv2.LINE_AA)


def page(hatched: bool) -> np.ndarray:
    picture = np.full((500, 700, 3), 255, np.uint8)
    for x, y in ((60, 60), (400, 60), (60, 300), (400, 300)):
        for at in range(-120, 240, 12) if hatched else ():
            clip = picture[y : y + 120, x : x + 240]
            cv2.line(clip, (at, 120), (at + 120, 0), (165, 216, 255), 3, cv2.LINE_AA)
        box(picture, x, y)
    return picture


def test_hatchings_go_and_ink_stays() -> None:
    bare = without_hatching(page(hatched=True), ENVIRONMENT)
    assert np.mean(np.abs(bare.astype(int) - page(hatched=False)).max(axis=2) > 60) < 0.01
    inside = bare[70:100, 70:90]
    assert inside.min() == 255


def test_pale_lines_shading_and_paint_are_no_hatching() -> None:
    picture = page(hatched=False)
    picture[10:40] = np.linspace(160, 250, 700)[None, :, None]
    cv2.rectangle(picture, (62, 62), (90, 178), (200, 220, 255), -1)
    for x in range(60, 640, 60):
        cv2.line(picture, (x, 200), (x + 90, 290), (180, 180, 180), 2, cv2.LINE_AA)
    assert without_hatching(picture, ENVIRONMENT) is picture


def test_letters_are_no_hatching() -> None:
    picture = np.full((400, 700, 3), 255, np.uint8)
    for y in range(40, 400, 30):
        text = "pale words that fill the whole of a page"
        cv2.putText(picture, text, (10, y), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (150, 150, 150), 2, cv2.LINE_AA)
    cv2.rectangle(picture, (5, 5), (695, 395), (0, 0, 0), 3)
    assert without_hatching(picture, ENVIRONMENT) is picture


def test_bands_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = page(hatched=True)
    whole = without_hatching(picture, ENVIRONMENT)
    monkeypatch.setattr(hatching, "BAND", 20_000)
    assert (without_hatching(picture, ENVIRONMENT) == whole).all()
