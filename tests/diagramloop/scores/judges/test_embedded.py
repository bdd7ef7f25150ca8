"""The embedded judges: modules, hierarchy and order from the graph, flow from its geometry."""

from __future__ import annotations

from typing import Any

import pytest
from processor_time import within

from diagramloop.graph import Direction, Edge, FlowGraph, Group, Node
from diagramloop.scores.judges.embedded import geometric_flow, structural_alignment
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.similarity import Lexical

LEXICAL = Lexical()


def asked(**changes: Any) -> FlowGraph:
    """A chain of three in a frame, and one outside."""
    nodes = tuple(Node(id=name, text=name * 5, group="G" if name != "d" else None) for name in "abcd")
    edges = tuple(Edge(source=one, target=other) for one, other in ("ab", "bc", "cd"))
    return FlowGraph(nodes=nodes, edges=edges, groups=(Group(id="G", text="frame"),)).replace(**changes)


def test_what_was_asked_for_is_perfect_and_nothing_is_nothing() -> None:
    assert structural_alignment(asked(), asked(), LEXICAL) == 1.0
    assert structural_alignment(FlowGraph(), asked(), LEXICAL) == 0.0


def test_each_of_three_parts_counts_a_third() -> None:
    turned = tuple(edge.model_copy(update={"source": edge.target, "target": edge.source}) for edge in asked().edges)
    assert structural_alignment(asked(edges=turned), asked(), LEXICAL) == pytest.approx(2 / 3)
    outside = tuple(node.model_copy(update={"group": None}) for node in asked().nodes)
    assert structural_alignment(asked(nodes=outside), asked(), LEXICAL) == pytest.approx(2 / 3)
    unlike = asked(nodes=tuple(node.model_copy(update={"text": "zz"}) for node in asked().nodes))
    assert structural_alignment(unlike, asked(), LEXICAL) == pytest.approx((1 / 5) / 3)


def test_hierarchy_and_order_are_left_out_where_there_are_none() -> None:
    bare = FlowGraph(nodes=(Node(id="a", text="one"), Node(id="b", text="other")))
    assert structural_alignment(bare, bare, LEXICAL) == 1.0
    half = bare.replace(nodes=bare.nodes[:1])
    assert structural_alignment(half, bare, LEXICAL) == pytest.approx(2 / 3)


def drawn(direction: Direction = "TB", **changes: Any) -> FlowGraph:
    """Three boxes, one after the other along ``direction``."""
    step = {"TB": (0, 100), "BT": (0, -100), "LR": (100, 0), "RL": (-100, 0)}[direction]
    nodes = tuple(
        Node(id=name, box=(500.0 + at * step[0], 500.0 + at * step[1], 540.0 + at * step[0], 540.0 + at * step[1]))
        for at, name in enumerate("abc")
    )
    return FlowGraph(nodes=nodes, edges=(Edge(source="a", target="b"), Edge(source="b", target="c"))).replace(**changes)


@pytest.mark.parametrize("direction", ["TB", "BT", "LR", "RL"])
def test_along_the_asked_direction(direction: Direction) -> None:
    against: dict[Direction, Direction] = {"TB": "BT", "BT": "TB", "LR": "RL", "RL": "LR"}
    assert geometric_flow(drawn(direction), direction) == 1.0
    assert geometric_flow(drawn(direction), against[direction]) == 0.5


def test_sideways_is_not_against() -> None:
    assert geometric_flow(drawn("LR"), "TB") == 1.0


def test_a_loop_must_run_back_somewhere() -> None:
    loop = drawn(edges=(*drawn().edges, Edge(source="c", target="a", path=((0.0, 0.0), (1.0, 0.0)))))
    assert geometric_flow(loop, "TB") == 1.0


def test_lines_without_heads_have_no_direction() -> None:
    heads = tuple(edge.model_copy(update={"head": "none"}) for edge in drawn().edges)
    assert geometric_flow(drawn(edges=heads), "TB") == 0.5


def test_overlapping_nodes_and_crossing_lines() -> None:
    piled = tuple(node.model_copy(update={"box": (0.0, 0.0, 9.0, 9.0)}) for node in drawn().nodes)
    lines = tuple(edge.model_copy(update={"path": ((0.0, 0.0), (1.0, 1.0))}) for edge in drawn().edges)
    assert geometric_flow(drawn(nodes=piled, edges=lines), "TB") == pytest.approx((1 + 2 / 5) / 2)
    crossed = (
        Edge(source="a", target="b", path=((0.0, 0.0), (9.0, 9.0))),
        Edge(source="b", target="c", path=((0.0, 9.0), (9.0, 0.0))),
    )
    assert geometric_flow(drawn(edges=crossed), "TB") == pytest.approx((1 + 3 / 5) / 2)


def test_frames_hold_their_own() -> None:
    frame = Group(id="G", box=(490.0, 490.0, 550.0, 650.0))  # around a and b
    own = tuple(node.model_copy(update={"group": "G" if node.id != "c" else None}) for node in drawn().nodes)
    assert geometric_flow(drawn(nodes=own, groups=(frame,)), "TB") == 1.0
    every = tuple(node.model_copy(update={"group": "G"}) for node in drawn().nodes)
    assert geometric_flow(drawn(nodes=every, groups=(frame,)), "TB") == pytest.approx((1 + 1 + 2 / 3) / 3)
    assert geometric_flow(drawn(groups=(frame,)), "TB") == pytest.approx((1 + 1 + 0) / 3)


def test_nothing_connected_does_not_flow() -> None:
    hint = Edge(source="a", target="b", line="invisible", head="none")
    assert geometric_flow(FlowGraph(), "TB") == geometric_flow(drawn(edges=(hint,)), "TB") == 0.0


def test_without_boxes_there_is_no_geometry() -> None:
    with pytest.raises(MissingPartError):
        geometric_flow(drawn().without_geometry(), "TB")


def test_what_is_piled_up_by_the_thousand_takes_bounded_time() -> None:
    nodes = tuple(Node(id=str(at), box=(0.0, 0.0, 9.0, 9.0 + at)) for at in range(5_000))
    edges = tuple(Edge(source=str(at), target="0", path=((at, 0.0), (5_000.0 - at, 9.0))) for at in range(1, 5_000))
    with within(20.0):
        assert geometric_flow(FlowGraph(nodes=nodes, edges=edges), "TB") < 0.6
