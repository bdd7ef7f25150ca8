"""Boxes matched by overlap, against shapely and against trying every assignment."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diagramloop.scores.regions import boxes_array, iou_matrix, match_regions

coordinate = st.integers(0, 12).map(float)
box = st.tuples(coordinate, coordinate, coordinate, coordinate)
boxes = st.lists(box, max_size=5)


@given(boxes, boxes)
def test_iou_against_shapely(a: list[tuple[float, ...]], b: list[tuple[float, ...]]) -> None:
    shapely = pytest.importorskip("shapely")
    overlap = iou_matrix(boxes_array(a), boxes_array(b))
    for i, j in itertools.product(range(len(a)), range(len(b))):
        proper = all(x0 < x1 and y0 < y1 for x0, y0, x1, y1 in (a[i], b[j]))
        one, two = shapely.box(*a[i]), shapely.box(*b[j])
        expected = one.intersection(two).area / one.union(two).area if proper else 0.0
        assert overlap[i, j] == pytest.approx(expected)


def test_no_box_and_huge_boxes() -> None:
    strange = boxes_array([None, (-1e308, -1e308, 1e308, 1e308), (5.0, 5.0, 5.0, 5.0)])
    overlap = iou_matrix(strange, strange)
    assert np.isfinite(overlap).all()
    assert overlap[0].tolist() == [0.0, 0.0, 0.0]


@given(
    arrays(np.float64, st.tuples(st.integers(0, 4), st.integers(0, 4)), elements=st.sampled_from([0, 0.5, 0.7, 0.8, 1]))
)
def test_most_matches_then_most_overlap(overlap: np.ndarray) -> None:
    pairs = match_regions(overlap, 0.7)
    rows, columns = overlap.shape
    best = (0, 0.0)
    slots = [*range(columns), *[None] * rows]
    for choice in set(itertools.permutations(slots, rows)):
        chosen = [overlap[r, c] for r, c in enumerate(choice) if c is not None and overlap[r, c] >= 0.7]
        best = max(best, (len(chosen), sum(chosen)))
    assert len(pairs) == best[0]
    assert sum(overlap[r, c] for r, c in pairs) == pytest.approx(best[1])
    assert len({r for r, _ in pairs}) == len({c for _, c in pairs}) == len(pairs)
