"""Mermaid of any quality against a board: grounded, or dropped and counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagramloop.engines.parse.blackboard import Coded, TracedLink
from diagramloop.engines.parse.graph_architect import EmbeddedGraphArchitect, ground
from diagramloop.errors import FormatError


@pytest.fixture
def board(sheet):
    page = sheet()
    page.box(50, 150, 150, 220)
    page.box(400, 150, 500, 220)
    page.frame(20, 20, 580, 380)
    return page.board()


def coded(board, mermaid, links=None):
    return replace(board, coded=Coded(mermaid, links or {}))


def test_links_give_paths_and_confidence(board):
    link = TracedLink(((150.0, 185.0), (400.0, 185.0)), (1.0, 2.0, 3.0, 4.0), 0.7)
    graph = EmbeddedGraphArchitect().build(coded(board, 'flowchart TB\nN1 e1@-->|"a"| N2', {"e1": link}))
    (edge,) = graph.edges
    assert (edge.source, edge.target, edge.label) == ("N1", "N2", "a")
    assert (edge.path, edge.label_box, edge.confidence) == (link.path, link.label_box, 0.7)
    assert [node.box for node in graph.nodes] == [(50, 150, 150, 220), (400, 150, 500, 220)]
    assert graph.size == (600, 400)


def test_strange_ids_are_grounded_by_their_text(board):
    grounding = ground(coded(board, "flowchart TB\nA[box  2] --> B[BOX 1]\nA --> C[nowhere]"))
    assert [(e.source, e.target) for e in grounding.graph.edges] == [("N2", "N1")]
    assert grounding.dropped == 2  # node C and its edge


def test_what_the_coder_forgot_stays(board):
    graph = ground(coded(board, "flowchart TB\nN1")).graph
    assert [node.id for node in graph.nodes] == ["N1", "N2"]
    assert [group.id for group in graph.groups] == ["G1"]


def test_edge_to_a_group(board):
    graph = ground(coded(board, "flowchart TB\nsubgraph G1\nN1\nend\nN2 --> G1")).graph
    assert [(e.source, e.target) for e in graph.edges] == [("N2", "G1")]


@pytest.mark.parametrize("mermaid", ["", "no diagram at all", "flowchart TB\nN1[unclosed", "flowchart TB\nN1 --> \x00"])
def test_no_mermaid_is_a_typed_error(board, mermaid):
    with pytest.raises(FormatError):
        ground(coded(board, mermaid))


def test_nothing_coded(board):
    with pytest.raises(ValueError, match="not coded"):
        ground(board)
