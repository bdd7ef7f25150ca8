"""Grounding texts in shapes."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.blackboard import Blackboard, Shape, TextLine
from diagramloop.engines.parse.fusion.fusion_arbiter import EmbeddedFusionArbiter
from diagramloop.engines.parse.fusion.text_blocks import joined, read_once
from diagramloop.graph import Box
from tests.diagramloop.engines.parse.lettering import ENVIRONMENT, rectangle

PAGE = np.full((10, 10, 3), 255, dtype=np.uint8)


def line(text: str, x: float, y: float, width: float = 80, height: float = 20) -> TextLine:
    return TextLine((x, y, x + width, y + height), text, 0.9)


def fused(shapes: list[Shape], lines: list[TextLine]) -> Blackboard:
    return EmbeddedFusionArbiter().fuse(
        Blackboard(PAGE, environment=ENVIRONMENT, shapes=tuple(shapes), lines=tuple(lines))
    )


def test_lines_go_to_the_innermost_outline_and_ids_follow_reading_order() -> None:
    shapes = [rectangle((300, 0, 500, 100)), rectangle((0, 10, 200, 110)), rectangle((0, 200, 200, 300))]
    board = fused(shapes, [line("right", 350, 40), line("left", 50, 40), line("below", 50, 240)])
    assert [(node.id, node.text) for node in board.nodes] == [("N1", "left"), ("N2", "right"), ("N3", "below")]


def test_a_double_outline_is_one_node() -> None:
    board = fused([rectangle((0, 0, 200, 100)), rectangle((8, 8, 192, 92))], [line("Sub", 60, 40)])
    assert [node.text for node in board.nodes] == ["Sub"]
    assert board.nodes[0].shape.polygon[0] == (0.0, 0.0)


def test_groups_nest_and_take_their_titles() -> None:
    shapes = [
        rectangle((0, 0, 600, 600), "group"),
        rectangle((50, 100, 550, 500), "group"),
        rectangle((100, 200, 300, 300)),
    ]
    board = fused(
        shapes, [line("Outer", 250, 10), line("Inner", 250, 110), line("Node", 150, 240), line("label", 400, 400)]
    )
    assert [(g.id, g.text, g.parent) for g in board.groups] == [("G1", "Outer", None), ("G2", "Inner", "G1")]
    assert [(n.text, n.group) for n in board.nodes] == [("Node", "G2")]
    assert [t.text for t in board.labels] == ["label"]
    assert board.groups[0].title_box == (250, 10, 330, 30)


def test_a_plate_is_a_label_and_no_node() -> None:
    plate = dataclasses.replace(rectangle((100, 100, 184, 130)), border=0.0)
    board = fused([plate], [line("maybe", 102, 105)])
    assert board.nodes == ()
    assert [t.text for t in board.labels] == ["maybe"]


def test_a_borderless_node_of_long_text_is_no_plate() -> None:
    node = dataclasses.replace(rectangle((0, 0, 700, 60)), border=0.0)
    assert [n.text for n in fused([node], [line("long", 15, 20, 670)]).nodes] == ["long"]


def test_textless_shapes_stay_if_they_are_sure() -> None:
    sure, doubtful = rectangle((0, 0, 40, 40)), dataclasses.replace(rectangle((100, 0, 140, 40)), confidence=0.2)
    assert [node.shape for node in fused([sure, doubtful], []).nodes] == [sure]


def test_lines_below_each_other_are_one_free_text_and_those_apart_are_not() -> None:
    board = fused([], [line("if the", 100, 100), line("door opens", 90, 130, 100), line("else", 400, 100)])
    assert [t.text for t in board.labels] == ["if the\ndoor opens", "else"]
    assert board.labels[0].box == (90, 100, 190, 150)


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (("put on", "the lid"), "put on the lid"),
        (("well-", "mixed"), "well-mixed"),
        (("a -", "b"), "a - b"),
        (("and/", "or"), "and/or"),
        (("开始", "结束"), "开始结束"),
        (("x", "开"), "x 开"),
    ],
)
def test_lines_are_joined_as_they_were_wrapped(parts: tuple[str, str], whole: str) -> None:
    assert joined([line(part, 0, 30 * i) for i, part in enumerate(parts)]) == whole


def test_nothing_gives_nothing() -> None:
    board = fused([], [])
    assert (board.nodes, board.groups, board.labels) == ((), (), ())


def letters(texts: list[str]) -> Counter[str]:
    return Counter("".join("".join(texts).split()))


def lies_in(inner: Box, place: tuple[int, int, int, int]) -> bool:
    x, y, w, h = place
    across, down = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return x <= across <= x + w and y <= down <= y + h


boxes = st.tuples(st.integers(0, 300), st.integers(0, 300), st.integers(5, 300), st.integers(5, 300))


@given(
    st.lists(st.tuples(boxes, st.sampled_from(["node", "group"])), max_size=8),
    st.lists(st.tuples(boxes, st.text("ab -/", min_size=1).filter(str.strip)), max_size=8),
)
def test_every_line_that_is_read_once_ends_up_in_one_place_but_for_markers(shapes: list, lines: list) -> None:
    outlines = [rectangle((x, y, x + w, y + h), role) for (x, y, w, h), role in shapes]
    texts = [TextLine((float(x), float(y), float(x + w), float(y + h)), t.strip(), 0.9) for (x, y, w, h), t in lines]
    board = fused(outlines, texts)
    placed = letters([n.text for n in board.nodes] + [g.text for g in board.groups] + [t.text for t in board.labels])
    texts = list(read_once(texts))
    beside = [t.text for t in texts if not any(lies_in(t.box, box) for box, role in shapes if role == "node")]
    assert letters(beside) <= placed <= letters([t.text for t in texts])  # what is lost is a marker within a node
    assert [n.id for n in board.nodes] == [f"N{i + 1}" for i in range(len(board.nodes))]
    assert {n.group for n in board.nodes} <= {g.id for g in board.groups} | {None}


def test_a_small_shape_takes_the_text_below_and_its_marker_is_no_text() -> None:
    board = fused([rectangle((100, 100, 160, 160))], [line("X", 120, 115, 20, 40), line("ready", 90, 165)])
    (node,) = board.nodes
    assert (node.text, node.caption_box) == ("ready", (90, 165, 170, 185))
    assert board.labels == ()


def test_a_word_in_a_small_shape_stays_and_a_title_is_no_caption() -> None:
    frame, node = rectangle((0, 0, 600, 400), "group"), rectangle((100, 100, 180, 160))
    upright = TextLine((5, 100, 20, 300), "Kitchen", 0.9)
    board = fused([frame, node], [dataclasses.replace(line("Wait", 110, 120, 60), confidence=0.99), upright])
    assert ([n.text for n in board.nodes], [g.text for g in board.groups]) == (["Wait"], ["Kitchen"])


def test_a_little_frame_without_a_word_is_one_node_with_its_caption() -> None:
    side = 6 * ENVIRONMENT.text_height
    photograph = [rectangle((100, 100, 100 + side, 100 + side), "group"), rectangle((120, 120, 150, 140))]
    below = line("Camera", 100 + side / 2 - 40, 104 + side)
    board = fused(photograph, [below])
    assert [(node.text, node.shape.role) for node in board.nodes] == [("Camera", "node")]
    assert board.groups == ()
    named = fused(photograph, [line("in", 125, 125, 10, 10)])
    assert len(named.groups) == 1


def test_what_is_written_on_a_block_arrow_may_label_it_and_is_no_node() -> None:
    arrow = dataclasses.replace(rectangle((300, 20, 500, 80)), role="arrow")
    board = fused([rectangle((0, 0, 200, 100)), arrow], [line("Box", 60, 40), line("sent", 360, 40)])
    assert [node.text for node in board.nodes] == ["Box"]
    assert [text.text for text in board.labels] == ["sent"]
