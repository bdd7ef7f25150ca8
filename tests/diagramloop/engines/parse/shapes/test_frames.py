"""Frames from straight lines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.levels import contrast
from diagramloop.engines.parse.shapes.frames import is_band, is_between_lines, rectangles
from diagramloop.graph import Box


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


def test_lanes_and_the_band_with_the_title_are_parts_of_their_frame() -> None:
    drawn = np.zeros((400, 600), np.uint8)
    cv2.rectangle(drawn, (50, 50), (550, 350), 255, 1)
    cv2.line(drawn, (80, 50), (80, 350), 255, 1)
    cv2.line(drawn, (80, 200), (550, 200), 255, 1)
    boxes = rectangles(drawn, 5, side=30, dash=7)
    rounded = [tuple(round(v / 10) for v in box) for box in boxes]
    assert rounded == [(5, 5, 55, 35), (5, 5, 8, 35), (8, 5, 55, 35), (8, 5, 55, 20), (8, 20, 55, 35)]
    assert [is_band(box, boxes, 10.0) for box in boxes] == [False, True, False, False, False]


def test_what_lines_enclose_on_their_way_is_told_from_a_box() -> None:
    picture = page()
    cv2.rectangle(picture, (50, 40), (150, 120), (0, 0, 0), 2)
    cv2.line(picture, (100, 120), (100, 200), (0, 0, 0), 2)
    for y in (160, 240):
        cv2.line(picture, (200, y), (380, y), (0, 0, 0), 2)
    for x in (220, 320):
        cv2.line(picture, (x, 140), (x, 280), (0, 0, 0), 2)
    drawn = contrast(picture) > 5
    assert not is_between_lines((50, 40, 150, 120), drawn, 14)
    assert is_between_lines((220, 160, 320, 240), drawn, 14)
    assert not is_between_lines((2, 2, 398, 298), drawn, 14)


def test_a_box_between_two_others_frames_nothing_with_their_sides() -> None:
    picture = page()
    for y in (50, 112, 174):
        cv2.rectangle(picture, (100, y), (220, y + 50), (0, 0, 0), 2)
    boxes = rectangles(contrast(picture), 5, side=40, dash=6)
    assert boxes
    assert all(44 < box[3] - box[1] < 56 for box in boxes)


@pytest.mark.parametrize(
    ("frame", "band", "other"),
    [
        pytest.param((0, 0, 400, 300), (0, 0, 400, 42), (0, 0, 400, 48), id="narrow"),
        pytest.param((0, 0, 400, 300), (8, 0, 400, 30), (12, 0, 400, 30), id="along three sides"),
    ],
)
def test_a_band_is_narrow_and_lies_at_an_end(frame: Box, band: Box, other: Box) -> None:
    assert is_band(band, [frame], 10.0)
    assert not is_band(other, [frame], 10.0)


def test_a_band_is_twice_as_long_as_wide() -> None:
    assert is_band((0, 0, 90, 40), [(0, 0, 90, 300)], 10.0)
    assert not is_band((0, 0, 72, 40), [(0, 0, 72, 300)], 10.0)


@pytest.mark.parametrize(("start", "end", "goes_on"), [(0, 26, True), (0, 20, False), (9, 40, True), (12, 40, False)])
def test_lines_go_on_from_near_a_corner_to_well_beyond(start: int, end: int, goes_on: bool) -> None:
    """In type of 20 pixels: from half a text height to somewhat more than one."""
    drawn = np.zeros((300, 400), bool)
    drawn[100, 200 + start : 200 + end] = drawn[200, 200 + start : 200 + end] = True
    assert is_between_lines((100, 100, 200, 200), drawn, 20.0) == goes_on


@pytest.mark.parametrize(("gap", "parts"), [(12, 2), (18, 0)])
def test_a_line_that_parts_a_frame_is_drawn_nearly_all_along(gap: int, parts: int) -> None:
    drawn = np.zeros((400, 600), np.uint8)
    cv2.rectangle(drawn, (50, 50), (550, 350), 255, 1)
    drawn[50:351, 300] = 255
    for at in range(100, 100 + 3 * gap, 3 * (gap // 6)):
        drawn[at : at + gap // 6, 300] = 0
    assert len(rectangles(drawn, 5, side=30, dash=7)) == 1 + parts


def test_stems_of_letters_in_two_rows_are_no_rectangles() -> None:
    drawn = np.zeros((200, 1200), np.uint8)
    cv2.rectangle(drawn, (50, 20), (1150, 180), 255, 1)
    drawn[60:95, 100:1100:10] = drawn[100:135, 100:1100:10] = 255  # with gaps as dashes have them: 100 upright lines
    boxes = rectangles(drawn, 5, side=30, dash=8)
    assert [tuple(round(v / 10) for v in box) for box in boxes] == [(5, 2, 115, 18)]
