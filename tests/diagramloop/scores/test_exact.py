"""Exact metrics on small graphs counted by hand."""

from __future__ import annotations

import pytest

from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from diagramloop.scores import MissingPartError, align, exact
from diagramloop.scores.counts import Counts


def box(row: int) -> tuple[float, float, float, float]:
    return (0.0, 50.0 * row, 80.0, 50.0 * row + 30.0)


GOLD = FlowGraph(
    nodes=(
        Node(id="a", text='Read the "file"', box=box(0), kind=NodeKind.IO, shape="lean-r"),
        Node(id="b", text="Empty?", box=box(1), kind=NodeKind.DECISION, shape="diam"),
        Node(id="c", text="Stop", box=box(2), kind=NodeKind.UNKNOWN, shape=""),
    ),
    edges=(
        Edge(source="a", target="b"),
        Edge(source="b", target="c", label="yes\nof course"),
        Edge(source="b", target="a", label="no"),
    ),
)
PRED = FlowGraph(
    nodes=(
        Node(id="1", text="Read  the “file”", box=box(0), kind=NodeKind.IO, shape="rect"),
        Node(id="2", text="empty?", box=box(1), kind=NodeKind.DECISION, shape="diam"),
        Node(id="3", text="noise", box=box(9)),
    ),
    edges=(Edge(source="1", target="2", label="invented"), Edge(source="2", target="1", label="nu")),
)


def test_nodes() -> None:
    alignment = align(PRED, GOLD)
    assert alignment.nodes.counts == Counts.one_to_one(2, 3, 3)
    assert exact.node_text(PRED, GOLD, alignment) == Counts.rate(1, 3)
    assert exact.node_text_similarity(PRED, GOLD, alignment) == Counts.rate(1 + 5 / 6, 3)
    assert exact.node_kind(PRED, GOLD, alignment) == Counts.rate(2, 2)
    assert exact.node_shape(PRED, GOLD, alignment) == Counts.rate(1, 2)


def test_edges() -> None:
    alignment = align(PRED, GOLD)
    assert alignment.edges.counts == Counts.one_to_one(2, 2, 3)
    assert exact.edge_label(PRED, GOLD, alignment) == Counts.rate(0, 2)
    assert exact.edge_set(alignment) == Counts.rate(0, 1)
    itself = align(GOLD, GOLD)
    assert exact.edge_label(GOLD, GOLD, itself) == Counts.rate(2, 2)
    assert exact.edge_set(itself) == Counts.rate(1, 1)


def test_no_boxes() -> None:
    with pytest.raises(MissingPartError, match="no box for 3"):
        exact.require_boxes(PRED, GOLD.without_geometry())
    with pytest.raises(MissingPartError, match="prediction has no boxes"):
        exact.require_boxes(PRED.without_geometry(), GOLD)
    exact.require_boxes(FlowGraph(), GOLD)
    exact.require_boxes(FlowGraph(), FlowGraph())


def test_a_predicted_node_without_a_box_is_wrong() -> None:
    part = PRED.replace(nodes=(PRED.nodes[0].model_copy(update={"box": None}), *PRED.nodes[1:]))
    exact.require_boxes(part, GOLD)
    assert align(part, GOLD).nodes.counts == Counts.one_to_one(1, 3, 3)
