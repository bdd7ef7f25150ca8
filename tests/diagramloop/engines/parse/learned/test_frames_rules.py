"""Lines that are sides of frames, and boxes that are frames."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.ink_maps import INK_CLASSES, InkMaps
from diagramloop.engines.parse.learned.frames import _nested, _slope, frames
from tests.diagramloop.engines.parse.learned.maps import CELLS, maps_of

LEFT, TOP, RIGHT, BOTTOM = 20, 12, 140, 112  # of a frame, in cells
Box = tuple[float, float, float, float]


def framed(*missing: tuple[int, int], likely: float = 1.0, held: int = 400) -> InkMaps:
    """Maps of a frame without some of its level sides, from one column to another, around so many cells of a node."""
    drawn = np.zeros(CELLS, np.uint8)
    cv2.rectangle(drawn, (LEFT, TOP), (RIGHT, BOTTOM), 1, 2)
    for start, stop in missing:
        for row in (TOP, BOTTOM):
            drawn[row - 4 : row + 5, start:stop] = 0
    maps = maps_of()
    maps.classes[drawn > 0] = 0
    maps.classes[drawn > 0, INK_CLASSES.index("frame")] = likely
    maps.inside[40:60, 60 : 60 + held // 20] = 1
    return maps


def count(maps: InkMaps) -> int:
    return len(frames(maps))


def dashes(length: int, pause: int) -> list[tuple[int, int]]:
    return [(start, start + pause) for start in range(LEFT + length, RIGHT - 1, length + pause)]


@pytest.mark.parametrize(
    ("frame", "other"),
    [
        pytest.param(framed(likely=0.55), framed(likely=0.45), id="of ink that may well be a frame's"),
        pytest.param(framed((50, 90)), framed((50, 90), (100, 138)), id="of sides drawn for six tenths"),
        pytest.param(framed(*dashes(18, 14)), framed(*dashes(16, 20)), id="of dashes with shorter pauses"),
        pytest.param(framed(held=140), framed(held=100), id="around something that covers a hundredth"),
    ],
)
def test_what_is_a_frame(frame: InkMaps, other: InkMaps) -> None:
    assert count(frame) == 1
    assert count(other) == 0


@pytest.mark.parametrize(("slope", "told"), [(0.17, True), (0.23, False)])
def test_a_page_leans_by_a_fifth_at_most(slope: float, told: bool) -> None:
    ink = cv2.line(np.zeros(CELLS, np.uint8), (20, 30), (140, 30 + round(120 * slope)), 1, 5)
    assert _slope(ink) == pytest.approx(slope if told else 0.0, abs=0.01)


def kept(*boxes: Box) -> int:
    return len(_nested([np.array(boxes, float)]))


@pytest.mark.parametrize(("wide", "high", "is_frame"), [(45, 100, 0), (55, 100, 1), (30, 40, 1), (30, 50, 0)])
def test_what_is_narrow_and_half_as_high_again_is_the_band_of_a_title(wide: int, high: int, is_frame: int) -> None:
    assert kept((0, 0, wide, high)) == is_frame


@pytest.mark.parametrize(("high", "frames_left"), [(55, 2), (65, 1)])
def test_frames_with_three_fifths_in_common_are_one(high: int, frames_left: int) -> None:
    assert kept((0, 0, 100, 100), (0, 0, 100, high)) == frames_left


def test_a_box_of_a_kind_before_stays_where_a_larger_one_crosses_it() -> None:
    closed, crossing, around = ((0, 0, 100, 60), (20, 20, 300, 200), (-20, -20, 300, 200))
    found = [_nested([np.array([closed], float), np.array([other], float)]) for other in (crossing, around)]
    assert [len(boxes) for boxes in found] == [1, 2]
