"""Gaps between dashes, and what is none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from diagramloop.engines.parse.ink_maps import Map
from diagramloop.engines.parse.learned.cell_graph import NOWHERE, Labels
from diagramloop.engines.parse.learned.dashes import without_gaps

ROW, HIGH, WIDE = 20, 40, 120
DASHES = [(10, 18), (28, 36), (46, 54)]  # first column of each, and the one behind its last
Spans = Sequence[tuple[int, int]]


def page(dashes: Spans, row: int = ROW) -> tuple[Map, Map]:
    """Level dashes, two cells thick, that lead to the right."""
    likely, course = np.zeros((HIGH, WIDE), np.float32), np.zeros((HIGH, WIDE, 2), np.float32)
    for first, last in dashes:
        likely[row : row + 2, first:last], course[row : row + 2, first:last] = 1, (1, 0)
    return likely, course


def node(*columns: int) -> Labels:
    nodes = np.full((HIGH, WIDE), NOWHERE, np.int32)
    nodes[:, list(columns)] = 0
    return nodes


def filled(likely: Map, course: Map, nodes: Labels | None = None) -> tuple[Map, Map]:
    return without_gaps(likely, course, node() if nodes is None else nodes)


def is_filled(first: int, last: int, drawn: tuple[Map, Map], nodes: Labels | None = None) -> bool:
    """True if there is ink all along the row from one column to the one before another."""
    return bool((filled(*drawn, nodes)[0][ROW : ROW + 2, first:last].max(axis=0) >= np.float32(0.6)).all())


def test_gaps_as_long_as_their_dashes_are_filled_along_the_course() -> None:
    likely, course = filled(*page(DASHES))
    assert is_filled(10, 54, page(DASHES))
    assert np.allclose(course[ROW : ROW + 2, 23].max(axis=0), (1, 0))
    assert not likely[:, :10].any()
    assert not likely[:, 54:].any()


@pytest.mark.parametrize(("gap", "is_one"), [(15, True), (25, False)])
def test_a_gap_is_at_most_two_and_a_half_dashes_long(gap: int, is_one: bool) -> None:
    assert is_filled(10, 26 + gap, page([(10, 18), (18 + gap, 26 + gap)])) == is_one


def test_a_dash_may_point_at_a_long_line() -> None:
    assert is_filled(10, 110, page([(10, 18), (28, 110)]))


def test_a_long_line_points_at_nothing() -> None:
    likely, course = page([(10, 80)])
    likely[:, 85:87] = 1
    assert not is_filled(80, 85, (likely, course))


def test_a_speck_points_at_nothing() -> None:
    likely, course = page([(10, 11)])
    likely[:, 13:15] = 1
    assert not is_filled(11, 13, (likely, course))


def test_a_thick_piece_is_no_dash() -> None:
    likely, course = page([(28, 110)])
    likely[ROW - 4 : ROW + 4, 10:18] = 1
    assert not is_filled(18, 28, (likely, course))


def test_a_dash_may_miss_by_some_degrees() -> None:
    bent = np.max([page([(10, 24)])[0], page([(32, 46)], ROW + 3)[0]], axis=0)
    assert filled(bent, page([])[1])[0][:, 24:32].any(axis=0).all()


def test_strokes_beside_each_other_are_no_row() -> None:
    drawn = np.max([page([(20, 40)], row)[0] for row in (5, 15, 25)], axis=0)
    assert np.array_equal(filled(drawn, page([])[1])[0], drawn)


def test_no_gap_lies_on_a_node() -> None:
    assert not is_filled(18, 28, page(DASHES[:2]), node(22, 23))


@pytest.mark.parametrize("dashes", [[], DASHES[:1]], ids=["no ink", "one dash"])
def test_without_a_gap_the_maps_stay_as_they_are(dashes: Spans) -> None:
    drawn = page(dashes)
    assert all(np.array_equal(new, old) for new, old in zip(filled(*drawn), drawn, strict=True))


def test_the_maps_given_are_not_written_on() -> None:
    drawn = page(DASHES)
    filled(*drawn)
    assert all(np.array_equal(given, made) for given, made in zip(drawn, page(DASHES), strict=True))
