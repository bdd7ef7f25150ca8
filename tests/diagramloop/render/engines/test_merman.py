"""The quick engine: it draws the graph that it is given, around texts that it never reads, and estimates nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop import extras
from diagramloop.errors import RejectionReason, RenderError
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.mermaid import SHAPES
from diagramloop.render import Style, StyledFigure, draw, read_mermaid_svg
from diagramloop.render.engines import engine, merman
from diagramloop.render.mermaid_text import engine_text
from diagramloop.render.native import merman as merman_native
from diagramloop.render.native.novasvg import rasterise
from diagramloop.render.shapes import UNFILLED
from diagramloop.render.style import Ink, Look
from diagramloop.render.svg import writable
from tests.diagramloop.render.conftest import Picture

LONG = "Utility knife, saw, rasp, foam sanding block, pencil or marker, straight edge, mould material"
TEXTS = st.text(st.sampled_from("aW#;<>&\"'*_`$ \n→日é"), max_size=12)
RED = Ink("#ffffff", "#000000", "#ff0000")
NARROWING = {"tri", "flip-tri", "anchor"}  # triangles: Mermaid lets their text stand out
LINES = st.sampled_from(("solid", "dotted", "thick"))
HEADS = st.sampled_from(("none", "arrow", "circle", "cross"))
ENDS = st.integers(0, 3)


@st.composite
def graphs(draw_from: st.DrawFn) -> FlowGraph:
    """Up to four nodes, two of them in a group; parallel edges, at most one self-loop a node."""
    shapes = draw_from(st.lists(st.sampled_from(("rect", "diam", "cyl", "stadium", "lean-r")), min_size=4, max_size=4))
    nodes = tuple(
        Node(id=f"node {i}", text=draw_from(TEXTS), shape=shape, group="g" if i > 1 else None)
        for i, shape in enumerate(shapes)
    )
    edges = draw_from(
        st.lists(
            st.builds(
                lambda a, b, label, line, head, tail: Edge(
                    source=f"node {a}", target=f"node {b}", label=label, line=line, head=head, tail=tail
                ),
                *(ENDS, ENDS, TEXTS, LINES, HEADS, st.sampled_from(("none", "arrow"))),
            ),
            max_size=6,
            unique_by=lambda edge: (edge.source, edge.target) if edge.source == edge.target else id(edge),
        )
    )
    arrows = tuple(
        edge if edge.tail == "none" or edge.head == "arrow" else edge.model_copy(update={"tail": "none"})
        for edge in edges
    )
    return FlowGraph(nodes=nodes, edges=arrows, groups=(Group(id="g", text=draw_from(TEXTS)),))


def in_red(style: Style, nodes: Sequence[Node], *_: object) -> Look:
    """All text red, so that its ink can be told from outlines."""
    return Look((RED,) * len(nodes), RED, RED, "#000000")


def said(text: str) -> str:
    """``text`` as laid out anew: letters alone."""
    return "".join(writable(text).split())


@settings(max_examples=25, deadline=None)
@given(graphs())
def test_what_is_drawn_is_what_was_asked_for(graph: FlowGraph) -> None:
    layout = engine("merman").lay_out(graph)
    drawn = read_mermaid_svg(layout.svg)
    name = {f"node {i}": f"n{i}" for i in range(4)}
    assert {node.id: said(node.text) for node in drawn.nodes} == {name[n.id]: said(n.text) for n in graph.nodes}
    assert [said(group.text) for group in drawn.groups] == [said(group.text) for group in graph.groups]
    assert Counter((e.source, e.target, said(e.label), e.line, e.head, e.tail) for e in drawn.edges) == Counter(
        (name[e.source], name[e.target], said(e.label), e.line, e.head, e.tail) for e in graph.edges
    )
    boxes = {(e.source, e.target, e.label_box): said(e.label) for e in drawn.edges}
    for edge in layout.graph.edges:
        box = edge.label_box and tuple(pytest.approx(side, abs=0.01) for side in edge.label_box)
        assert any(
            key[:2] == (name[edge.source], name[edge.target]) and key[2] == box and label == said(edge.label)
            for key, label in boxes.items()
        )


@given(st.lists(st.text(), min_size=1, max_size=3))
def test_no_letter_of_a_text_reaches_the_engine(texts: list[str]) -> None:
    graph = FlowGraph(
        nodes=tuple(Node(id=f"n{i}", text=text) for i, text in enumerate(texts)),
        edges=(Edge(source="n0", target="n0", label=texts[-1]),),
        groups=(Group(id="g", text=texts[0]),),
    )
    words = merman._Words()
    quoted = re.findall(r'"([^"]*)"', engine_text(graph, words.quoted))
    assert all(re.fullmatch(r" |t\d+x*", word) for word in quoted)
    kept = [writable(text) for text in (*texts, texts[0], texts[-1]) if writable(text).strip()]
    assert Counter(words.labels.values()) == Counter(kept)


@pytest.mark.parametrize("text", [LONG, "Yes", "one\ntwo\nthree\nfour\nfive", "Wiffling AVATAR ffi", "W" * 20])
def test_all_ink_of_a_text_stands_in_its_node(
    text: str, pixels: Callable[[StyledFigure], Picture], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diagramloop.render._draw.look", in_red)
    filled = [shape.name for shape in SHAPES if shape.name not in UNFILLED | NARROWING]
    graph = FlowGraph(nodes=tuple(Node(id=name, text=text, shape=name) for name in filled))
    figure = draw(graph, [Style.MONO], engine="merman", scale=1.0)[Style.MONO]
    picture = pixels(figure).astype(np.int16)
    ink = picture[:, :, 0] - picture[:, :, 1] > 64
    inside = np.zeros(ink.shape, np.uint8)
    for node in figure.graph.nodes:
        cv2.fillPoly(inside, [np.round(np.array(node.polygon)).astype(np.int32)], 1)
    assert ink.any()
    assert not (ink & (cv2.dilate(inside, np.ones((3, 3))) == 0)).any()


def test_lines_break_between_words_where_they_would_be_too_wide() -> None:
    label = merman_native._label(LONG, 16, 200)
    assert " ".join(label.lines) == LONG
    assert len(label.lines) == 5
    assert (label.width, label.height) == (200, 5 * 24)
    assert merman_native._label("a  b\n\nc", 16, 200).lines == ("a b", "", "c")


def test_a_size_that_merman_does_not_believe_is_an_error_and_no_estimate() -> None:
    config = {"site_config": {"look": "classic", "htmlLabels": True}}
    with pytest.raises(ValueError, match="place of"):  # five lines in a word of two letters
        merman_native.lay_out('flowchart TB\nn0@{ shape: rect, label: "t0" }', config, {"t0": LONG}, 16, 200)


def test_a_question_without_an_answer_is_an_error_and_no_estimate() -> None:
    with pytest.raises(ValueError, match="no answer here"):
        merman_native.lay_out("flowchart TB\nn0[unknown]", {}, {}, 16, 200)


def test_where_merman_has_no_wheel_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(RenderError, match=r"diagramloop\[merman\]") as error:
        merman.Merman()
    assert error.value.reason is RejectionReason.MISSING


def test_a_page_that_cannot_be_painted_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot be painted"):  # novasvg has no more than 32,767 pixels a side
        rasterise('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>', 40_000, 1)


def test_no_picture_shows_the_one_before_it() -> None:
    def square(colour: str, side: int) -> str:
        box = f'<rect width="{side}" height="{side}" fill="{colour}"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9">{box}</svg>'

    alone = rasterise(square("red", 2), 9, 9)
    rasterise(square("blue", 9), 9, 9)
    assert rasterise(square("red", 2), 9, 9) == alone
    rasterise(square("blue", 9), 20, 5)
    assert rasterise(square("red", 2), 9, 9) == alone
