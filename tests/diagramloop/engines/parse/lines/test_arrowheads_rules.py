"""Sizes and forms by which a blob of ink is a head."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.lines.arrowheads import Arrowheads, find_arrowheads
from diagramloop.engines.parse.lines.line_ink import EMPTY, NODE, LineInk

UNIT = 20.0  # px of a text's height
SIDE = 240
Box = tuple[int, int, int, int]  # x, y, width, height


def page(*bars: Box) -> np.ndarray:
    """Ink of bars."""
    ink = np.zeros((SIDE, SIDE), np.uint8)
    for x, y, width, height in bars:
        ink[y : y + height, x : x + width] = 1
    return ink


def level(thick: int) -> np.ndarray:
    """Ink of lines from side to side, so thick."""
    return page((0, 20, SIDE, thick), (0, 50, SIDE, thick), (0, 80, SIDE, thick))


def found(ink: np.ndarray, cover: np.ndarray | None = None) -> Arrowheads:
    cover = np.full(ink.shape, EMPTY, np.uint8) if cover is None else cover
    return find_arrowheads(LineInk(ink > 0, cover, ink > 0, 1, UNIT, ink))


def polygon(corners: int, radius: int) -> np.ndarray:
    """Ink of lines four pixels thick and a regular polygon."""
    angles = np.arange(corners) * 2 * np.pi / corners
    ring = np.stack([120 + radius * np.cos(angles), 170 + radius * np.sin(angles)], axis=1).round().astype(np.int32)
    return cv2.fillPoly(level(4), [ring], 1)


@pytest.mark.parametrize(
    ("blob", "count"),
    [
        pytest.param(page((100, 160, 8, 8)), 0, id="a square twice as wide as a line"),
        pytest.param(polygon(4, 5), 1, id="a diamond that is a little wider between its sides"),
    ],
)
def test_a_head_is_more_than_twice_as_wide_as_a_line_of_four_pixels(blob: np.ndarray, count: int) -> None:
    assert len(found(level(4) | blob).blobs) == count


@pytest.mark.parametrize(("thin", "count"), [(46, 0), (66, 1)])
def test_a_head_is_wider_than_lines_of_which_there_are_a_quarter(thin: int, count: int) -> None:
    thick = page((10, 20, 170, 7))
    assert len(found(thick | page((10, 80, thin, 1), (100, 160, 9, 9))).blobs) == count


@pytest.mark.parametrize(("length", "count"), [(34, 1), (44, 0)])
def test_a_blob_several_times_as_long_as_thick_is_a_thick_line(length: int, count: int) -> None:
    assert len(found(level(4) | page((100, 160, length, 12))).blobs) == count


@pytest.mark.parametrize(("line", "bulge", "count"), [(15, 17, 0), (11, 15, 1)])
def test_a_head_on_a_thick_line_is_a_third_wider_than_it(line: int, bulge: int, count: int) -> None:
    half, rest = line // 2, bulge // 2
    thick = page((20, 170 - half, 200, line), (120 - rest, 170 - rest, bulge, bulge))
    assert len(found(level(6) | thick).blobs) == count


@pytest.mark.parametrize(("gap", "width"), [(5, 8), (6, 2)])
def test_ink_within_a_quarter_of_a_text_height_of_a_node_tells_no_width_of_lines(gap: int, width: int) -> None:
    cover = np.full((SIDE, SIDE), EMPTY, np.uint8)
    cover[120:] = NODE
    assert found(page((0, 120 - gap, SIDE, 1), (10, 30, 60, 7)), cover).width == width


@pytest.mark.parametrize(("diameter", "count"), [(55, 1), (65, 0)])
def test_a_head_is_shorter_than_three_text_heights(diameter: int, count: int) -> None:
    assert len(found(cv2.circle(level(4), (120, 160), diameter // 2, 1, cv2.FILLED)).blobs) == count


@pytest.mark.parametrize(("hole", "count"), [(22, 1), (26, 0)])
def test_a_hollow_head_is_smaller_inside_than_a_text_and_a_fifth(hole: int, count: int) -> None:
    ink = level(4) | page((100, 140, hole + 8, hole + 8))
    ink[144 : 144 + hole, 104 : 104 + hole] = 0
    assert len(found(ink).blobs) == count


@pytest.mark.parametrize(("corners", "kind"), [(3, "arrow"), (5, "arrow"), (32, "circle")])
def test_a_circle_is_what_fills_a_circle(corners: int, kind: str) -> None:
    assert [blob.kind for blob in found(polygon(corners, 15)).blobs] == [kind]
