"""Places of edges whose line the parser did not give, and the reading of the log."""

from __future__ import annotations

from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.doors.serve._edit_log import EditSession, Entry
from diagramloop.doors.serve._verified_graph import shown
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.scores.verification import Verification, identified

coordinate = st.floats(0, 1000)
sides = st.tuples(coordinate, coordinate, st.floats(1, 500), st.floats(1, 500))
boxes = sides.map(lambda side: (side[0], side[1], side[0] + side[2], side[1] + side[3]))


def drawn(source: Node | Group, target: Node) -> list[tuple[float, float]]:
    groups = (source,) if isinstance(source, Group) else ()
    nodes = (target,) if groups else (source, target)
    edges = (Edge(source=source.id, target=target.id),)
    graph = FlowGraph(nodes=nodes, edges=edges, groups=groups, size=(2000, 2000))
    return shown(EditSession([Verification(identified(graph))]))["edges"][0]["points"]


@given(boxes, boxes)
def test_a_line_runs_from_border_to_border_along_the_centres(one: tuple, other: tuple) -> None:
    line = drawn(Node(id="a", box=one), Node(id="b", box=other))
    centres = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in (one, other)]
    if centres[0] == centres[1]:
        assert line == ()
        return
    for (x, y), (x0, y0, x1, y1) in zip(line, (one, other), strict=True):
        assert x0 - 1e-6 <= x <= x1 + 1e-6
        assert y0 - 1e-6 <= y <= y1 + 1e-6
    (xs, ys), (xt, yt) = centres
    for x, y in line:  # on the segment between the centres
        ways = hypot(x - xs, y - ys) + hypot(x - xt, y - yt)
        assert abs(ways - hypot(xt - xs, yt - ys)) < 1e-6 * max(1, ways)


def test_an_end_without_a_place_has_no_line() -> None:
    assert drawn(Group(id="g", text="G"), Node(id="b", box=(0, 0, 1, 1))) == ()


def test_the_log_is_told_in_words() -> None:
    graph = identified(FlowGraph(nodes=(Node(id="a", box=(0, 0, 9, 9)),), size=(20, 20)))
    session = EditSession([Verification(graph)])
    for at, edit in enumerate(({"action": "open"}, {"action": "exclude", "nodes": ["a"]}, {"action": "undo"})):
        session.take(Entry(annotator="Ada", figure="f", at=at, edit=edit))
    assert [line["text"] for line in shown(session)["log"]] == ["exclude nodes a", "undo"]


def test_the_page_is_told_how_sure_the_reader_is() -> None:
    nodes = (Node(id="a", box=(0, 0, 9, 9), confidence=0.4, text_confidence=0.3), Node(id="b", box=(10, 0, 19, 9)))
    edges = (Edge(source="a", target="b", label="yes", confidence=0.7, label_confidence=0.2),)
    estimates = {"estimated_edge_f1": 0.8, "estimated_f1": 0.6}
    graph = identified(FlowGraph(nodes=nodes, edges=edges, size=(20, 20), **estimates))
    told = shown(EditSession([Verification(graph)]))
    assert [element["confidence"] for element in (*told["nodes"], *told["edges"])] == [0.4, None, 0.7]
    assert [element["text_confidence"] for element in (*told["nodes"], *told["edges"])] == [0.3, None, 0.2]
    assert {name: told[name] for name in estimates} == estimates
