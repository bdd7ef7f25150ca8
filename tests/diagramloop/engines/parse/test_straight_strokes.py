"""Strokes that are too long for letters."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.straight_strokes import drawn, straight_strokes


@pytest.mark.parametrize("angle", range(0, 180, 15))
def test_a_line_is_found_in_every_direction_and_covered_where_it_is_drawn(angle: int) -> None:
    ink = np.zeros((200, 200), np.uint8)
    way = 80 * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    cv2.line(ink, (100 - way).astype(int).tolist(), (100 + way).astype(int).tolist(), 1, 2)
    strokes = straight_strokes(ink, 60, 2)
    assert len(strokes)
    assert (ink & (1 - drawn(strokes, ink.shape, 6))).sum() <= 0.05 * ink.sum()


@pytest.mark.parametrize("ink", [np.zeros((9, 9), np.uint8), np.eye(30, dtype=np.uint8)], ids=["nothing", "short"])
def test_what_is_shorter_is_no_stroke(ink: np.ndarray) -> None:
    assert straight_strokes(ink, 60, 2).shape == (0, 4)
    assert not drawn(straight_strokes(ink, 60, 2), ink.shape, 3).any()
