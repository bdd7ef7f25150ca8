"""Paper's rules."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.page.ruling import without_rules


def drawn(page: np.ndarray) -> np.ndarray:
    for number in range(3):
        x, y = 90 + 260 * number, 140 + 150 * number
        cv2.rectangle(page, (x, y), (x + 180, y + 90), (40, 40, 110), 3, cv2.LINE_AA)
        cv2.putText(page, "step", (x + 40, y + 55), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (40, 40, 110), 2, cv2.LINE_AA)
    return page


def ruled(kind: str) -> np.ndarray:
    """A page with pale rules a little askew, on which three boxes are drawn."""
    page = np.full((800, 900, 3), 255, np.uint8)
    for at in range(10, 900, 28):
        if kind in ("lines", "squares"):
            cv2.line(page, (0, at), (899, at + 20), (190, 205, 225), 1, cv2.LINE_AA)
        if kind == "squares":
            cv2.line(page, (at, 0), (at - 15, 799), (190, 205, 225), 1, cv2.LINE_AA)
        for x in range(10, 900, 28) if kind == "dots" else ():
            cv2.circle(page, (x, at), 2, (190, 205, 225), cv2.FILLED)
    return drawn(page)


@pytest.mark.parametrize("kind", ["lines", "squares", "dots"])
def test_rules_go_and_what_is_drawn_stays(kind: str) -> None:
    bare = without_rules(ruled(kind))
    clean = drawn(np.full((800, 900, 3), 255, np.uint8))
    far = cv2.erode(clean, np.ones((9, 9), np.uint8)).min(axis=2) == 255
    assert (bare[far] == 255).all(axis=1).mean() > 0.999
    dark = clean.min(axis=2) < 100
    assert (bare.min(axis=2)[dark] < 120).all()


def test_a_page_without_rules_is_the_same_page() -> None:
    page = drawn(np.full((800, 900, 3), 255, np.uint8))
    assert without_rules(page) is page


def test_frames_in_stacks_are_no_rules() -> None:
    page = np.full((510, 1250, 3), 255, np.uint8)
    for left in (180, 540, 890):
        for back in (3, 2, 1, 0):
            corner = (left + 9 * back, 210 - 9 * back)
            cv2.rectangle(page, corner, (corner[0] + 210, corner[1] + 96), (225, 230, 220), cv2.FILLED)
            cv2.rectangle(page, corner, (corner[0] + 210, corner[1] + 96), (130, 130, 130), 3)
        cv2.putText(page, "Tower", (left + 50, 265), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (10, 10, 10), 2, cv2.LINE_AA)
    assert without_rules(page) is page


@pytest.mark.parametrize("pitch", [109, 110])
def test_rows_of_boxes_as_far_apart_as_is_looked_at_are_no_rules(pitch: int) -> None:
    page = np.full((1100, 1000, 3), 255, np.uint8)
    for x in range(20, 900, 240):
        for y in range(20, 1060, pitch):
            cv2.rectangle(page, (x, y), (x + 200, y + 50), (150, 150, 150), 1)
            cv2.putText(page, "step", (x + 20, y + 35), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 30), 2, cv2.LINE_AA)
            cv2.line(page, (x + 50, y + 50), (x + 50, y + pitch), (90, 90, 90), 2)
    assert without_rules(page) is page


@pytest.mark.parametrize("size", [(60, 900), (900, 60), (9, 9)])
def test_a_page_too_small_to_tell_is_the_same_page(size: tuple[int, int]) -> None:
    page = np.ascontiguousarray(ruled("squares")[: size[0], : size[1]])
    assert without_rules(page) is page


def test_rules_as_dark_as_what_is_drawn_stay() -> None:
    page = np.full((800, 900, 3), 255, np.uint8)
    page[10::28] = (40, 40, 110)
    assert without_rules(drawn(page.copy())).min(axis=2)[10].max() < 255
