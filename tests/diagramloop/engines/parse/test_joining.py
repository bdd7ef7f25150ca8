"""The best reading keeps what is its own, gains what others are sure of, and loses what is likelier wrong."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse import ParsedFigure, parse
from diagramloop.engines.parse.blackboard import Blackboard, TextLine
from diagramloop.engines.parse.joining import joined
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import seen_through


@pytest.fixture
def whole(sheet) -> ParsedFigure:
    """A row of three boxes with two lines between them."""
    page = sheet(scale=2.0)
    for x in (30, 240, 450):
        page.box(x, 150, x + 100, 220)
        cv2.putText(page.picture, "box", (2 * x + 20, 380), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA)
    page.arrow((130, 185), (240, 185))
    page.arrow((340, 185), (450, 185))
    return _sure(parse(page.picture))


def _sure(figure: ParsedFigure, **likely: float) -> ParsedFigure:
    """The reading with probabilities of its nodes and edges, .9 or as given by name."""
    nodes = [n.model_copy(update={"confidence": likely.get(n.id, 0.9)}) for n in figure.graph.nodes]
    edges = [e.model_copy(update={"confidence": likely.get(e.source + e.target, 0.9)}) for e in figure.graph.edges]
    return replace(figure, graph=figure.graph.replace(nodes=tuple(nodes), edges=tuple(edges)))


def _less(figure: ParsedFigure, edges: tuple[int, ...] = (), nodes: tuple[str, ...] = ()) -> ParsedFigure:
    """The reading without some edges, by number, and without some nodes and their edges."""

    def left(graph: FlowGraph) -> FlowGraph:
        kept = [e for n, e in enumerate(graph.edges) if n not in edges and not {e.source, e.target} & {*nodes}]
        return graph.replace(nodes=tuple(n for n in graph.nodes if n.id not in nodes), edges=tuple(kept))

    board = figure.board
    board = replace(board, graph=left(board.graph), nodes=tuple(n for n in board.nodes if n.id not in nodes))
    return replace(figure, graph=left(figure.graph), board=board)


def _pairs(figure: ParsedFigure) -> list[tuple[str, str]]:
    return [(edge.source, edge.target) for edge in figure.graph.edges]


def test_a_line_that_the_best_has_missed_is_added(whole):
    found = joined(_less(whole, edges=(1,)), [whole])
    assert _pairs(found) == [("N1", "N2"), ("N2", "N3")]
    assert found.graph.edges[1].path == whole.graph.edges[1].path
    assert found.board.graph == found.graph
    assert "N2" in found.mermaid


def test_where_nothing_changes_it_is_the_same_reading(whole):
    assert joined(whole, [_less(whole, edges=(0,)), whole]) is whole
    assert joined(whole, []) is whole


@pytest.mark.parametrize(("likely", "added"), [(0.81, True), (0.79, False)])
def test_a_line_is_added_where_another_reading_is_sure_of_it(whole, likely, added):
    found = joined(_less(whole, edges=(1,)), [_sure(whole, N2N3=likely)])
    assert (len(found.graph.edges) == 2) is added


@pytest.mark.parametrize(("likely", "turned"), [(0.7, True), (0.95, False), (0.4, True)])
def test_which_way_a_line_runs_is_what_the_surer_reading_says(whole, likely, turned):
    back = {"source": "N2", "target": "N1"}
    other = replace(
        whole,
        graph=whole.graph.replace(edges=(whole.graph.edges[0].model_copy(update=back), whole.graph.edges[1])),
    )
    found = joined(_sure(whole, N1N2=likely), [other])
    assert sorted(_pairs(found)) == sorted([("N2", "N1") if turned else ("N1", "N2"), ("N2", "N3")])


def test_a_node_that_the_best_has_missed_comes_with_its_line(whole):
    found = joined(_less(whole, nodes=("N3",)), [whole])
    assert [node.box for node in found.graph.nodes] == [node.box for node in whole.graph.nodes]
    assert len(found.graph.edges) == 2
    assert not _less(whole, nodes=("N3",)).graph.edges[1:]


def test_a_node_that_is_added_takes_no_other_ones_name(whole):
    found = joined(_less(whole, nodes=("N1",)), [whole])
    assert sorted(node.box for node in found.graph.nodes) == sorted(node.box for node in whole.graph.nodes)
    assert len(found.graph.edges) == 2


def test_a_node_alone_or_a_doubtful_one_is_not_added(whole):
    best = _less(whole, nodes=("N3",))
    assert joined(best, [_less(whole, edges=(1,))]) is best
    assert joined(best, [_sure(whole, N3=0.6)]) is best


def test_what_is_likelier_wrong_is_left_out(whole):
    best = _sure(whole, N1N2=0.49, N2N3=0.51)
    assert _pairs(joined(best, [_less(best, edges=(0, 1))])) == [("N2", "N3")]


def test_a_doubtful_node_goes_with_its_last_line(whole):
    best = _sure(_less(whole, edges=(1,)), N1=0.3, N3=0.3)
    found = joined(best, [best])
    assert [node.id for node in found.graph.nodes] == ["N1", "N2"]


def test_a_text_is_the_one_that_was_read_most_surely(whole):
    def told(text: str, confidence: float) -> ParsedFigure:
        node = replace(whole.board.nodes[0], text=text)
        lines = (TextLine(node.shape.box, text, confidence),)
        return replace(whole, board=replace(whole.board, nodes=(node, *whole.board.nodes[1:]), lines=lines))

    best = told("bcx", 0.5)
    assert joined(best, [told("box", 0.9), told("fox", 0.7)]).graph.nodes[0].text == "box"
    assert joined(best, [told("box", 0.5)]) is best


def test_of_two_lines_on_the_same_ink_the_likelier_one_stays(whole):
    right = whole.graph.edges[1]
    graph = whole.board.graph
    astray = tuple(e.model_copy(update={"source": "N1"}) if e.target == right.target else e for e in graph.edges)
    wrong = replace(
        whole,
        board=replace(whole.board, graph=graph.replace(edges=astray)),
        graph=whole.graph.replace(edges=(whole.graph.edges[0], right.model_copy(update={"source": "N1"}))),
    )
    assert _pairs(joined(_sure(wrong, N1N3=0.6), [_sure(whole, N2N3=0.95)])) == [("N1", "N2"), ("N2", "N3")]
    surer = _sure(wrong, N1N3=0.95)
    assert joined(surer, [_sure(whole, N2N3=0.94)]) is surer


def test_another_page_is_led_to_the_best_ones(whole):
    askew = np.array([[0.9, 0.1, 5.0], [-0.1, 0.9, 30.0], [0.0, 0.0, 1.0]])
    height, width = whole.picture.shape[:2]
    given = replace(
        whole,
        graph=seen_through(whole.graph, askew, (width, height)),
        board=replace(whole.board, to_given=askew),
    )
    other = replace(given, board=replace(given.board, to_given=None, graph=given.graph))
    found = joined(_less(given, edges=(1,)), [other])
    assert len(found.graph.edges) == 2
    assert np.allclose(found.graph.edges[1].path, given.graph.edges[1].path, atol=0.1)
    assert np.allclose(found.board.graph.edges[1].path, whole.graph.edges[1].path, atol=0.1)


def test_lines_that_nobody_traced_are_left_as_they_are(whole):
    bare = tuple(edge.model_copy(update={"path": None}) for edge in whole.graph.edges[:1])
    best = replace(whole, graph=whole.graph.replace(edges=bare))
    assert isinstance(best.board, Blackboard)
    assert joined(best, [whole]) is best
