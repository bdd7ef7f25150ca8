"""Blocks on their way out of a room: what comes out is what went in."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Figure, Refused, Stated, Text
from diagramloop.engines.documents.carried import packed, unpacked
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node

TEXTS = st.text(max_size=9)
BOXES = st.none() | st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 4)
PLACES = st.builds(Place, st.none() | st.integers(1, 9), BOXES)
GRAPHS = st.just(FlowGraph(nodes=(Node(id="a", text="é"), Node(id="b")), edges=(Edge(source="a", target="b"),)))
ERRORS = st.builds(lambda said, reason: DiagramloopError(said, reason=reason), TEXTS, st.sampled_from(RejectionReason))
DRAWINGS = st.none() | st.text(st.characters(exclude_categories=("Cs",)), max_size=9).map(lambda svg: lambda: svg)
PICTURES = st.none() | st.binary(max_size=9).map(lambda content: lambda: content)
BLOCKS = st.one_of(
    st.builds(Text, TEXTS),
    st.builds(Figure, PLACES, DRAWINGS, PICTURES, TEXTS, TEXTS, st.booleans()),
    st.builds(Stated, PLACES, GRAPHS, st.sampled_from(["text", "shapes"]), TEXTS, st.booleans()),
    st.builds(Refused, PLACES, ERRORS, TEXTS, st.booleans()),
)


def told(block: Block) -> tuple[Any, ...]:
    """All of a block, in what can be compared."""
    if isinstance(block, Figure):
        shown = [None if content is None else content() for content in (block.drawing, block.picture)]
        return block.place, *shown, block.title, block.instead, block.shown
    if isinstance(block, Refused):
        return block.place, str(block.error), block.error.reason, block.title, block.shown
    return (block,)


@given(st.lists(BLOCKS, max_size=5), st.none() | st.integers(0, 9))
def test_what_comes_out_of_a_room_is_what_went_in(blocks: list[Block], pages: int | None) -> None:
    opened = unpacked(packed(blocks, pages))
    assert opened.pages == pages
    assert [told(block) for block in opened.blocks] == [told(block) for block in blocks]


def test_a_picture_that_is_shown_often_goes_once() -> None:
    figure = Figure(Place(), None, lambda: b"x" * 10_000)
    assert len(packed([figure] * 50, None)) < 20_000
