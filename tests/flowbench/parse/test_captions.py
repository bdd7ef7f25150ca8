"""Names beside shapes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from flowbench.parse.captions import assign_captions

CIRCLE = (100.0, 100.0, 140.0, 140.0)


def test_the_text_below_wins_over_one_beside() -> None:
    below, beside = (90.0, 148.0, 150.0, 158.0), (146.0, 125.0, 170.0, 135.0)
    assert assign_captions([CIRCLE], [beside, below], 10.0) == {0: 1}


def test_what_is_far_is_no_caption() -> None:
    assert assign_captions([CIRCLE], [(90.0, 200.0, 150.0, 210.0)], 10.0) == {}


def test_two_shapes_share_no_caption() -> None:
    right = (200.0, 100.0, 240.0, 140.0)
    texts = [(90.0, 145.0, 150.0, 155.0), (190.0, 145.0, 250.0, 155.0)]
    assert assign_captions([right, CIRCLE], texts, 10.0) == {0: 1, 1: 0}


boxes = st.tuples(*[st.floats(0, 1000)] * 2, *[st.floats(1, 200)] * 2).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@given(st.lists(boxes, max_size=6), st.lists(boxes, max_size=6), st.floats(0.1, 10))
def test_scale_does_not_matter_and_nothing_is_given_twice(shapes: list, texts: list, scale: float) -> None:
    found = assign_captions(shapes, texts, 10.0)
    assert len(set(found.values())) == len(found)
    larger = [[tuple(np.array(b) * scale) for b in some] for some in (shapes, texts)]
    costs_tie = assign_captions(*larger, 10.0 * scale) != found
    assert not costs_tie or len(found) > 0
