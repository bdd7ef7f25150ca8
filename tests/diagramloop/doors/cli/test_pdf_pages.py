"""PDF files as pictures: a page of vectors, a scanned one, several, and what is none."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from diagramloop.graph import FlowGraph, formats
from diagramloop.render import draw
from diagramloop.render.style import Style
from tests.diagramloop.data.sources.papers.test_figure_vectors import pdf
from tests.diagramloop.doors.cli.command import run

pypdfium2 = pytest.importorskip("pypdfium2", reason="PDF needs the extra 'papers'")

CHART = formats.read('flowchart TD\n A["Start"] --> B["Boil water"]\n B --> C["Add tea"]', "mermaid")
ONCE = ("--parser", "hmas_embedded")
VECTORS = pdf(
    b"1 w 20 30 80 40 re S 200 30 80 40 re S 100 50 m 190 50 l S 190 46 m 200 50 l 190 54 l f "
    b"BT /F 12 Tf 45 46 Td (Read) Tj ET BT /F 12 Tf 223 46 Td (Write) Tj ET"
)


@pytest.fixture(scope="module")
def scan() -> bytes:
    """A page that is one bitmap, as scanners and "save as PDF" of a picture make it."""
    drawn, out = draw(CHART, (Style.MONO,), engine="graphviz", scale=2)[Style.MONO].png, io.BytesIO()
    Image.open(io.BytesIO(drawn)).convert("RGB").save(out, "PDF", quality=95)
    return out.getvalue()


@pytest.fixture(scope="module")
def both(scan: bytes) -> bytes:
    joined, out = pypdfium2.PdfDocument.new(), io.BytesIO()
    for page in (VECTORS, scan):
        joined.import_pages(pypdfium2.PdfDocument(page))
    joined.save(out)
    return out.getvalue()


def flow(graph: FlowGraph) -> list[tuple[str, str]]:
    text = {node.id: node.text for node in graph.nodes}
    return sorted((text[edge.source], text[edge.target]) for edge in graph.edges)


def read(content: bytes, folder: Path, *options: str) -> FlowGraph:
    (folder / "chart.pdf").write_bytes(content)
    result = run("parse", folder / "chart.pdf", "--format", "json", *options)
    assert result.exit_code == 0, result.stderr
    return formats.read(result.stdout, "json")


def test_a_page_of_vectors_is_read_by_geometry(tmp_path: Path) -> None:
    graph = read(VECTORS, tmp_path, "--parser", "nobody")  # no reader of bitmaps is asked
    assert flow(graph) == [("Read", "Write")]
    assert graph.size == (300, 100)


def test_a_scanned_page_is_read_as_the_picture_that_it_is(scan: bytes, tmp_path: Path) -> None:
    assert flow(read(scan, tmp_path, *ONCE)) == flow(CHART)


def test_of_several_pages_one_is_named(both: bytes, tmp_path: Path) -> None:
    assert flow(read(both, tmp_path, "--page", "1")) == [("Read", "Write")]
    assert flow(read(both, tmp_path, "--page", "2", *ONCE)) == flow(CHART)
    for options, told in (((), "of 2 pages: say which one"), (("--page", "3"), "no page 3: there are 2")):
        result = run("parse", tmp_path / "chart.pdf", *options)
        assert result.exit_code == 1
        assert told in result.stderr


def test_what_was_read_is_drawn_below_the_page(tmp_path: Path) -> None:
    read(VECTORS, tmp_path, "--draw", str(tmp_path / "read.png"))
    assert Image.open(tmp_path / "read.png").size == (300, 202)  # the page is wide


def test_a_pdf_comes_through_a_pipe_and_is_talked_along(tmp_path: Path) -> None:
    assert "Write" in run("parse", "-", stdin=VECTORS).stdout
    (tmp_path / "chart.pdf").write_bytes(VECTORS)
    assert "read 2 nodes and 1 edges" in run("converse", tmp_path / "chart.pdf", stdin="").stderr


@pytest.mark.parametrize(
    ("content", "options", "told"),
    [
        (b"%PDF-1.7 and no more", (), "unreadable: the PDF reader failed"),
        (b"GIF89a", (), "unreadable"),
        (b"GIF89a", ("--page", "2"), "no page '2': a picture has one"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", ("--page", "2"), "no page '2': a picture has one"),
    ],
)
def test_what_is_no_page_says_so(content: bytes, options: tuple[str, ...], told: str, tmp_path: Path) -> None:
    (tmp_path / "chart.pdf").write_bytes(content)
    result = run("parse", tmp_path / "chart.pdf", *options)
    assert result.exit_code == 1
    assert told in result.stderr
