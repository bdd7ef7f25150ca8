"""Overlaps are those of shapely's boxes, and pairs are one to one."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.same_places import covered, overlaps, paired

sides = st.tuples(*[st.integers(0, 60)] * 2, *[st.integers(1, 40)] * 2)
boxes = st.lists(sides, max_size=6).map(
    lambda given: np.array([(x, y, x + w, y + h) for x, y, w, h in given], float).reshape(-1, 4)
)


@given(boxes, boxes)
def test_shares_are_those_of_shapely(ours, theirs):
    both, of_smaller = overlaps(ours, theirs), covered(ours, theirs)
    for i, one in enumerate(shapely.box(*ours.T)):
        for j, other in enumerate(shapely.box(*theirs.T)):
            common = one.intersection(other).area
            assert np.isclose(both[i, j], common / one.union(other).area)
            assert np.isclose(of_smaller[i, j], common / min(one.area, other.area))


@given(boxes, boxes, st.sampled_from([0.1, 0.5, 0.9]))
def test_pairs_are_one_to_one_and_overlap_enough(ours, theirs, least):
    pairs = paired(ours, theirs, least)
    assert all(overlaps(ours, theirs)[i, j] >= least for i, j in pairs)
    assert all(len(set(side)) == len(pairs) for side in zip(*pairs, strict=True))


@given(boxes)
def test_what_is_in_both_lists_is_paired(ours):
    apart = ours + np.arange(len(ours))[:, None] * 100
    order = np.arange(len(ours))[::-1]
    assert paired(apart, apart[order], 0.9) == [(i, len(ours) - 1 - i) for i in range(len(ours))]
