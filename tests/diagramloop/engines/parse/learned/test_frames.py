"""Frames from ink that is known."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.ink_maps import INK_CLASSES, InkMaps
from diagramloop.engines.parse.learned.frames import frames
from tests.diagramloop.engines.parse.learned.maps import CELLS, maps_of

NODES = [(50, 30, 70, 50), (50, 80, 70, 100), (110, 30, 130, 50)]
Corners = list[tuple[int, int]]


def framed(*outlines: Corners, gap: int = 0) -> InkMaps:
    """Maps of nodes within frames whose outlines are given by corners in cells; ``gap`` cells of each are not drawn."""
    drawn = np.zeros(CELLS, np.uint8)
    for outline in outlines:
        cv2.polylines(drawn, [np.array(outline)], True, 1, 2)
        x, y = outline[0]
        drawn[y - 3 : y + 4, x + 10 : x + 10 + gap] = 0
    maps = maps_of(nodes=NODES)
    classes = maps.classes.copy()
    classes[drawn > 0] = np.eye(len(INK_CLASSES), dtype=np.float32)[INK_CLASSES.index("frame")]
    return replace(maps, classes=classes)


def rectangle(x0: int, y0: int, x1: int, y1: int) -> Corners:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


@pytest.mark.parametrize("gap", [0, 20])
def test_a_rectangle_around_nodes_is_a_frame(gap: int) -> None:
    (box,) = frames(framed(rectangle(20, 15, 140, 110), gap=gap))
    assert np.abs(np.array(box) / 2 - (20, 15, 140, 110)).max() <= 3


def test_a_frame_that_leans_is_one() -> None:
    (box,) = frames(framed([(20, 12), (140, 20), (136, 112), (16, 104)]))
    assert np.abs(np.array(box) / 2 - (16, 12, 140, 112)).max() <= 6


def test_a_line_from_side_to_side_makes_two_lanes_of_a_frame() -> None:
    whole, upper, lower = rectangle(20, 15, 140, 110), rectangle(20, 15, 140, 65), rectangle(20, 65, 140, 110)
    found = np.array(frames(framed(whole, upper, lower))) / 2
    assert sorted(found[:, 3].round(-1).tolist()) == pytest.approx([60, 110, 110], abs=10)


def test_two_frames_apart_are_two() -> None:
    found = np.array(frames(framed(rectangle(20, 10, 140, 58), rectangle(20, 72, 140, 110)))) / 2
    assert np.abs(found[np.argsort(found[:, 1])][:, [1, 3]] - [(10, 58), (72, 110)]).max() <= 4


def test_lines_that_close_nothing_are_no_frames() -> None:
    assert frames(framed([(20, 15), (140, 15)])) == []
    assert frames(maps_of(nodes=NODES)) == []
