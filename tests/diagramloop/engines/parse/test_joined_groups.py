"""Groups whose frames are drawn are added, such as are not are left out, and both hold what lies in them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diagramloop.engines.parse import ParsedFigure
from diagramloop.engines.parse.blackboard import Blackboard, FreeText, GroundedGroup, GroundedNode
from diagramloop.engines.parse.checking.drawn_frames import undrawn_frames
from diagramloop.engines.parse.graph_architect import EmbeddedGraphArchitect
from diagramloop.engines.parse.joined_groups import additional_groups, with_members, without_titles
from diagramloop.engines.parse.joining import joined
from diagramloop.engines.parse.lines.topology_coder import EmbeddedTopologyCoder
from diagramloop.graph import Box, Edge, Group, Node
from tests.diagramloop.engines.parse.lettering import rectangle

SAME = 0.5
POOL: Box = (100.0, 100.0, 900.0, 500.0)


def grounded(name: str, box: Box, title: Box | None = None) -> GroundedGroup:
    return GroundedGroup(name, replace(rectangle(box), role="group"), "Pool", title, None, 0.5)


def added(box: Box, *known: Box, seen_at: Box | None = None) -> list[GroundedGroup]:
    """The groups that are made of one of another reading, beside those that there are."""
    group = Group(id="G1", text="Pool", box=box)
    drawn = grounded("G1", seen_at or box, (box[0], box[1], box[0] + 20, box[3]))
    return list(additional_groups([(group, drawn)], np.array(known, float).reshape(-1, 4), SAME))


@pytest.mark.parametrize(
    ("known", "count"),
    [
        pytest.param((110, 110, 880, 490), 0, id="nearly the same"),
        pytest.param((500, 300, 1200, 900), 0, id="crossing"),
        pytest.param((100, 100, 900, 230), 1, id="a lane of it"),
        pytest.param((0, 0, 2000, 2000), 1, id="around it"),
        pytest.param((100, 520, 900, 900), 1, id="below it"),
    ],
)
def test_it_is_not_there_yet_and_crosses_none(known: Box, count: int) -> None:
    assert len(added(POOL, known)) == count


def test_what_was_seen_on_another_page_has_its_place_and_no_place_of_a_title() -> None:
    (group,) = added(POOL, seen_at=(0.0, 0.0, 400.0, 200.0))
    assert (group.shape.box, group.title_box) == (POOL, None)
    (group,) = added(POOL)
    assert group.title_box is not None


def test_each_lies_in_the_smallest_group_around_it() -> None:
    groups = [grounded("G1", POOL), grounded("G2", (100.0, 100.0, 900.0, 300.0))]
    places = {"in the lane": (200, 150, 300, 200), "in the pool": (200, 400, 300, 450), "outside": (950, 0, 990, 50)}
    nodes = [GroundedNode(name, rectangle(box), "", "G9", 0.9) for name, box in places.items()]
    held, nested = with_members(nodes, groups)
    assert [node.group for node in held] == ["G2", "G1", None]
    assert [group.parent for group in nested] == [None, "G1"]


def test_a_title_is_no_free_text() -> None:
    free = tuple(FreeText(box, "text", 0.9) for box in ((100.0, 100.0, 120.0, 300.0), (400.0, 100.0, 420.0, 120.0)))
    board = Blackboard(np.zeros((10, 10, 3), np.uint8), labels=free)
    assert without_titles(board, [grounded("G1", POOL, (95.0, 95.0, 125.0, 310.0))]) == free[1:]
    assert without_titles(board, [grounded("G1", POOL)]) == free


def read(sheet, *, drawn: bool = True) -> ParsedFigure:
    """A box with a line to a frame around another box; the frame is drawn, or nobody drew it."""
    page = sheet(scale=2.0)
    page.box(30, 150, 130, 220)
    page.box(350, 150, 450, 220)
    page.frame(280, 100, 560, 300, ink=None if drawn else page.page)
    page.arrow((130, 185), (280, 185))
    board = page.board()
    board = replace(board, coded=EmbeddedTopologyCoder().code(board))
    board = replace(board, graph=EmbeddedGraphArchitect().build(board))
    assert board.graph is not None
    assert board.coded is not None
    assert [(edge.source, edge.target) for edge in board.graph.edges] == [("N1", "G1")]
    return sure(ParsedFigure(board.graph, board.coded.mermaid, board, page.picture))


def sure(figure: ParsedFigure, edge: float = 0.9) -> ParsedFigure:
    def told(elements: tuple[Node | Edge, ...], likely: float) -> tuple[Node | Edge, ...]:
        return tuple(each.model_copy(update={"confidence": likely}) for each in elements)

    graph = figure.graph
    return replace(figure, graph=graph.replace(nodes=told(graph.nodes, 0.9), edges=told(graph.edges, edge)))


def without_group(figure: ParsedFigure) -> ParsedFigure:
    """The reading that has missed the frame, and the line to it."""
    board, parts = figure.board, {"groups": (), "edges": ()}
    assert board.graph is not None
    nodes = tuple(node.model_copy(update={"group": None}) for node in figure.graph.nodes)
    own = board.graph.replace(nodes=tuple(n.model_copy(update={"group": None}) for n in board.graph.nodes), **parts)
    board = replace(board, graph=own, groups=(), nodes=tuple(replace(node, group=None) for node in board.nodes))
    return replace(figure, graph=figure.graph.replace(nodes=nodes, **parts), board=board)


def blurred(figure: ParsedFigure) -> ParsedFigure:
    """The reading of a page on which nodes lie beside their outlines, as by hand."""
    nodes = tuple(replace(n, shape=rectangle(tuple(v + 20 for v in n.shape.box))) for n in figure.board.nodes)
    return replace(figure, board=replace(figure.board, nodes=nodes))


def test_a_frame_that_is_drawn_comes_with_the_line_that_ends_at_it(sheet) -> None:
    framed = read(sheet)
    found = joined(without_group(framed), [framed]).graph
    assert [group.box for group in found.groups] == [group.box for group in framed.graph.groups]
    assert [(edge.source, edge.target) for edge in found.edges] == [("N1", found.groups[0].id)]
    assert [node.group for node in found.nodes] == [None, found.groups[0].id]


def test_a_frame_that_nobody_drew_is_not_added(sheet) -> None:
    framed = read(sheet, drawn=False)
    assert joined(without_group(framed), [framed]).graph.groups == ()


def test_a_frame_that_nobody_drew_goes_unless_a_line_ends_at_it(sheet) -> None:
    framed = read(sheet, drawn=False)
    assert joined(framed, []).graph.groups
    left = joined(sure(framed, edge=0.4), []).graph
    assert (left.groups, left.edges, [node.group for node in left.nodes]) == ((), (), [None, None])


@pytest.mark.parametrize("drawn", [True, False])
def test_by_hand_ink_tells_nothing_of_frames(sheet, drawn: bool) -> None:
    framed = blurred(read(sheet, drawn=drawn))
    assert undrawn_frames(framed.board) is None
    assert joined(sure(framed, edge=0.4), []).graph.groups
    assert joined(without_group(framed), [framed]).graph.groups == ()
