"""One cheap look tells photographs from screenshots and from what programs export."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diagramloop.engines.parse.page.page_kind import PageKind, page_kind


def drawing(side: int) -> np.ndarray:
    """A page of boxes with letters as a program draws them."""
    page = np.full((side, side, 3), 255, np.uint8)
    for x, y in ((0.1, 0.1), (0.5, 0.1), (0.1, 0.6), (0.5, 0.6)):
        corner = (round(x * side), round(y * side))
        cv2.rectangle(page, corner, (corner[0] + side // 3, corner[1] + side // 5), (40, 90, 160), 2)
        below = (corner[0] + 10, corner[1] + side // 10)
        cv2.putText(page, "letters", below, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    return page


def test_what_a_program_draws_is_clean_dark_or_not_and_exported_where_its_letters_are_large():
    page = drawing(1_200)
    larger = cv2.resize(page, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    for kind, picture in ((PageKind.CLEAN, page), (PageKind.EXPORTED, larger)):
        assert page_kind(picture) is kind
        assert page_kind(255 - picture) is kind


def test_shades_make_it_soft_and_what_is_far_too_small_is_tiny():
    page = drawing(1_200)
    page[:, 500:600] = np.arange(100, 200, dtype=np.uint8)[:, None]
    assert page_kind(page) is PageKind.SOFT
    letters = drawing(1_200)
    for y in range(30, 1_200, 40):
        cv2.putText(letters, "many words beside each other" * 2, (5, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 2)
    assert page_kind(cv2.resize(letters, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)) is PageKind.TINY


def test_grain_makes_a_photograph():
    noise = np.random.default_rng(0).integers(-3, 4, (600, 600, 3))
    assert page_kind(np.clip(drawing(600) + noise, 0, 255).astype(np.uint8)) is PageKind.CAMERA


@given(arrays(np.uint8, st.tuples(st.integers(8, 40), st.integers(8, 40), st.just(3))), st.integers(1, 4))
def test_any_page_has_a_kind_and_grain_stays_grain_upside_down_or_with_each_row_repeated(page, times):
    by_camera = page_kind(page) is PageKind.CAMERA
    assert (page_kind(page[::-1]) is PageKind.CAMERA) is by_camera
    assert (page_kind(np.repeat(page, times, axis=0)) is PageKind.CAMERA) is by_camera
