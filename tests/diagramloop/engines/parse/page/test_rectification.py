"""Pages seen askew."""

from __future__ import annotations

import tracemalloc

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.page.rectification import (
    _LEAST_AGREEING_SHARE,
    _PRINTED_RAD,
    _vanishing,
    is_upright,
    rectifying,
)

CORNERS = np.array([(0, 0), (800, 0), (800, 600), (0, 600)], np.float32)


def drawing() -> np.ndarray:
    picture = np.full((600, 800, 3), 255, np.uint8)
    for x, y in ((80, 60), (480, 60), (80, 380), (480, 380)):
        cv2.rectangle(picture, (x, y), (x + 220, y + 130), (0, 0, 0), 2, cv2.LINE_AA)
    cv2.line(picture, (300, 125), (480, 125), (0, 0, 0), 2, cv2.LINE_AA)
    cv2.line(picture, (190, 190), (480, 400), (0, 0, 0), 2, cv2.LINE_AA)
    return picture


def seen(shifts: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """The drawing with its corners shifted, and the homography that did it."""
    homography = cv2.getPerspectiveTransform(CORNERS, CORNERS + np.array(shifts, np.float32))
    return cv2.warpPerspective(drawing(), homography, (800, 600), borderValue=(255, 255, 255)), homography


def test_what_is_level_stays_as_it_is() -> None:
    assert is_upright(drawing())
    assert rectifying(drawing()) is None


@pytest.mark.parametrize(
    "shifts",
    [
        [(20, 10), (-5, 40), (-30, -15), (10, -25)],
        [(0, 30), (-30, 0), (0, -30), (30, 0)],
        [(0, 0), (0, 25), (0, 0), (0, 0)],
    ],
)
def test_a_page_seen_askew_is_made_level_and_upright(shifts: list[tuple[int, int]]) -> None:
    picture, homography = seen(shifts)
    back = rectifying(picture)
    assert back is not None
    box = np.array([[(80, 60), (700, 60), (700, 510), (80, 510)]], np.float64)
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = cv2.perspectiveTransform(box, back @ homography)[0]
    assert max(abs(y0 - y1), abs(y2 - y3)) < 0.006 * 620
    assert max(abs(x0 - x3), abs(x1 - x2)) < 0.006 * 450


def test_a_turned_page_is_not_upright() -> None:
    assert not is_upright(seen([(0, 30), (-30, 0), (0, -30), (30, 0)])[0])


def test_few_lines_tell_nothing() -> None:
    picture = np.full((400, 600, 3), 255, np.uint8)
    cv2.circle(picture, (200, 200), 90, (0, 0, 0), 2)
    cv2.line(picture, (290, 200), (500, 230), (0, 0, 0), 2)
    assert rectifying(picture) is None


def test_a_page_drawn_by_hand_is_made_level() -> None:
    picture, rng = np.full((600, 800, 3), 255, np.uint8), np.random.default_rng(1)
    for x, y in ((80, 60), (480, 60), (80, 380), (480, 380)):
        corners = np.array([(x, y), (x + 220, y), (x + 220, y + 130), (x, y + 130)]) + rng.uniform(-7, 7, (4, 2))
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            cv2.line(picture, a.astype(int).tolist(), b.astype(int).tolist(), (0, 0, 0), 2, cv2.LINE_AA)
    turn = np.vstack([cv2.getRotationMatrix2D((400, 300), 6, 1.0), [0, 0, 1]])
    askew = cv2.warpPerspective(picture, turn, (800, 600), borderValue=(255, 255, 255))
    back = rectifying(askew, by_hand=True)
    assert back is not None
    middle = np.array([[(200, 300), (600, 300)]], np.float64)
    along = np.diff(cv2.perspectiveTransform(middle, back @ turn)[0], axis=0)[0]
    assert abs(np.degrees(np.arctan2(along[1], along[0]))) < 1.5


def test_the_memory_of_a_vanishing_point_grows_with_the_segments_not_with_their_square() -> None:
    start = np.random.default_rng(0).uniform(-1, 1, (3000, 2))
    segments = np.hstack([start, start + np.array([0.1, 0.0])])
    tracemalloc.start()
    try:
        assert _vanishing(segments, _PRINTED_RAD, _LEAST_AGREEING_SHARE) is not None
        assert tracemalloc.get_traced_memory()[1] < 10e6
    finally:
        tracemalloc.stop()
