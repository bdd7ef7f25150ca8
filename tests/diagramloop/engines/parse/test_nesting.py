"""The smallest outline around a thing holds it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.nesting import outlines_of, owners, parents
from tests.diagramloop.engines.parse.lettering import rectangle

side = st.integers(1, 40)
boxes = st.lists(st.tuples(side, side, side, side), min_size=1, max_size=6).map(
    lambda given: [(x, y, x + w, y + h) for x, y, w, h in given]
)


@given(boxes, st.tuples(st.integers(0, 80), st.integers(0, 80)))
def test_a_point_is_in_the_smallest_outline_around_it(
    found: list[tuple[int, int, int, int]], at: tuple[int, int]
) -> None:
    (owner,) = owners(np.array([at], float), outlines_of([rectangle(box) for box in found]))
    areas = {
        i: (x1 - x0) * (y1 - y0) for i, (x0, y0, x1, y1) in enumerate(found) if x0 < at[0] < x1 and y0 < at[1] < y1
    }
    assert owner == min(areas, key=areas.__getitem__, default=-1)


def test_a_group_is_in_the_next_larger_one_and_none_in_itself() -> None:
    shapes = [rectangle(box) for box in ((0, 0, 100, 100), (10, 10, 60, 60), (20, 20, 40, 40), (200, 0, 220, 20))]
    assert parents(outlines_of(shapes), [0, 1]) == [-1, 0, 1, -1]
