"""Lines that join in an Excalidraw scene, and those that are told; skeletons of scenes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.account import Census, account_line
from diagramloop.graph.excalidraw import EXCALIDRAW, read_excalidraw, write_excalidraw
from tests.diagramloop.graph.graphs import graphs
from tests.diagramloop.graph.wild import check_account

Element = dict[str, Any]


def scene(*elements: Element) -> str:
    return json.dumps({"type": "excalidraw", "elements": elements})


def shape(name: str, x: float = 0, y: float = 0, kind: str = "rectangle", **fields: Any) -> Element:
    return {"id": name, "type": kind, "x": x, "y": y, "width": 80, "height": 40, **fields}


def line(start: tuple[float, float], end: tuple[float, float], kind: str = "line", **fields: Any) -> Element:
    (x0, y0), (x1, y1) = start, end
    return {
        "id": "l",
        "type": kind,
        "x": x0,
        "y": y0,
        "points": [[0, 0], [x1 - x0, y1 - y0]],
        "endArrowhead": None,
    } | fields


@pytest.mark.parametrize(
    ("kinds", "head", "joined"),
    [
        (("rectangle", "rectangle"), None, True),
        (("text", "text"), None, False),
        (("rectangle", "text"), None, False),
        (("text", "text"), "arrow", True),
    ],
)
def test_a_line_without_heads_joins_shapes_but_no_texts(kinds: tuple[str, str], head: str | None, joined: bool) -> None:
    ends = (shape(name, x, kind=kind, text=name) for name, x, kind in zip("ab", (0, 200), kinds, strict=True))
    read = check_account(EXCALIDRAW, scene(*ends, line((85, 20), (195, 20), endArrowhead=head)))
    assert [(edge.source, edge.target) for edge in read.graph.edges] == ([("a", "b")] if joined else [])
    assert bool(account_line(read, read.charts)) != joined


def test_a_bound_line_joins_texts_without_a_head() -> None:
    bound = {"startBinding": {"elementId": "a"}, "endBinding": {"elementId": "b"}}
    graph = read_excalidraw(scene(shape("a", kind="text"), shape("b", 200, kind="text"), line((0, 0), (9, 0), **bound)))
    assert [(edge.source, edge.target) for edge in graph.edges] == [("a", "b")]


def test_a_rule_within_a_shape_is_no_loop_of_it() -> None:
    read = check_account(EXCALIDRAW, scene(shape("a"), line((0, 20), (80, 20))))
    assert account_line(read, read.charts) == "read 0 of 1 lines: 1 within one shape"


def test_an_arrow_in_a_frame_ends_at_shapes_before_the_frame() -> None:
    frame = shape("f", -50, -50, "frame") | {"width": 500, "height": 300, "name": "Kitchen"}
    shapes = (shape("a", frameId="f"), shape("b", 200, frameId="f"))
    graph = read_excalidraw(scene(frame, *shapes, line((85, 20), (195, 20), "arrow", endArrowhead="arrow")))
    assert [(edge.source, edge.target) for edge in graph.edges] == [("a", "b")]
    assert [node.group for node in graph.nodes] == ["f", "f"]


def test_a_skeleton_is_read_with_its_labels_and_ends() -> None:
    skeleton = [
        {"type": "rectangle", "x": 0, "y": 0, "id": "a", "label": {"text": "Boil"}},
        {"type": "ellipse", "x": 300, "y": 0, "id": "b", "label": {"text": "Pour"}},
        {"type": "arrow", "x": 0, "y": 0, "label": {"text": "hot"}, "start": {"id": "a"}, "end": {"id": "b"}},
        {"type": "diamond", "x": 0, "y": 90},
        {"type": "frame", "children": ["a", "b"], "name": "Tea"},
    ]
    for text in (json.dumps(skeleton), scene(*skeleton)):
        graph = check_account(EXCALIDRAW, text).graph
        assert [(node.text, bool(node.group)) for node in graph.nodes] == [("Boil", True), ("Pour", True), ("", False)]
        assert [(edge.source, edge.target, edge.label, edge.head) for edge in graph.edges] == [
            ("a", "b", "hot", "arrow")
        ]
        assert [group.text for group in graph.groups] == ["Tea"]


def test_what_is_deleted_is_not_counted_and_what_is_drawn_by_hand_is_told() -> None:
    text = scene(
        shape("a"), shape("b", isDeleted=True), shape("c", 200, kind="freedraw"), shape("d", kind="embeddable")
    )
    read = EXCALIDRAW.read_all(text)
    assert account_line(read, read.charts) == (
        "read 1 of 3 shapes: 1 drawn by hand, 1 embedded, or of a kind that has no counterpart"
    )
    assert EXCALIDRAW.census is not None
    assert EXCALIDRAW.census(text) == [Census(3, 0)]


SIDES = st.integers(0, 120).map(float)
ELEMENTS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["rectangle", "diamond", "text", "text", "image", "frame", "freedraw", "iframe", "line", "arrow"]
        ),
        **{"x": SIDES, "y": SIDES, "width": SIDES, "height": SIDES},
    },
    optional={
        "id": st.sampled_from(["", "a", "b", "c"]),
        "isDeleted": st.booleans(),
        "containerId": st.sampled_from([None, "a", "b", "gone"]),
        "frameId": st.sampled_from([None, "a", "b"]),
        "points": st.lists(st.tuples(SIDES, SIDES), max_size=3),
        "startBinding": st.sampled_from([None, {"elementId": "a"}, {"elementId": "gone"}]),
        "endArrowhead": st.sampled_from([None, "arrow"]),
        "start": st.sampled_from([None, {"id": "b"}, {"type": "rectangle"}]),
    },
)


@given(st.lists(ELEMENTS, max_size=7))
def test_charts_and_what_is_left_out_are_all_that_is_counted(elements: list[Element]) -> None:
    check_account(EXCALIDRAW, scene(*elements))


@given(graphs())
def test_of_a_written_scene_nothing_is_left_out(graph: FlowGraph) -> None:
    read = check_account(EXCALIDRAW, write_excalidraw(graph).text)
    assert read.charts[0].left_out == ()


def test_a_text_that_is_a_node_stays_one_in_the_middle_of_another() -> None:
    boxed = Node(id="a", text="x", box=(0, 0, 100, 50))
    free = Node(id="b", text="hi", shape="text", box=(30, 15, 70, 35))
    written = write_excalidraw(FlowGraph(nodes=[boxed, free]))
    assert written.dropped == ()
    assert [node.text for node in read_excalidraw(written.text).nodes] == ["x", "hi"]
