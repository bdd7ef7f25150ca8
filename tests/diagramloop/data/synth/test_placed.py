"""BPMN models on a page: usual size, outlines of the standard, lines that reach what they join."""

from __future__ import annotations

import pytest

from diagramloop.data.synth.placed import MARGIN_PX, TASK_PX, modelled
from diagramloop.errors import GraphError
from diagramloop.graph import Edge, FlowGraph, Node


def model(end: float = 300.0) -> FlowGraph:
    nodes = (
        Node(id="a", text="Ask", shape="rounded", box=(100, 100, 200, 180)),
        Node(id="b", text="Do", shape="rounded", box=(300, 100, 400, 180)),
    )
    return FlowGraph(nodes=nodes, edges=(Edge(source="a", target="b", path=((200, 140), (end, 140))),))


def test_tasks_have_the_usual_width_and_the_page_a_margin() -> None:
    placed = modelled(model())
    x0, y0, x1, _ = placed.nodes[0].box or (0, 0, 0, 0)
    assert (x0, y0) == (MARGIN_PX, MARGIN_PX)
    assert x1 - x0 == pytest.approx(TASK_PX)
    assert placed.nodes[0].polygon


def test_a_line_that_reaches_nothing_is_no_truth() -> None:
    with pytest.raises(GraphError, match="does not reach 'b'"):
        modelled(model(end=250.0))
