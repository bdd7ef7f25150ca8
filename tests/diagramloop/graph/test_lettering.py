"""Letters that fit into their boxes, and lines that are broken where an editor would not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Box, Edge, FlowGraph, Node, NodeKind
from diagramloop.graph.formats import write
from diagramloop.graph.lettering import (
    LEAST_LETTERS_PX,
    LETTER_RATIO,
    height_px,
    label_px,
    letter_sizes,
    wrapped,
    wrapped_sizes,
    written_on,
)

LONG = "Send five percent of all traffic to the canary and watch it for a while"
BOX = (0.0, 0.0, 160.0, 90.0)
words = st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, max_size=20).map(" ".join)


def chart(*nodes: Node) -> FlowGraph:
    return FlowGraph(nodes=nodes)


@given(words, st.floats(30, 600), st.floats(20, 300), st.sampled_from(["rect", "diam", "lean-r"]))
def test_what_is_larger_than_the_least_lies_within_its_box(text: str, width: float, height: float, shape: str) -> None:
    node = Node(id="a", text=text, shape=shape, box=(0, 0, width, height))
    (letters,) = wrapped_sizes(chart(node)).values()
    x0, _, x1, _ = written_on(node)
    lines = wrapped(text, x1 - x0, letters)
    assert lines.replace("\n", " ") == text
    if letters > LEAST_LETTERS_PX:
        assert height_px(lines, letters) <= height
        assert LETTER_RATIO * letters * max(map(len, lines.split("\n"))) <= x1 - x0


def test_a_long_text_is_broken_before_its_letters_are_small() -> None:
    nodes = (Node(id="long", text=LONG, box=BOX), *(Node(id=f"short-{at}", text="Go", box=BOX) for at in range(9)))
    assert letter_sizes(chart(*nodes))["long"] == LEAST_LETTERS_PX
    assert wrapped_sizes(chart(*nodes))["long"] == 13


def test_a_label_is_no_larger_than_its_place_nor_than_what_is_written_in_nodes() -> None:
    edge = Edge(source="a", target="b", label="no", label_box=(0, 0, 20, 9))  # without high letters
    assert label_px(edge, {"a": 40.0}) == 18
    assert label_px(edge, {"a": 14.0}) == 14
    assert label_px(edge.model_copy(update={"label_box": None}), {"a": 40.0}) == 16


def of(kind: str, scene: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in scene["elements"] if one["type"] == kind]


def test_texts_of_excalidraw_stand_in_the_middle_of_their_shapes() -> None:
    scene = json.loads(write(chart(Node(id="a", text=LONG, box=BOX)), "excalidraw").text)
    (text,) = of("text", scene)
    assert "\n" in text["text"]
    assert text["originalText"] == LONG
    assert text["y"] > BOX[1]
    assert text["y"] + text["height"] / 2 == pytest.approx((BOX[1] + BOX[3]) / 2)


def test_letters_can_be_read_on_dark_fills() -> None:
    dark, light = (
        chart(Node(id="a", text="Go", box=BOX, fill=fill, stroke="#ffffff")) for fill in ("#6d6875", "#f0f0f0")
    )
    colours = [of("text", json.loads(write(one, "excalidraw").text))[0]["strokeColor"] for one in (dark, light)]
    assert colours == ["#ffffff", "#1e1e1e"]
    assert ["fontColor=#ffffff" in write(one, "drawio").text for one in (dark, light)] == [True, False]
    written = [write(one, "bpmn").text for one in (dark, light)]
    assert ['color:color="#ffffff"' in written[0], 'color:color="#000000"' in written[1]] == [True, True]


@pytest.mark.parametrize(("box", "text", "within"), [
    ((0.0, 0.0, 200.0, 60.0), "Ready?", True), ((0.0, 0.0, 50.0, 50.0), "Is everything ready?", False),
])  # fmt: skip
def test_a_gateway_has_its_text_within_where_there_is_room(box: Box, text: str, within: bool) -> None:
    node = Node(id="a", text=text, shape="diam", kind=NodeKind.DECISION, box=box)
    document = write(chart(node), "bpmn").text
    assert ("BPMNLabel" in document) == within
    assert f'isMarkerVisible="{str(not within).lower()}"' in document


def test_no_line_of_a_slide_runs_over_a_text(tmp_path: Any) -> None:
    pptx = pytest.importorskip("pptx", reason="no python-pptx: install diagramloop[editors]")
    boxes = {name: (x, y, x + 80.0, y + 40.0) for name, x, y in (("a", 0.0, 0.0), ("b", 0.0, 200.0), ("c", 200.0, 0.0))}
    nodes = tuple(Node(id=name, text=name, box=box) for name, box in boxes.items())
    graph = FlowGraph(nodes=nodes, edges=(Edge(source="a", target="b", label="yes"), Edge(source="b", target="c")))
    path = tmp_path / "chart.pptx"
    path.write_bytes(write(graph, "powerpoint").content)
    (slide,) = pptx.Presentation(path).slides
    assert [shape.name for shape in slide.shapes] == ["edge-1", "edge-2", "a", "b", "c", "edge-1 label"]
