"""Photographed pages."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.page.illumination import evenly_lit, is_flat
from diagramloop.engines.parse.page.page import _LEAST_SHARE
from diagramloop.errors import PictureError, RejectionReason


def drawing() -> np.ndarray:
    picture = np.full((400, 600, 3), 255, np.uint8)
    cv2.rectangle(picture, (100, 100), (300, 200), (0, 0, 0), 3)
    cv2.line(picture, (300, 150), (550, 150), (0, 0, 0), 3)
    return picture


def photographed(picture: np.ndarray) -> np.ndarray:
    light = np.linspace(0.5, 1.0, picture.shape[1])[None, :, None]
    grain = np.random.default_rng(0).normal(0, 4, picture.shape)
    return np.clip(picture * light + grain, 0, 255).astype(np.uint8)


def test_a_drawing_is_flat_and_a_photograph_is_not() -> None:
    assert is_flat(drawing(), _LEAST_SHARE)
    assert not is_flat(photographed(drawing()), _LEAST_SHARE)


def test_the_page_becomes_white_and_the_ink_stays() -> None:
    lit = evenly_lit(photographed(drawing()))
    assert is_flat(lit, _LEAST_SHARE)
    assert np.mean((lit.min(axis=2) < 128) == (drawing().min(axis=2) < 128)) > 0.995


def test_the_desk_around_the_page_goes_and_painted_nodes_keep_their_colour() -> None:
    page = drawing()
    page[100:200, 350:500] = (0, 120, 180)
    desk = cv2.copyMakeBorder(page, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 60, 40))
    lit = evenly_lit(photographed(desk))
    assert lit[:50].min() == 255
    node = lit[175:245, 425:545].reshape(-1, 3).astype(int)
    assert np.abs(node.mean(axis=0) - (0, 136, 204)).max() < 12
    assert node.std(axis=0).max() < 12


@pytest.mark.parametrize("spread", [40, 255])
def test_what_holds_no_page_with_ink_is_refused(spread: int) -> None:
    noise = np.random.default_rng(0).integers(0, spread, (300, 400, 3), dtype=np.uint8)
    with pytest.raises(PictureError) as caught:
        evenly_lit(noise)
    assert caught.value.reason == RejectionReason.NO_DIAGRAM


def test_half_a_page_in_a_shadow_with_an_edge_is_page_and_a_desk_is_not() -> None:
    page = cv2.copyMakeBorder(drawing(), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(150, 125, 100))
    shadow = np.where(np.arange(720) > 400, 0.6, 1.0)[None, :, None]
    dim = cv2.GaussianBlur(np.broadcast_to(shadow, page.shape).astype(np.float32), (0, 0), 6)
    lit = evenly_lit((page * dim * 0.9).astype(np.uint8))
    assert (lit[175:250, 175:345] == 255).all()
    assert lit[80:150, 500:600].min() == 255
    assert lit[205:215, 420:600].min(axis=(0, 2)).max() < 128
    assert lit[:40].min() == 255
