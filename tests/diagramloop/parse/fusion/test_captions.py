"""Names beside shapes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Box
from diagramloop.parse.blackboard import TextLine
from diagramloop.parse.fusion.captions import assign_captions, captioned
from diagramloop.parse.fusion.settings import FusionArbiterSettings
from tests.diagramloop.parse.lettering import rectangle

USUAL = FusionArbiterSettings()
CIRCLE = (100.0, 100.0, 140.0, 140.0)
PAGE = rectangle((100, 100, 180, 200))  # eight by ten text heights
BELOW = TextLine((115.0, 206.0, 165.0, 216.0), "receipt", 0.99)


def test_the_text_below_wins_over_one_beside() -> None:
    below, beside = (90.0, 148.0, 150.0, 158.0), (146.0, 125.0, 170.0, 135.0)
    assert assign_captions([CIRCLE], [beside, below], 10.0, USUAL.captions) == {0: 1}


def test_what_is_far_is_no_caption() -> None:
    assert assign_captions([CIRCLE], [(90.0, 200.0, 150.0, 210.0)], 10.0, USUAL.captions) == {}


def test_two_shapes_share_no_caption() -> None:
    right = (200.0, 100.0, 240.0, 140.0)
    texts = [(90.0, 145.0, 150.0, 155.0), (190.0, 145.0, 250.0, 155.0)]
    assert assign_captions([right, CIRCLE], texts, 10.0, USUAL.captions) == {0: 1, 1: 0}


@pytest.mark.parametrize(
    ("drawn", "named"),
    [
        ((168.0, 103.0, 178.0, 113.0), "receipt"),  # a folded corner
        ((128.0, 138.0, 152.0, 162.0), "receipt"),  # larger than type
        ((135.0, 145.0, 145.0, 155.0), None),  # a name of one letter
    ],
)
def test_a_sign_in_a_corner_or_larger_than_type_is_no_name(drawn: Box, named: str | None) -> None:
    captions, _ = captioned([PAGE], [[TextLine(drawn, "L", 0.95)]], [0], [BELOW], 10.0, USUAL)
    assert [line.text for line in captions.get(0, [])] == ([named] if named else [])


def test_a_name_wins_over_a_number_that_is_nearer() -> None:
    number = TextLine((176.0, 92.0, 182.0, 102.0), "4", 0.99)
    captions, _ = captioned([PAGE], [[]], [0], [number, BELOW], 10.0, USUAL)
    assert captions == {0: [BELOW]}
    assert captioned([PAGE], [[]], [0], [number], 10.0, USUAL)[0] == {0: [number]}


@pytest.mark.parametrize(("confidence", "is_symbol"), [(0.2, True), (0.8, False)])
def test_what_is_hardly_legible_on_a_small_shape_is_its_marker(confidence: float, is_symbol: bool) -> None:
    circle = rectangle((100, 100, 140, 140))
    _, symbols = captioned([circle], [[TextLine((112.0, 112.0, 128.0, 126.0), "M", confidence)]], [0], [], 10.0, USUAL)
    assert bool(symbols) == is_symbol


boxes = st.tuples(*[st.floats(0, 1000)] * 2, *[st.floats(1, 200)] * 2).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@given(st.lists(boxes, max_size=6), st.lists(boxes, max_size=6), st.floats(0.1, 10))
def test_scale_does_not_matter_and_nothing_is_given_twice(shapes: list, texts: list, scale: float) -> None:
    found = assign_captions(shapes, texts, 10.0, USUAL.captions)
    assert len(set(found.values())) == len(found)
    larger = [[tuple(np.array(b) * scale) for b in some] for some in (shapes, texts)]
    costs_tie = assign_captions(*larger, 10.0 * scale, USUAL.captions) != found
    assert not costs_tie or len(found) > 0
