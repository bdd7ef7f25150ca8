"""PDF figures as vectors: what real tools write is read as their SVG is, and hostile files end themselves."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path, PurePosixPath
from typing import NoReturn

import pytest

from diagramloop.data.sources import Arxiv, Chart, Corpus, Paper
from diagramloop.data.sources.papers.figure_vectors import vectors_of
from diagramloop.data.sources.papers.graphics import GraphicsFile, PageRegion
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.data.sources.papers.pdf_page import page_vectors
from diagramloop.engines.generate import GeneratedImage, Gold
from diagramloop.engines.generate.source_figure import SourceFigure
from diagramloop.engines.parse import read_svg
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph
from diagramloop.render import Style
from diagramloop.render.graphviz_text import graphviz_text
from diagramloop.scores import score_pair

for package in ("pylatexenc", "pdfplumber", "pypdfium2"):
    pytest.importorskip(package, reason="reading papers needs the extra 'papers'")


CHARTS = [chart for chart in list(Corpus(shipped_corpus()).charts())[::8] if isinstance(chart, Chart)]


def figure(shown: GraphicsFile | PageRegion) -> Figure:
    return Figure(number=1, label="", caption="", shown=(shown,), section="", position=0.0)


def edge_f1(read: FlowGraph, gold: FlowGraph) -> float | None:
    (row,) = score_pair(read, gold, metrics=["text/edge_f1"])
    return row.value


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.id)
def test_graphvizs_pdf_is_read_as_its_svg_is(chart: Chart, tmp_path: Path) -> None:
    if shutil.which("dot") is None:
        pytest.skip("Graphviz is not on this machine")
    source = graphviz_text(chart.graph).encode()
    for kind in ("pdf", "svg"):
        subprocess.run(["dot", f"-T{kind}", f"-o{tmp_path / f'chart.{kind}'}"], input=source, check=True)
    of_pdf = read_svg(page_vectors(tmp_path / "chart.pdf", 0).svg).graph
    of_svg = read_svg((tmp_path / "chart.svg").read_bytes()).graph
    assert edge_f1(of_pdf, chart.graph) == edge_f1(of_svg, chart.graph) == 1.0
    assert sorted(node.text for node in of_pdf.nodes) == sorted(node.text for node in of_svg.nodes)


@pytest.mark.parametrize("fonts", [3, 42])
def test_matplotlibs_boxes_and_arrows(fonts: int, tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    places = {"Load data": (2, 6), "Encoder": (5, 6), "Decoder": (8, 6), "Loss function": (5, 2)}
    flow = [("Load data", "Encoder"), ("Encoder", "Decoder"), ("Decoder", "Loss function")]
    with matplotlib.rc_context({"pdf.fonttype": fonts}):
        drawing, axes = pyplot.subplots(figsize=(6, 4))
        axes.axis("off")
        axes.set(xlim=(0, 10), ylim=(0, 8))
        for text, (x, y) in places.items():
            axes.text(x, y, text, ha="center", va="center", bbox={"boxstyle": "round", "fc": "w", "ec": "k"})
        for source, target in flow:
            arrow = {"arrowstyle": "->", "shrinkA": 32, "shrinkB": 32}
            axes.annotate("", xy=places[target], xytext=places[source], arrowprops=arrow)
        drawing.savefig(tmp_path / "plot.pdf")
        pyplot.close(drawing)
    read = read_svg(page_vectors(tmp_path / "plot.pdf", 0).svg).graph
    texts = {node.id: node.text for node in read.nodes}
    assert [(texts[edge.source], texts[edge.target]) for edge in read.edges] == flow


def pdf(content: bytes, *more: bytes, page: bytes = b"/MediaBox [0 0 300 100]") -> bytes:
    """A file of one page, with further objects from number 5."""
    font = b"/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
    form = b"/XObject << /X 5 0 R >>" if more else b""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R " + page + b" /Contents 4 0 R /Resources << " + font + form + b" >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        *more,
    ]
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, made) for number, made in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer << /Root 1 0 R /Size %d >>\n%%%%EOF\n" % (len(objects) + 1)


BOXES = (
    b"0 0 0 RG 10 30 80 40 re S 200 30 80 40 re S 90 50 m 190 50 l S 190 46 m 200 50 l 190 54 l f "
    b"BT /F 12 Tf 30 46 Td (Start) Tj ET BT /F 12 Tf 230 46 Td (End) Tj ET"
)


def written(folder: Path, content: bytes) -> GraphicsFile:
    (folder / "figure.pdf").write_bytes(content)
    return GraphicsFile(PurePosixPath("figure.pdf"))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_turned_page_is_read_as_it_is_shown(turn: int, tmp_path: Path) -> None:
    page = b"/MediaBox [50 20 350 120] /CropBox [50 20 350 120] /Rotate %d" % turn
    moved = b"1 0 0 1 50 20 cm " + BOXES
    read = read_svg(vectors_of(figure(written(tmp_path, pdf(moved, page=page))), tmp_path)).graph
    texts = {node.id: node.text for node in read.nodes}
    assert [(texts[edge.source], texts[edge.target]) for edge in read.edges] == [("Start", "End")]
    start, end = (next(node.box for node in read.nodes if node.text == text) for text in ("Start", "End"))
    assert start is not None
    assert end is not None
    across, down = end[0] - start[0], end[1] - start[1]
    expected = {0: (190, 0), 90: (0, 190), 180: (-190, 0), 270: (0, -190)}[turn]
    assert (across, down) == pytest.approx(expected, abs=2)


def test_what_stands_in_a_form_is_read_in_its_place(tmp_path: Path) -> None:
    form = b"<< /Type /XObject /Subtype /Form /BBox [0 0 300 100] /Matrix [1 0 0 1 0 0] /Resources << /Font << /F "
    form += b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Length %d >>\nstream\n%s\nendstream"
    once = vectors_of(
        figure(written(tmp_path, pdf(b"q .5 0 0 .5 20 10 cm /X Do Q", form % (len(BOXES), BOXES)))), tmp_path
    )
    read = read_svg(once).graph
    assert [node.text for node in read.nodes] == ["Start", "End"]
    assert len(read.edges) == 1
    assert read.nodes[0].box == pytest.approx((25, 55, 65, 75), abs=1)  # of 10 30 80 40, halved and moved, y downwards


def test_a_part_of_a_page_is_what_lies_in_it(tmp_path: Path) -> None:
    written(tmp_path, pdf(BOXES))
    left = PageRegion(PurePosixPath("figure.pdf"), 0, (0.0, 0.0, 100.0, 100.0))
    assert [node.text for node in read_svg(vectors_of(figure(left), tmp_path)).graph.nodes] == ["Start"]


def test_what_is_cut_or_has_pixels_only_has_no_vectors(tmp_path: Path) -> None:
    written(tmp_path, pdf(BOXES))
    assert vectors_of(figure(GraphicsFile(PurePosixPath("figure.pdf"), altered=True)), tmp_path) == ""
    assert vectors_of(figure(GraphicsFile(PurePosixPath("figure.png"))), tmp_path.parent / "nowhere") == ""


LOOP = b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> "
LOOP += b"/Length 5 >>\nstream\n/X Do\nendstream"
HOSTILE = [
    pytest.param(b"no PDF at all", RejectionReason.UNREADABLE, id="no PDF"),
    pytest.param(pdf(BOXES)[:200], RejectionReason.UNREADABLE, id="cut short"),
    pytest.param(pdf(b"0 0 m 1 1 l S " * 30_000), RejectionReason.TOO_LARGE, id="many paths"),
    pytest.param(pdf(b"0 0 m " + b"1 1 l " * 250_000 + b"S"), RejectionReason.TOO_LARGE, id="a long path"),
    pytest.param(pdf(b"BT /F 12 Tf (" + b"a" * 30_000 + b") Tj ET"), RejectionReason.TOO_LARGE, id="many letters"),
    pytest.param(pdf(BOXES + b" /X Do", LOOP), RejectionReason.TOO_LARGE, id="a form in itself"),
]


@pytest.mark.parametrize(("content", "reason"), HOSTILE)
def test_hostile_files_are_typed_errors(content: bytes, reason: RejectionReason, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        vectors_of(figure(written(tmp_path, content)), tmp_path)
    assert caught.value.reason is reason
    assert str(tmp_path) not in str(caught.value)


def test_text_from_a_pdf_is_text(tmp_path: Path) -> None:
    evil = BOXES.replace(b"(Start)", b"(<script>x</script>&)")
    svg = vectors_of(figure(written(tmp_path, pdf(evil))), tmp_path)
    assert "<script" not in svg
    assert "&lt;script&gt;" in svg


def test_a_papers_pdf_figure_comes_with_its_vectors_and_the_control_hands_them_over(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(shipped_corpus() / "papers" / "driftgate", tmp_path / "papers" / "driftgate"))
    (paper,) = Arxiv(folder.parent).papers()
    assert isinstance(paper, Paper)
    assert paper.graph is not None
    assert (edge_f1(read_svg(paper.svg).graph, paper.graph) or 0) > 0.9
    gold = Gold(paper.id, Style.DEFAULT, paper.graph, paper.picture, paper.svg)
    (made,) = SourceFigure().draw_gold([gold], 0)
    assert isinstance(made, GeneratedImage)
    assert made.provenance.svg == paper.svg


def test_vectors_that_cannot_be_read_leave_the_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(shutil.copytree(shipped_corpus() / "papers" / "driftgate", tmp_path / "papers" / "driftgate"))

    def broken(*_: object) -> NoReturn:
        raise SourceError("vectors cannot be had", reason=RejectionReason.ENGINE_FAILED)

    monkeypatch.setattr("diagramloop.data.sources.papers.figure_vectors.page_vectors", broken)
    (paper,) = Arxiv(folder.parent).papers()
    assert isinstance(paper, Paper)
    assert (paper.svg, paper.picture[:4]) == ("", b"\x89PNG")
