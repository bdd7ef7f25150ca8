"""PDF files as a format: what is written is read back as its drawing is, and other programs find its letters."""

from __future__ import annotations

import sys

import pytest

from diagramloop.data.sources import Chart, Corpus
from diagramloop.engines.documents.pdf_format import MOST_POINTS, read_page, write_page
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph, Node, formats
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import laid_out
from tests.diagramloop.doors.cli.test_pdf_pages import VECTORS, both, scan  # noqa: F401 - files that others make

pypdfium2 = pytest.importorskip("pypdfium2", reason="PDF needs the extra 'documents'")
pytest.importorskip("typst", reason="writing PDF needs the extra 'pdf'")

CHARTS = [row for row in Corpus(shipped_corpus()).charts() if isinstance(row, Chart)]
BACK = 'flowchart TD\n a["Start"] --> b{"Ready? é"}\n b -- yes --> c["Go"]\n b -- no --> a'


def placed(text: str) -> FlowGraph:
    return laid_out(read_mermaid(text))


def flow(graph: FlowGraph) -> list[tuple[str, str, str]]:
    text = {node.id: node.text for node in graph.nodes}
    return sorted((text[edge.source], edge.label, text[edge.target]) for edge in graph.edges)


@pytest.mark.parametrize("chart", CHARTS[::8], ids=lambda chart: chart.id)
def test_a_page_shows_the_graph_that_its_drawing_shows(chart: Chart) -> None:
    graph = laid_out(chart.graph)
    drawn, page = formats.read(formats.write(graph, "svg").document, "svg"), formats.write(graph, "pdf")
    read = formats.read(page.document, "pdf")
    assert flow(read) == flow(drawn)
    assert read.size == drawn.size
    boxes = [(one.box, other.box) for one, other in zip(read.nodes, drawn.nodes, strict=True)]
    assert all(one == pytest.approx(other, abs=0.05) for one, other in boxes)


def test_what_goes_there_and_back_is_two_lines_on_the_page() -> None:
    graph = placed(BACK)
    assert flow(read_page(write_page(graph).content)) == flow(graph)


def test_letters_can_be_searched_by_any_reader() -> None:
    page = pypdfium2.PdfDocument(write_page(placed(BACK)).content)[0]
    told = page.get_textpage().get_text_bounded()
    assert all(word in told for word in ("Start", "Ready? é", "Go", "yes", "no"))


def test_losses_are_named_and_the_bytes_are_the_same_again() -> None:
    graph = placed(BACK)
    written = write_page(graph)
    assert "nodes.id" in written.dropped
    assert {"edges.source", "edges.target"}.isdisjoint(written.dropped)  # the same ways between other ids
    assert "edges" not in written.dropped
    assert written == write_page(graph)


def test_a_drawing_of_nothing_is_a_page_that_has_lost_all() -> None:
    assert write_page(FlowGraph()).dropped == ("nodes", "edges", "groups")


def test_what_is_larger_than_a_page_is_drawn_smaller() -> None:
    far = (Node(id="a", text="here", box=(0, 0, 100, 40)), Node(id="b", text="there", box=(59_000, 0, 59_100, 40)))
    page = pypdfium2.PdfDocument(write_page(FlowGraph(nodes=far)).content)[0]
    assert page.get_width() == pytest.approx(MOST_POINTS, abs=1)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"%PDF-1.7\nnothing", RejectionReason.UNREADABLE),
        (b"", RejectionReason.UNREADABLE),
        (b"flowchart TD\n a --> b", RejectionReason.UNREADABLE),
    ],
)
def test_what_is_no_pdf_is_refused(content: bytes, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as refused:
        formats.read(content, "pdf")
    assert refused.value.reason is reason


def test_a_page_of_pixels_alone_shows_no_vectors(scan: bytes) -> None:  # noqa: F811 - the fixture
    with pytest.raises(FormatError) as refused:
        formats.read(scan, "pdf")
    assert refused.value.reason in (RejectionReason.EMPTY, RejectionReason.NO_DIAGRAM)


def test_of_several_pages_none_is_guessed(both: bytes) -> None:  # noqa: F811 - the fixture
    with pytest.raises(FormatError, match="of 2 pages"):
        formats.read(both, "pdf")


def test_without_typst_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(FormatError, match=r"diagramloop\[pdf\]") as refused:
        write_page(placed(BACK))
    assert refused.value.reason is RejectionReason.MISSING
    assert flow(read_page(VECTORS)) == [("Read", "", "Write")]  # reading needs none
