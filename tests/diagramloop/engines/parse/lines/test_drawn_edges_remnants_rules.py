"""Remnants of borders that are no heads and no lines."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from diagramloop.engines.parse.lines.arrowheads import Arrowheads, Blob
from diagramloop.engines.parse.lines.drawn_edges import _hugging, _without_remnants
from diagramloop.engines.parse.lines.ports import Anchors
from diagramloop.engines.parse.lines.strokes import as_strokes

UNIT = 20.0  # px of a text's height
NODE = Anchors(np.array([shapely.box(0, 100, 500, 200)], dtype=object), np.ones(1), 1)


def heads(*sizes: tuple[int, int]) -> int:
    """Count of those blobs on the upper border of a node, of these widths and heights, that are heads."""
    boxes = [shapely.box(40 * k, 100 - high, 40 * k + wide - 1, 100) for k, (wide, high) in enumerate(sizes)]
    blobs = tuple(Blob(shapely.get_coordinates(box), "arrow") for box in boxes)
    return len(_without_remnants(Arrowheads(blobs, np.zeros((1, 1), bool), 2.0), NODE, UNIT).blobs)


@pytest.mark.parametrize(("rise", "count"), [(5, 0), (7, 1)])
def test_a_head_rises_from_its_node_by_a_third_of_a_text_height(rise: int, count: int) -> None:
    assert heads((16, rise)) == count


@pytest.mark.parametrize(("wide", "count"), [(4, 4), (6, 5)])
def test_a_head_covers_a_quarter_of_what_the_others_cover(wide: int, count: int) -> None:
    assert heads((wide, 9), (20, 9), (20, 9), (20, 9), (20, 9)) == count


@pytest.mark.parametrize(("large", "count"), [(2, 10), (3, 3)])
def test_heads_are_as_large_as_the_largest_quarter_of_them(large: int, count: int) -> None:
    assert heads(*[(30, 9)] * large, *[(5, 9)] * (10 - large)) == count


@pytest.mark.parametrize(("gap", "hugs"), [(4.7, True), (5.4, False)])
def test_what_runs_along_a_border_within_two_lines_and_a_half_is_left_of_it(gap: float, hugs: bool) -> None:
    line = np.stack([np.arange(100.0), np.full(100, 100 - gap)], axis=1)
    strokes = as_strokes([line], np.array([(-1, -1)]), np.array([100.0]), 2.0, UNIT)
    assert _hugging(strokes, NODE, 2.0).tolist() == [hugs]
