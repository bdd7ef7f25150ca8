"""Thinning against scikit-image's, and strokes of simple drawings."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import ndimage

from diagramloop.engines.parse.lines.strokes import find_strokes, thin

EIGHT = np.ones((3, 3))


def drawn(segments):
    page = np.zeros((80, 80), np.uint8)
    for x0, y0, x1, y1, pen in segments:
        cv2.line(page, (x0, y0), (x1, y1), 1, pen)
    return page.astype(bool)


def skeleton(mask):
    pixels, stride = thin(mask)
    padded = np.zeros((mask.shape[0] + 2, stride), bool)
    padded.ravel()[pixels] = True
    return padded[1:-1, 1:-1]


places = st.integers(3, 76)


@given(st.lists(st.tuples(places, places, places, places, st.integers(1, 6)), min_size=1, max_size=4))
def test_thinning_keeps_what_is_connected(segments):
    mask = drawn(segments)
    thinned = skeleton(mask)
    assert not (thinned & ~mask).any()
    assert ndimage.label(thinned, EIGHT)[1] == ndimage.label(mask, EIGHT)[1]


def test_slanted_line_of_two_pixels_keeps_its_length():
    mask = np.eye(60, dtype=bool) | np.eye(60, k=1, dtype=bool)
    assert skeleton(mask).sum() >= 55


def test_a_cross_has_four_strokes_at_one_junction():
    strokes = find_strokes(drawn([(10, 40, 70, 40, 3), (40, 10, 40, 70, 3)]), 3, 12)
    assert len(strokes) == 4
    met = strokes.junction[strokes.junction >= 0]
    assert len(met) == 4
    assert len(set(met.tolist())) == 1


def test_nothing():
    assert len(find_strokes(np.zeros((9, 9), bool), 2, 10)) == 0


def test_ends_point_outwards():
    strokes = find_strokes(drawn([(10, 40, 70, 40, 2)]), 2, 12)
    left, right = np.argsort(strokes.tips[:, 0])
    assert strokes.out[left] @ (-1, 0) > 0.99
    assert strokes.out[right] @ (1, 0) > 0.99
