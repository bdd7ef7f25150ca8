"""A board at another scale says the same of the same page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Caption, TextLine
from diagramloop.engines.parse.board_scale import on_picture
from diagramloop.engines.parse.checking.explaining import explanation
from diagramloop.engines.parse.graph_architect import EmbeddedGraphArchitect
from diagramloop.engines.parse.lines.topology_coder import EmbeddedTopologyCoder


def read(sheet, scale):
    page = sheet(scale=scale)
    page.frame(20, 100, 580, 300)
    for x in (50, 400):
        page.box(x, 150, x + 100, 220)
    page.arrow((150, 185), (400, 185))
    page.text(250, 160, 300, 174, "yes")
    board = page.board()
    caption = Caption(board.labels[0].box, "yes", 1.0, 0.5)
    board = replace(board, nodes=tuple(replace(node, captions=(caption,)) for node in board.nodes))
    board = replace(board, lines=tuple(TextLine(label.box, label.text, 1.0) for label in board.labels))
    board = board.with_code(EmbeddedTopologyCoder().code(board))
    return replace(board, graph=EmbeddedGraphArchitect().build(board))


def test_places_are_those_of_the_larger_picture(sheet):
    small, large = read(sheet, 1.0), read(sheet, 2.0)
    moved = on_picture(small, large.picture)
    assert moved.graph.size == large.graph.size
    for one, other in zip((*moved.nodes, *moved.groups), (*large.nodes, *large.groups), strict=True):
        assert np.allclose(one.shape.box, other.shape.box)
        assert one.shape.border == other.shape.border
    assert [node.captions for node in moved.nodes] == [node.captions for node in large.nodes]
    assert moved.labels == large.labels
    assert moved.environment.text_height == large.environment.text_height


def test_it_explains_the_larger_picture_as_well(sheet):
    large = read(sheet, 2.0)
    moved = explanation(on_picture(read(sheet, 1.0), large.picture)).chart
    assert moved.unowned_share == pytest.approx(explanation(large).chart.unowned_share, abs=0.02)
    assert moved.left_between == 0


def test_back_again_it_is_as_it_was(sheet):
    board, other = read(sheet, 1.0), read(sheet, 2.0).picture
    back = on_picture(on_picture(board, other), board.picture)
    assert back.nodes == board.nodes
    assert back.graph.nodes == board.graph.nodes
