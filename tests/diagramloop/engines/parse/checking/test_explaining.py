"""A whole reading explains its picture; what is taken from it is missed there, and only there."""

from __future__ import annotations

from dataclasses import astuple, replace

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Blackboard, TextLine
from diagramloop.engines.parse.checking.explaining import explanation
from diagramloop.engines.parse.checking.explanation import Explanation
from diagramloop.engines.parse.graph_architect import EmbeddedGraphArchitect
from diagramloop.engines.parse.lines.topology_coder import EmbeddedTopologyCoder
from diagramloop.graph import FlowGraph


@pytest.fixture
def board(sheet) -> Blackboard:
    """Three boxes, two arrows, each between two of them, and a label at the first."""
    page = sheet(scale=2.0)
    for x in (50, 250, 450):
        page.box(x, 150, x + 100, 220)
    page.arrow((150, 185), (250, 185))
    page.arrow((350, 185), (450, 185))
    page.text(180, 160, 220, 174, "yes")
    board = page.board()
    lines = tuple(TextLine(label.box, label.text, 1.0) for label in board.labels)
    board = replace(board, lines=lines, coded=EmbeddedTopologyCoder().code(board))
    return replace(board, graph=EmbeddedGraphArchitect().build(board))


def explained(board: Blackboard, **changes: object) -> Explanation:
    assert board.graph is not None
    return explanation(replace(board, graph=board.graph.replace(**changes)))


def test_a_whole_reading_leaves_nothing(board):
    chart = explanation(board).chart
    assert chart.unowned_share < 0.02
    assert (chart.left_lines, chart.left_between, chart.left_heads, chart.lonely_nodes) == (0, 0, 0, 0)


def test_a_missed_edge_is_ink_between_two_nodes(board):
    without = explained(board, edges=board.graph.edges[:1])
    assert without.chart.unowned_share > explanation(board).chart.unowned_share
    assert without.chart.left_between > 0
    assert [node.left_ends for node in without.nodes] == [0, 1, 1]
    kept = replace(explanation(board).edges[0], source_edges=0, target_edges=0)
    np.testing.assert_equal(astuple(without.edges[0]), astuple(kept))  # no network looked: NaN stands for NaN


def test_an_invented_edge_runs_over_ground(board):
    true = board.graph.edges[0]
    invented = true.model_copy(
        update={"target": "N3", "path": ((200.0, 300.0), (200.0, 380.0), (1000.0, 380.0), (1000.0, 300.0))}
    )
    real, bare = explained(board, edges=(true, invented)).edges
    assert real.inked > 0.95
    assert bare.inked < 0.2
    assert bare.gap_text_heights > real.gap_text_heights
    assert bare.head_ink < real.head_ink


def test_two_edges_on_one_line_are_rivals(board):
    one, other = board.graph.edges
    twice = explained(board, edges=(one, one.model_copy(update={"id": "again"}), other)).edges
    assert [edge.shared for edge in twice] == [1.0, 1.0, 0.0]
    assert [edge.parallels for edge in twice] == [1, 1, 0]


def test_a_node_of_ground_has_no_outline(board):
    shape = board.nodes[0].shape
    off = tuple((x, y + 200.0) for x, y in shape.polygon)
    moved = replace(board.nodes[0], shape=replace(shape, polygon=off))
    real, empty = (explanation(b).nodes[0] for b in (board, replace(board, nodes=(moved, *board.nodes[1:]))))
    assert real.outline_ink > 0.95
    assert empty.outline_ink < 0.3


def test_what_nobody_measured_is_missing_and_not_zero(board):
    for part in (*explanation(board).nodes, *explanation(board).edges):
        assert all(np.isnan(v) for name, v in vars(part).items() if name.startswith("network"))


def test_a_label_is_nearer_to_its_edge_than_to_others(board):
    label = explanation(board).labels[0]
    assert label.margin_text_heights > 0
    assert label.characters == 3


def test_the_same_board_says_the_same(board):
    once, again = explanation(board), explanation(board)
    assert np.array_equal(astuple(once.chart), astuple(again.chart), equal_nan=True)


def test_an_unfinished_board_is_refused():
    with pytest.raises(ValueError, match="not finished"):
        explanation(Blackboard(np.zeros((9, 9, 3), np.uint8)))


def test_a_reading_of_no_edges_is_explained(board):
    chart = explanation(replace(board, graph=FlowGraph(nodes=board.graph.nodes))).chart
    assert chart.lonely_nodes == 1.0
    assert chart.edges_per_node == 0.0
