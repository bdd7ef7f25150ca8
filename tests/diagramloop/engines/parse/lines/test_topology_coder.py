"""Texts that might label a line or name a node: the coder, which sees the lines, decides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagramloop.engines.parse.blackboard import Blackboard, Caption, FreeText
from diagramloop.engines.parse.graph_architect import EmbeddedGraphArchitect
from diagramloop.engines.parse.lines.topology_coder import EmbeddedTopologyCoder

NO = FreeText((152.0, 166.0, 172.0, 180.0), "no", 0.9)  # at the line, and nearer to the first box
QUESTION = FreeText((60.0, 240.0, 140.0, 254.0), "In stock?", 0.8)


@pytest.fixture
def board(sheet) -> Blackboard:
    """Two boxes and a line; beside the first stand a line's label, which was taken for its name, and its name."""
    page = sheet()
    page.box(50, 150, 150, 220)
    page.box(400, 150, 500, 220)
    page.arrow((150, 185), (400, 185))
    board = page.board()
    options = (Caption(NO.box, "no", 0.9, 1.5), Caption(QUESTION.box, "In stock?", 0.8, 1.0))
    first = replace(board.nodes[0], captions=options).named_by(options[0])
    return replace(board, nodes=(first, *board.nodes[1:]), labels=(QUESTION,))


def read(board: Blackboard) -> Blackboard:
    board = board.with_code(EmbeddedTopologyCoder().code(board))
    return replace(board, graph=EmbeddedGraphArchitect().build(board))


def test_a_line_gets_its_label_where_the_node_has_another_name(board):
    coded = read(board)
    assert [node.text for node in coded.graph.nodes] == ["In stock?", "box 2"]
    assert [(edge.label, edge.label_box) for edge in coded.graph.edges] == [("no", NO.box)]
    assert (coded.nodes[0].caption_box, coded.nodes[0].confidence) == (QUESTION.box, 0.8)
    assert [(label.box, label.text) for label in coded.labels] == [(NO.box, "no")]  # what is no name may label


def test_a_label_says_what_is_read_at_its_place_whatever_its_node_was_called(board):
    called = replace(board.nodes[0], text="In stock? ...")  # as another reading has it
    coded = read(replace(board, nodes=(called, *board.nodes[1:])))
    assert [edge.label for edge in coded.graph.edges] == ["no"]


def test_a_node_keeps_its_only_name_though_a_line_is_near(board):
    coded = read(replace(board, labels=()))
    assert [node.text for node in coded.graph.nodes] == ["no", "box 2"]
    assert [edge.label for edge in coded.graph.edges] == [""]
    assert coded.nodes == board.nodes


def test_a_node_keeps_what_is_written_in_it_where_no_text_names_it(board):
    second = replace(board.nodes[1], captions=(Caption((0.0, 0.0, 9.0, 9.0), "gone", 0.9, 3.0),))
    assert read(replace(board, nodes=(board.nodes[0], second))).graph.nodes[1].text == "box 2"


def test_a_node_that_must_give_its_name_to_a_nearer_one_has_none(board):
    nearer = replace(board.nodes[1], captions=(Caption(NO.box, "no", 0.9, 3.0),))
    coded = read(replace(board, nodes=(board.nodes[0], nearer), labels=()))
    assert [node.text for node in coded.graph.nodes] == ["", "no"]
    assert coded.nodes[0].caption_box is None
