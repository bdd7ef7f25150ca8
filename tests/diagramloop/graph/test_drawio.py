"""Pages, places, layers and loose lines of draw.io files; nothing that a page holds is left out in silence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.account import Census, account_line, explained_in
from diagramloop.graph.drawio import DRAWIO, read_drawio, write_drawio
from tests.diagramloop.graph.graphs import graphs
from tests.diagramloop.graph.wild import check_account, public_files

NAMES = st.sampled_from(["", "a", "b", "c", "d", "1", "0", "nobody"])
BITS = st.sampled_from([None, "0", "1"])
PLACES = st.integers(-20, 400)


def page(*cells: str) -> str:
    layers = '<mxCell id="0"/><mxCell id="1" parent="0"/>'
    return f"<mxGraphModel><root>{layers}{''.join(cells)}</root></mxGraphModel>"


def pages(**models: str) -> str:
    diagrams = "".join(f'<diagram name="{name}">{model}</diagram>' for name, model in models.items())
    return f"<mxfile>{diagrams}</mxfile>"


def cell(inner: str = "", **attributes: object) -> str:
    words = "".join(f" {name}={quoteattr(str(value))}" for name, value in attributes.items() if value is not None)
    return f"<mxCell{words}>{inner}</mxCell>"


def geometry(inner: str = "", **attributes: object) -> str:
    words = "".join(f' {name}="{value}"' for name, value in attributes.items() if value is not None)
    return f'<mxGeometry as="geometry"{words}>{inner}</mxGeometry>'


def shape(name: str, x: int = 0, y: int = 0, parent: str = "1", **attributes: object) -> str:
    return cell(geometry(x=x, y=y, width=40, height=20), id=name, vertex=1, parent=parent, value=name, **attributes)


def line(start: tuple[int, int], end: tuple[int, int], **attributes: object) -> str:
    ends = (("sourcePoint", start), ("targetPoint", end))
    points = "".join(f'<mxPoint x="{x}" y="{y}" as="{name}"/>' for name, (x, y) in ends)
    return cell(geometry(points, relative=1), edge=1, parent=1, **attributes)


def test_all_pages_are_charts_and_one_with_lines_is_meant() -> None:
    legend, order = page(*(shape(name) for name in "abc")), page(shape("a"), shape("b", 90), line((0, 0), (90, 0)))
    read = check_account(DRAWIO, pages(Legend=legend, Order=order))
    assert [(chart.name, chart.number, chart.elements["shapes"]) for chart in read.charts] == [
        *(("Legend", 1, 3), ("Order", 2, 2))
    ]
    assert read.graph.title == "Order"


def test_a_page_that_is_broken_costs_no_other() -> None:
    read = DRAWIO.read_all(pages(Broken="!!", Order=page(shape("a"))))
    assert [(chart.name, chart.number) for chart in read.charts] == [("Order", 2)]
    assert explained_in(read.left_out)["pages"] == 1
    with pytest.raises(FormatError) as error:
        DRAWIO.read_all(pages(Broken="!!"))
    assert error.value.reason is RejectionReason.UNREADABLE


def test_shapes_of_a_library_are_charts() -> None:
    shapes = [{"xml": page(shape("a"), shape("b")), "title": "pair"}, {"data": "data:image/png"}, {"xml": page()}]
    read = DRAWIO.read_all(f"<mxlibrary>{json.dumps(shapes).replace('<', '&lt;')}</mxlibrary>")
    assert [(chart.name, len(chart.graph.nodes)) for chart in read.charts] == [("pair", 2), ("", 0)]


def test_a_relative_place_is_a_share_of_what_it_lies_in_and_an_offset() -> None:
    offset = '<mxPoint x="-5" y="7" as="offset"/>'
    port = cell(geometry(offset, x=1, y=0.5, width=10, height=10, relative=1), id="p", vertex=1, parent="a")
    graph = read_drawio(page(shape("a", 100, 200), port, shape("b", 300), cell(id="e", edge=1, source="p", target="b")))
    assert (graph.nodes[0].box, graph.nodes[0].group) == ((135, 217, 145, 227), "a")
    assert [(edge.source, edge.target) for edge in graph.edges] == [("p", "b")]


def test_a_shape_without_a_place_is_a_shape() -> None:
    graph = read_drawio(page(cell(id="a", vertex=1, parent=1), shape("b"), cell(edge=1, source="a", target="b")))
    assert [(node.id, node.box is None) for node in graph.nodes] == [("a", True), ("b", False)]
    assert len(graph.edges) == 1


def test_what_is_hidden_is_told() -> None:
    layers = cell(id="2", parent="0", visible=0) + cell(id="3", parent="0")
    hidden = shape("c", parent="2") + shape("d", parent="3", visible=0) + shape("e", parent="d")
    text = page(layers, shape("a"), shape("b", 90), hidden, cell(edge=1, parent=2, source="a", target="b"))
    read = check_account(DRAWIO, text)
    assert [node.id for node in read.graph.nodes] == ["a", "b"]
    assert account_line(read, read.charts) == "read 2 of 5 shapes: 3 hidden; read 0 of 1 lines: 1 hidden"


@pytest.mark.parametrize(
    ("start", "end", "reason"),
    [
        ((45, 10), (88, 10), ""),
        ((45, 300), (88, 300), "joined to nothing"),
        ((45, 10), (88, 300), "joined to a shape at one end only"),
        ((10, 10), (30, 10), "within one shape"),
    ],
)
def test_a_loose_line_joins_what_it_ends_at_or_is_told(
    start: tuple[int, int], end: tuple[int, int], reason: str
) -> None:
    read = check_account(DRAWIO, page(shape("a"), shape("b", 90), line(start, end)))
    assert [part.reason for part in read.charts[0].left_out] == ([reason] if reason else [])
    assert [(edge.source, edge.target) for edge in read.graph.edges] == ([] if reason else [("a", "b")])


def test_a_loose_line_ends_at_a_shape_before_the_frame_around_it() -> None:
    frame = cell(geometry(x=-10, y=-10, width=200, height=90), id="f", vertex=1, parent=1)
    inner = (shape(name, x, 10, parent="f") for name, x in (("a", 10), ("b", 100)))
    graph = read_drawio(page(frame, *inner, line((42, 10), (88, 10))))
    assert [(edge.source, edge.target) for edge in graph.edges] == [("a", "b")]


def test_cells_without_an_id_or_with_the_same_are_all_read() -> None:
    read = check_account(DRAWIO, page(*(cell(geometry(), vertex=1, parent=1, id=name) for name in (None, "a", "a"))))
    assert len({node.id for node in read.graph.nodes}) == 3


def test_a_label_on_a_line_is_no_shape() -> None:
    label = cell(geometry(relative=1), vertex=1, parent="e", value="yes")
    text = page(shape("a"), shape("b", 90), cell(id="e", edge=1, source="a", target="b"), label)
    assert check_account(DRAWIO, text).graph.edges[0].label == "yes"
    assert DRAWIO.census is not None
    assert DRAWIO.census(text) == [Census(2, 1)]


CELLS = st.fixed_dictionaries(
    {"id": NAMES, "parent": NAMES, "vertex": BITS, "edge": BITS, "visible": BITS, "source": NAMES, "target": NAMES},
)
GEOMETRIES = st.fixed_dictionaries({"x": PLACES, "y": PLACES, "width": PLACES, "height": PLACES, "relative": BITS})


@given(st.lists(st.tuples(CELLS, st.none() | GEOMETRIES, st.booleans()), max_size=8))
def test_charts_and_what_is_left_out_are_all_that_is_counted(
    drawn: list[tuple[Mapping[str, object], Mapping[str, object] | None, bool]],
) -> None:
    elements = []
    for attributes, place, wrapped in drawn:
        inner = "" if place is None else geometry('<mxPoint x="3" y="4" as="sourcePoint"/>', **place)
        if wrapped:
            bare = cell(inner, **{name: value for name, value in attributes.items() if name != "id"})
            elements.append(f'<object label="x" id="{attributes["id"]}">{bare}</object>')
        else:
            elements.append(cell(inner, **attributes))
    text = pages(Page=page(*elements), Other=page(shape("a")))
    check_account(DRAWIO, text)


@given(graphs())
def test_of_a_written_file_nothing_is_left_out(graph: FlowGraph) -> None:
    read = check_account(DRAWIO, write_drawio(graph).text)
    assert read.charts[0].left_out == ()


def test_of_public_files_all_is_read_or_told() -> None:
    for path in public_files(".drawio"):
        check_account(DRAWIO, path.read_text("utf-8"))
