"""Lines out of maps of letters: none lost, none read twice, rows apart, nodes' own, written level or upwards."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.engines.parse.blackboard import Shape
from diagramloop.engines.parse.ink_maps import INK_CLASSES, InkMaps
from diagramloop.engines.parse.learned.written_lines import WrittenLine, strips, written_lines
from diagramloop.graph import Box
from tests.diagramloop.engines.parse.learned.maps import CELLS, maps_of

TEXT = INK_CLASSES.index("text")
UNIT_PX = 12.0  # six cells
PAPER, INK = 240, 20


def written(*boxes: tuple[int, int, int, int], likely: float = 1.0) -> InkMaps:
    """Maps with letters in boxes of cells, each a stroke of two cells in three."""
    maps = maps_of()
    for x0, y0, x1, y1 in boxes:
        maps.classes[y0:y1, x0:x1, TEXT] = likely
        maps.classes[y0:y1, x0:x1, 0] = 1 - likely
    return maps


def node(box: Box) -> Shape:
    x0, y0, x1, y1 = box
    return Shape(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), "rect", "node", 2.0, (255, 255, 255), 0.9)


def boxes_of(lines: list[WrittenLine]) -> list[tuple[int, int, int, int]]:
    shapes = [(line.left, line.top, *line.mask.shape) for line in lines]
    return [(left, top, left + width, top + height) for left, top, height, width in shapes]


def test_words_of_a_row_are_a_line_and_rows_are_apart() -> None:
    maps = written((20, 20, 40, 26), (44, 20, 60, 26), (20, 32, 50, 38))
    assert boxes_of(written_lines(maps, (), UNIT_PX)) == [(20, 20, 60, 26), (20, 32, 50, 38)]


def test_rows_that_a_descender_joins_are_parted_and_no_letter_is_in_both() -> None:
    maps = written((20, 20, 60, 26), (20, 32, 60, 38), (40, 26, 41, 32))
    lines = written_lines(maps, (), UNIT_PX)
    assert len(lines) == 2
    names = np.zeros(CELLS, int)
    for line in lines:
        line.on(names)[line.mask] += 1
    assert names.max() == 1
    assert (names[20:26, 20:60] == 1).all()
    assert (names[32:38, 20:60] == 1).all()


def test_slanted_rows_stay_lines() -> None:
    letters = np.zeros(CELLS, np.float32)
    for row in (30, 42):
        cv2.line(letters, (20, row), (90, row + 10), 1.0, 6)
    maps = maps_of()
    maps.classes[:, :, TEXT] = letters
    assert [line.mask.shape[1] > 65 for line in written_lines(maps, (), UNIT_PX)] == [True, True]


def test_a_text_ends_at_a_wide_gap() -> None:
    maps = written((20, 20, 40, 26), (52, 20, 70, 26))
    assert boxes_of(written_lines(maps, (), UNIT_PX)) == [(20, 20, 40, 26), (52, 20, 70, 26)]


def test_texts_in_two_nodes_are_two_and_a_letter_across_the_border_stays_whole() -> None:
    maps = written((20, 20, 50, 26), (53, 20, 70, 26))
    nodes = (node((100.0, 20.0, 160.0, 80.0)), node((20.0, 20.0, 96.0, 80.0)))
    lines = written_lines(maps, nodes, UNIT_PX)
    assert boxes_of(lines) == [(53, 20, 70, 26), (20, 20, 50, 26)]


def test_frames_own_no_text() -> None:
    maps = written((20, 20, 40, 26), (44, 20, 60, 26))
    frame = replace(node((0.0, 0.0, 84.0, 80.0)), role="group")
    assert len(written_lines(maps, (frame,), UNIT_PX)) == 1


def test_a_text_that_is_written_upwards_is_one_line_and_is_shown_level() -> None:
    letters = [(30, y, 36, y + 4) for y in range(20, 80, 6)]
    maps = written(*letters)
    (line,) = written_lines(maps, (), UNIT_PX)
    assert line.upright
    assert boxes_of([line]) == [(30, 20, 36, 78)]
    picture = np.full((*maps.page, 3), PAPER, np.uint8)
    picture[150:156, 60:72] = INK  # the letter at the bottom, which is read first
    (strip,) = strips(picture, [line], CELLS)
    dark = np.flatnonzero((strip < 128).any(axis=0))
    assert strip.shape[1] > strip.shape[0]
    assert dark.max() < strip.shape[1] / 4


def test_short_rows_of_a_caption_are_no_upright_text() -> None:
    maps = written((30, 20, 34, 26), (26, 30, 46, 36), (28, 40, 44, 46))
    assert not any(line.upright for line in written_lines(maps, (), UNIT_PX))
    assert len(written_lines(maps, (), UNIT_PX)) == 3


@pytest.mark.parametrize(("likely", "count"), [(0.17, 0), (0.23, 1)])
def test_what_is_a_letter_with_a_chance_of_a_fifth_is_read(likely: float, count: int) -> None:
    maps = written((20, 20, 60, 26), likely=1.0)
    maps.classes[20:26, 20:60, TEXT] = 0.0
    maps.classes[20:30, 20:60, TEXT] = likely
    assert len(written_lines(maps, (), UNIT_PX)) == count


def test_a_map_without_letters_has_no_lines() -> None:
    assert written_lines(maps_of(), (), UNIT_PX) == []
    assert strips(np.zeros((*maps_of().page, 3), np.uint8), [], CELLS) == []


def test_letters_of_another_line_are_gone_and_lines_of_the_drawing_stay() -> None:
    maps = written((20, 20, 60, 26), (20, 28, 60, 34))
    lines = written_lines(maps, (), UNIT_PX)
    picture = np.full((*maps.page, 3), PAPER, np.uint8)
    picture[40:52, 60:64] = INK  # of the upper line
    picture[54:68, 90:94] = INK  # of the lower one
    upper, lower = strips(picture, lines, CELLS)
    assert (upper[:, 82 - 40 + 6 :] > 200).all()
    assert (lower[:, : 60 - 40] > 200).all()
    assert (upper < 50).any()
    assert (lower < 50).any()


def test_light_letters_on_dark_paper_are_shown_dark_on_white() -> None:
    maps = written((20, 20, 60, 26))
    picture = np.full((*maps.page, 3), INK, np.uint8)
    picture[42:50, 60:64] = PAPER
    (strip,) = strips(picture, written_lines(maps, (), UNIT_PX), CELLS)
    assert strip[0, 0] > 250
    assert strip.min() < 5


@settings(max_examples=40, deadline=None)
@given(
    boxes=st.lists(st.tuples(st.integers(0, 140), st.integers(0, 110), st.integers(1, 40), st.integers(1, 30))),
    unit=st.floats(0.5, 60.0),
    page=st.tuples(st.integers(200, 330), st.integers(280, 440)),
)
def test_whatever_is_written_each_cell_is_in_one_line_at_most_and_each_line_is_shown(
    boxes: list[tuple[int, int, int, int]], unit: float, page: tuple[int, int]
) -> None:
    maps = replace(written(*((x, y, x + width, y + height) for x, y, width, height in boxes)), page=page)
    lines = written_lines(maps, (node((20.0, 20.0, 120.0, 100.0)),), unit)
    names = np.zeros(CELLS, int)
    for line in lines:
        assert line.mask.any()
        line.on(names)[line.mask] += 1
    level = np.zeros(CELLS, int)
    for line in lines:
        if not line.upright:
            line.on(level)[line.mask] += 1
    assert level.max(initial=0) <= 1
    assert (maps.at_cells("text")[names > 0] > 0).all()
    picture = np.random.default_rng(0).integers(0, 256, (*page, 3), np.uint8)
    shown = strips(picture, lines, CELLS)
    assert len(shown) == len(lines)
    assert all(strip.size for strip in shown)
