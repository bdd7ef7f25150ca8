"""Pencil on paper."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.page.faint_ink import _MOST_GAIN_RATIO, darkened


def page(ink: int) -> np.ndarray:
    picture = np.full((300, 400, 3), 255, np.uint8)
    cv2.rectangle(picture, (60, 60), (300, 200), (ink, ink, ink), 2)
    return picture


@pytest.mark.parametrize(("ink", "expected"), [(170, 85), (225, 255 - 30 * round(_MOST_GAIN_RATIO))])
def test_pale_strokes_become_dark_up_to_a_limit_and_the_page_stays(ink: int, expected: int) -> None:
    out = darkened(page(ink))
    assert abs(int(out.min()) - expected) <= 2
    assert (out[page(ink) == 255] == 255).all()


def test_ink_paint_and_bare_pages_are_left_alone() -> None:
    painted = page(170)
    painted[70:190, 70:290] = (200, 210, 240)
    for picture in (page(20), painted, np.full((100, 100, 3), 255, np.uint8)):
        assert darkened(picture) is picture
