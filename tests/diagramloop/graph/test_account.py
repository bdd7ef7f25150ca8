"""Charts and what is left out are together what a file holds, whoever counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph._format import Format
from diagramloop.graph.account import LINES, PAGES, SHAPES, Census, Chart, LeftOut, Read, account_line, explained_in

numbers = st.integers(0, 6)


def drawing(nodes: int, edges: int = 0) -> FlowGraph:
    return FlowGraph(
        nodes=[Node(id=str(number), text="") for number in range(nodes)],
        edges=[Edge(source="0", target="0") for _ in range(edges if nodes else 0)],
    )


@given(st.lists(st.tuples(numbers, numbers, numbers, numbers), min_size=1, max_size=4))
def test_charts_and_what_is_left_out_are_the_census(pages: list[tuple[int, int, int, int]]) -> None:
    charts, census = [], []
    for number, (nodes, edges, explained, unexplained) in enumerate(pages, 1):
        graph = drawing(nodes, edges)
        reasons = (LeftOut(SHAPES, explained, "by globs"),) if explained else ()
        charts.append(Chart(graph, f"page {number}", number, reasons))
        census.append(Census(nodes + explained + unexplained, len(graph.edges) + unexplained))
    read = Read(tuple(charts)).against(census)
    for chart, counted in zip(read.charts, census, strict=True):
        left_out = explained_in(chart.left_out)
        assert chart.elements[SHAPES] + left_out[SHAPES] == counted.shapes
        assert chart.elements[LINES] + left_out[LINES] == counted.lines
    shown = read.of_page(None)
    assert len(shown) + explained_in(read.left_out_of(shown))[PAGES] == len(census)
    assert bool(account_line(read, read.charts)) == any(chart.left_out for chart in read.charts)


def test_a_page_that_nobody_read_is_counted() -> None:
    read = Read((Chart(drawing(1), "second", 2),)).against([Census(9, 9), Census(1, 0), Census(4, 0)])
    assert read.left_out == (LeftOut(PAGES, 2),)
    broken = Read((Chart(drawing(1)),), (LeftOut(PAGES, 1, "not XML"),)).against([Census(1, 0), Census(0, 0)])
    assert account_line(broken, broken.charts) == "read 1 of 2 pages: 1 not XML"


def test_a_page_is_named_or_numbered_and_one_with_lines_is_meant() -> None:
    legend, order = Chart(drawing(5), "Legend", 1), Chart(drawing(2, 1), "2", 3)
    read = Read((legend, order))
    assert read.graph is order.graph
    assert read.of_page("1") == (legend,)
    assert read.of_page("2") == read.of_page("3") == read.of_page(None) == (order,)
    assert read.of_page("all") == (legend, order)
    with pytest.raises(FormatError, match="no page '4'; there are 1 'Legend', 3 '2'") as error:
        read.of_page("4")
    assert error.value.reason is RejectionReason.MISSING


def test_a_format_of_one_chart_needs_no_reader_of_its_own() -> None:
    format = Format("dots", (".dots",), lambda text: drawing(text.count(".")), None)
    read = format.read_all(b"\xef\xbb\xbf...")
    assert read.graph == drawing(3)
    assert read.left_out == ()
    counted = Format("dots", (".dots",), format.read, None, census=lambda text: [Census(len(text), 0)])
    assert (
        account_line(counted.read_all("..x"), counted.read_all("..x").charts) == "read 2 of 3 shapes: 1 not understood"
    )


def test_of_what_is_not_counted_only_the_rest_is_told() -> None:
    read = Read((Chart(drawing(2), left_out=(LeftOut("lines of text", 3, "unread: Hangul"),)),))
    assert account_line(read, read.charts) == "3 lines of text: 3 unread: Hangul"


def test_a_file_without_a_chart_is_refused() -> None:
    with pytest.raises(FormatError, match="without a chart"):
        Read(())
