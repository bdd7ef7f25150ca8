"""Flat regions against hand-made pictures."""

from __future__ import annotations

from unittest.mock import patch

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diagramloop.engines.parse.levels import contrast
from diagramloop.engines.parse.shapes import flat_regions as regions_module
from diagramloop.engines.parse.shapes.flat_regions import flat_regions, regrown


@given(arrays(np.uint8, st.tuples(st.integers(2, 300), st.integers(2, 9), st.just(3))))
def test_contrast_is_the_range_of_two_by_two(picture: np.ndarray) -> None:
    padded = np.pad(picture, ((0, 1), (0, 1), (0, 0)), mode="edge").astype(int)
    windows = np.stack([padded[:-1, :-1], padded[1:, :-1], padded[:-1, 1:], padded[1:, 1:]])
    assert (contrast(picture) == np.ptp(windows, axis=0).max(axis=2)).all()


@given(arrays(np.uint8, st.tuples(st.integers(2, 12), st.integers(2, 12)), elements=st.sampled_from([0, 9])), st.data())
def test_boxes_and_areas_are_opencvs(contrasts: np.ndarray, data: st.DataObject) -> None:
    with patch.object(regions_module, "_BAND", data.draw(st.integers(1, 200), "pixels held at once")):
        found = flat_regions(contrasts, 5)
    flat = cv2.compare(contrasts, 5, cv2.CMP_LE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4, ltype=cv2.CV_32S)
    assert (found.labels == labels).all()
    there = stats[:, cv2.CC_STAT_AREA] > 0  # of number 0, if all is flat, OpenCV says nothing useful
    assert (found.areas[there] == stats[there, cv2.CC_STAT_AREA]).all()
    assert (found.boxes[there] == np.hstack([stats[:, :2], stats[:, :2] + stats[:, 2:4]])[there]).all()


def test_a_one_pixel_line_parts_two_regions_and_a_gradient_does_not() -> None:
    picture = np.repeat(np.linspace(100, 200, 80).astype(np.uint8)[None, :, None], 40, axis=0).repeat(3, axis=2)
    assert len(flat_regions(contrast(picture), 5).areas) == 2  # number 0 and one region
    picture[:, 40] = 0
    regions = flat_regions(contrast(picture), 5)
    assert len(regions.large(20)) == 2
    assert regions.crop(1).all()


def test_regrown_reaches_the_line_but_not_beyond() -> None:
    contrasts = np.zeros((20, 40), np.uint8)
    contrasts[:, 10:16] = 20  # noise
    contrasts[:, 16] = 200  # line
    region = np.zeros_like(contrasts)
    region[:, :10] = 255
    grown = regrown(region, contrasts, level=50, reach=9)
    assert (grown[:, :16] == 255).all()
    assert not grown[:, 16:].any()
