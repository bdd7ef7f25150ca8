"""Names beside shapes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.blackboard import TextLine
from diagramloop.engines.parse.fusion.captions import assigned, caption_costs, captioned
from diagramloop.graph import Box
from tests.diagramloop.engines.parse.lettering import rectangle

CIRCLE = (100.0, 100.0, 140.0, 140.0)
PAGE = rectangle((100, 100, 180, 200))  # eight by ten text heights
BELOW = TextLine((115.0, 206.0, 165.0, 216.0), "receipt", 0.99)


def captions_of(shapes: list[Box], texts: list[Box], unit: float = 10.0) -> dict[int, int]:
    return assigned(caption_costs(shapes, texts, unit))


def test_the_text_below_wins_over_one_beside() -> None:
    below, beside = (90.0, 148.0, 150.0, 158.0), (146.0, 125.0, 170.0, 135.0)
    assert captions_of([CIRCLE], [beside, below]) == {0: 1}


def test_what_is_far_is_no_caption() -> None:
    assert captions_of([CIRCLE], [(90.0, 200.0, 150.0, 210.0)]) == {}


def test_two_shapes_share_no_caption() -> None:
    right = (200.0, 100.0, 240.0, 140.0)
    texts = [(90.0, 145.0, 150.0, 155.0), (190.0, 145.0, 250.0, 155.0)]
    assert captions_of([right, CIRCLE], texts) == {0: 1, 1: 0}


@pytest.mark.parametrize(
    ("drawn", "named"),
    [
        ((168.0, 103.0, 178.0, 113.0), "receipt"),  # a folded corner
        ((128.0, 138.0, 152.0, 162.0), "receipt"),  # larger than type
        ((135.0, 145.0, 145.0, 155.0), None),  # a name of one letter
    ],
)
def test_a_sign_in_a_corner_or_larger_than_type_is_no_name(drawn: Box, named: str | None) -> None:
    found = captioned([PAGE], [[TextLine(drawn, "L", 0.95)]], [0], [BELOW], 10.0)
    assert [line.text for line in found.names.get(0, [])] == ([named] if named else [])


def test_a_name_wins_over_a_number_that_is_nearer() -> None:
    number = TextLine((176.0, 92.0, 182.0, 102.0), "4", 0.99)
    found = captioned([PAGE], [[]], [0], [number, BELOW], 10.0)
    assert found.names == {0: [BELOW]}
    assert captioned([PAGE], [[]], [0], [number], 10.0).names == {0: [number]}


@pytest.mark.parametrize(("confidence", "is_symbol"), [(0.2, True), (0.8, False)])
def test_what_is_hardly_legible_on_a_small_shape_is_its_marker(confidence: float, is_symbol: bool) -> None:
    circle = rectangle((100, 100, 140, 140))
    found = captioned([circle], [[TextLine((112.0, 112.0, 128.0, 126.0), "M", confidence)]], [0], [], 10.0)
    assert bool(found.symbols) == is_symbol


WORDS = [TextLine((300.0, 100.0, 380.0, 110.0), "Pick items", 0.98)]


@pytest.mark.parametrize(
    ("sign", "name", "words", "is_symbol"),
    [
        pytest.param("X", "diam", WORDS, True, id="on a gateway"),
        pytest.param("X", "diam", [], False, id="where nothing else is written"),
        pytest.param("A", "circle", WORDS, False, id="a connector"),
        pytest.param("\u539f", "circle", WORDS, True, id="of another script"),
        pytest.param("\u539f", "circle", [replace(WORDS[0], text="\u53d1\u8d27")], False, id="of the same script"),
        pytest.param("XL", "diam", WORDS, False, id="two letters"),
    ],
)
def test_a_single_sign_that_no_one_would_write_there_is_drawn(
    sign: str, name: str, words: list[TextLine], is_symbol: bool
) -> None:
    shapes = [replace(rectangle((100, 100, 140, 140)), name=name), rectangle((290, 90, 390, 120))]
    texts = [[TextLine((116.0, 115.0, 124.0, 125.0), sign, 0.99)], words]
    assert (0 in captioned(shapes, texts, [0, 1], [], 10.0).symbols) == is_symbol


@pytest.mark.parametrize(("confidence", "named"), [(0.4, False), (0.6, True)])
def test_what_is_likelier_no_text_is_no_caption(confidence: float, named: bool) -> None:
    below = TextLine((112.0, 146.0, 128.0, 156.0), "to", confidence)
    assert bool(captioned([rectangle((100, 100, 140, 140))], [[]], [0], [below], 10.0).names) == named


boxes = st.tuples(*[st.floats(0, 1000)] * 2, *[st.floats(1, 200)] * 2).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@given(st.lists(boxes, max_size=6), st.lists(boxes, max_size=6), st.floats(0.1, 10))
def test_scale_does_not_matter_and_nothing_is_given_twice(shapes: list, texts: list, scale: float) -> None:
    found = captions_of(shapes, texts)
    assert len(set(found.values())) == len(found)
    larger = [[tuple(np.array(b) * scale) for b in some] for some in (shapes, texts)]
    costs_tie = captions_of(*larger, 10.0 * scale) != found
    assert not costs_tie or len(found) > 0


def under(gap: float, off: float = 0.0, width: float = 60.0) -> Box:
    return (120.0 + off - width / 2, 140.0 + gap, 120.0 + off + width / 2, 150.0 + gap)


def over(gap: float) -> Box:
    return (90.0, 90.0 - gap, 150.0, 100.0 - gap)


def beside(gap: float) -> Box:
    return (140.0 + gap, 115.0, 200.0 + gap, 125.0)


@pytest.mark.parametrize(("gap", "named"), [(37.0, {0: 0}), (43.0, {})])
def test_a_caption_is_within_four_text_heights(gap: float, named: dict[int, int]) -> None:
    assert captions_of([CIRCLE], [under(gap)]) == named


@pytest.mark.parametrize(
    ("texts", "nearest"),
    [
        pytest.param([over(10), under(15)], 0, id="above, clearly nearer"),
        pytest.param([over(10), under(13.5)], 1, id="above, hardly nearer"),
        pytest.param([beside(10), under(27)], 0, id="beside, clearly nearer"),
        pytest.param([beside(10), under(23)], 1, id="beside, not near enough"),
        pytest.param([under(10, off=60, width=140), under(20)], 0, id="a little off the middle"),
        pytest.param([under(10, off=80, width=180), under(20)], 1, id="far off the middle"),
    ],
)
def test_places_of_captions_by_what_is_usual(texts: list[Box], nearest: int) -> None:
    assert captions_of([CIRCLE], texts) == {0: nearest}


@pytest.mark.parametrize(("gap", "text"), [(34.0, "4"), (27.0, "receipt")])
def test_a_number_is_a_caption_where_the_name_is_much_farther(gap: float, text: str) -> None:
    number, name = TextLine(over(5), "4", 0.99), TextLine(under(gap), "receipt", 0.99)
    found = captioned([rectangle((100, 100, 140, 140))], [[]], [0], [number, name], 10.0)
    assert [line.text for line in found.names[0]] == [text]


def test_a_node_tells_of_all_captions_that_it_may_have_and_how_near_they_are() -> None:
    name, number, far = (
        TextLine(box, text, 0.9) for box, text in ((under(10), "receipt"), (over(5), "4"), (under(90), "x"))
    )
    [options] = captioned([rectangle((100, 100, 140, 140))], [[]], [0], [name, number, far], 10.0).options.values()
    assert {option.text for option in options} == {"receipt", "4"}
    nearest = max(options, key=lambda option: option.nearer)
    assert (nearest.text, nearest.box, nearest.confidence) == ("receipt", name.box, 0.9)


@pytest.mark.parametrize(("others", "is_symbol"), [(2, True), (1, False)])
def test_a_sign_on_a_shape_is_drawn_where_more_of_its_kind_are_named_from_beside(others: int, is_symbol: bool) -> None:
    shapes = [rectangle((100 * i, 100, 100 * i + 40, 140)) for i in range(1, 4)]
    sign = TextLine((115.0, 114.0, 125.0, 124.0), "H", 0.99)
    names = [TextLine((100.0 * i - 10, 145.0, 100.0 * i + 50, 155.0), "receipt", 0.99) for i in range(2, 2 + others)]
    assert (0 in captioned(shapes, [[sign], [], []], [0, 1, 2], names, 10.0).symbols) == is_symbol
