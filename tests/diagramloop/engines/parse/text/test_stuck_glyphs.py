"""Letters that touch a line."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.text.free_text import free_patches
from diagramloop.engines.parse.text.stuck_glyphs import in_dashed_line, stuck_parts, without_lines
from diagramloop.engines.parse.text.text_lines import find_lines
from tests.diagramloop.engines.parse.lettering import ENVIRONMENT, canvas, font, pixels


def ink_of(*lines: tuple[int, ...]) -> np.ndarray:
    image, draw = canvas(300, 300)
    for line in lines:
        draw.line(line, fill="black", width=2)
    return (pixels(image)[..., 0] < 200).astype(np.uint8)


@pytest.mark.parametrize("line", [(100, 0, 100, 299), (0, 250, 299, 40), (30, 0, 170, 299)])
def test_long_straight_strokes_are_taken_out_and_short_ones_stay(line: tuple[int, ...]) -> None:
    short = ink_of((200, 200, 216, 214))
    rest = without_lines(ink_of(line) | short, 2.0, 24.0)
    assert rest.sum() < short.sum() * 1.1
    assert rest[short > 0].all()


def test_without_lines_nothing_is_taken_out() -> None:
    assert not without_lines(np.zeros((40, 40), np.uint8), 2.0, 24.0).any()


def test_parts_stand_next_to_a_text() -> None:
    ink = ink_of((100, 0, 100, 299), (100, 150, 118, 160), (100, 20, 118, 30))
    ((box, part),) = stuck_parts(ink, np.array([[110, 135, 60, 40]], np.int32), 2.0, 24.0)
    assert 148 <= box[1] <= 154
    assert part.any()


@pytest.mark.parametrize("slope", [-60, 0, 60])
def test_a_letter_that_touches_a_line_is_part_of_its_text(slope: int) -> None:
    image, draw = canvas(400, 300)
    x0, top, _, bottom = draw.textbbox((150, 150), "Yes", font=font(), anchor="lm")
    draw.text((150, 150), "Yes", fill="black", font=font(), anchor="lm")
    middle = x0 - slope * (150 - top) / 300
    draw.line((middle + slope / 2, 0, middle - slope / 2, 299), fill="black", width=2)
    found = [line.box for patch in free_patches(pixels(image), ENVIRONMENT, ()).patches for line in find_lines(patch)]
    assert len(found) == 1
    assert found[0][0] <= x0 + 5
    assert found[0][3] <= bottom + 3


def test_strokes_in_a_row_are_dashes_and_letters_are_not() -> None:
    dashes = [(x, 40, 10, 2) for x in range(0, 60, 16)]
    upright = [(100, y, 2, 10) for y in range(0, 60, 16)]
    letters = [(x, 80, 2, 12) for x in range(0, 30, 6)] + [(200, 40, 10, 2), (216, 40, 10, 2)]
    found = in_dashed_line(np.array(dashes + upright + letters, np.int32), stroke=2, size=12)
    assert found.tolist() == [True] * 8 + [False] * len(letters)


@pytest.mark.parametrize("side", [2, 4])
def test_many_dots_in_a_row_are_a_line_and_few_are_full_stops(side: int) -> None:
    level = [(x, 40, side, side) for x in range(0, 12 * side, 2 * side)]
    upright = [(100, y, side, side) for y in range(0, 12 * side, 2 * side)]
    dots = [(x, 80, side, side) for x in range(0, 6 * side, 2 * side)]  # an ellipsis
    steps = [(200 + 2 * side * k, 40 + 2 * side * k, side, side) for k in range(6)]
    found = in_dashed_line(np.array(level + upright + dots + steps, np.int32), stroke=2, size=7)
    assert found.tolist() == [True] * 12 + [False] * 9


def test_what_a_dotted_line_ends_in_is_its_head_and_what_stands_beside_it_is_not() -> None:
    dots = [(100, y, 2, 2) for y in range(0, 40, 4)]
    head, beside = (95, 36, 12, 13), (110, 36, 12, 13)
    assert in_dashed_line(np.array([*dots, head, beside], np.int32), stroke=1, size=13).tolist() == [True] * 11 + [
        False
    ]


def test_a_raster_of_dots_is_no_line_and_costs_nothing() -> None:
    x, y = np.meshgrid(np.arange(0, 1200, 4), np.arange(0, 1200, 4))
    raster = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, 2), np.full(x.size, 2)]).astype(np.int32)
    assert not in_dashed_line(raster, stroke=1, size=13).any()


def row(width: int, height: int, step: int, *, every_other: tuple[int, int] = (0, 0), count: int = 8) -> np.ndarray:
    """Level strokes, every other one longer and lower by so much."""
    longer, lower = every_other
    odd = [k % 2 for k in range(count)]
    return np.array([(step * k, 100 + lower * odd[k], width + longer * odd[k], height) for k in range(count)], np.int32)


def is_line(boxes: np.ndarray, stroke: float = 2, size: float = 40) -> bool:
    found = in_dashed_line(boxes, stroke, size)
    assert found.all() or not found.any()
    return bool(found.all())


@pytest.mark.parametrize(
    ("line", "other"),
    [
        pytest.param(row(30, 13, 50), row(30, 16, 50), id="thin"),
        pytest.param(row(16, 10, 24, count=4), row(13, 10, 24, count=4), id="longer than thick"),
        pytest.param(row(30, 6, 50, every_other=(0, 6)), row(30, 6, 50, every_other=(0, 8)), id="level"),
        pytest.param(row(20, 4, 44), row(20, 4, 50), id="short pauses"),
        pytest.param(row(20, 4, 44, every_other=(16, 0)), row(20, 4, 70, every_other=(26, 0)), id="of a length"),
        pytest.param(row(4, 4, 11), row(4, 4, 15), id="dots close together"),
        pytest.param(row(8, 12, 20), row(8, 14, 20), id="round dots"),
    ],
)
def test_what_makes_strokes_a_line(line: np.ndarray, other: np.ndarray) -> None:
    assert is_line(line)
    assert not is_line(other)


def test_a_thick_pen_draws_thick_dashes() -> None:
    assert is_line(row(20, 9, 30), stroke=5, size=4)
    assert not is_line(row(20, 12, 30), stroke=5, size=4)
