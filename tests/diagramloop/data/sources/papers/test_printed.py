"""Figures that only TeX can draw or put together are cut from the paper's PDF; without one they are refused."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from local_archive import LocalArchive, Served
from PIL import Image

from diagramloop.data.sources import Arxiv, Paper, Rejected
from diagramloop.data.sources.papers.fetching import Fetched, Fetcher, Server
from diagramloop.data.sources.papers.index import Wanted
from diagramloop.data.sources.papers.latex import read_latex
from diagramloop.data.sources.papers.printed import printed
from diagramloop.engines.parse import read_svg
from diagramloop.errors import RejectionReason
from tests.diagramloop.data.sources.papers.latex_folders import read

for package in ("pylatexenc", "pdfplumber", "pypdfium2", "arxiv"):
    pytest.importorskip(package, reason="reading papers needs the extra 'papers'")

CAPTION = "Overview of the framework, from raw data to the loss."
DRAWINGS = {
    "two files": r"\includegraphics{left}\includegraphics{right}",
    "TikZ": r"\begin{tikzpicture}\node (a) {Encoder};\end{tikzpicture}",
    "trimmed": r"\includegraphics[trim=1cm 0 0 0, clip]{left}",
    "turned": r"\rotatebox{90}{\includegraphics{left}}",
    "written on": r"\begin{overpic}{left}\put(1,2){x}\end{overpic}",
    "an old format": r"\includegraphics{old}",
}
FILES = {"left.png": "", "right.png": "", "old.eps": "%!PS"}


def shown_in_text(shown: str) -> str:
    return (
        r"\documentclass{article}\title{T}\begin{document}\section{Method} Figure~\ref{f} shows the whole framework. "
        rf"\begin{{figure}}{shown}\caption{{{CAPTION}}}\label{{f}}\end{{figure}}\end{{document}}"
    )


def text(x: int, y: int, size: int, words: str) -> str:
    return f"BT /F {size} Tf {x} {y} Td ({words}) Tj ET\n"


def pdf(caption: str = f"Figure 1: {CAPTION}") -> bytes:
    """A page of prose with a figure of two boxes and an arrow above its caption."""
    prose = "These words are here so that the page has enough text to know its size. "
    content = "".join(text(60, 300 - 14 * line, 10, prose) for line in range(12))
    content += "0 0 0 RG 100 500 90 40 re S 300 500 90 40 re S 190 520 m 290 520 l S 288 516 m 300 520 l 288 524 l f\n"
    content += text(115, 516, 10, "Encoder") + text(315, 516, 10, "Decoder") + text(100, 470, 10, caption)
    font = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << {font} >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
    ]
    body = "".join(f"{number} 0 obj\n{made}\nendobj\n" for number, made in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}trailer << /Root 1 0 R /Size {len(objects) + 1} >>\n%%EOF\n".encode()


def paper(root: Path, shown: str, printed_paper: bytes | None) -> Paper | Rejected:
    folder = root / "mine"
    (folder / "source").mkdir(parents=True)
    for name, content in {**FILES, "main.tex": shown_in_text(shown)}.items():
        (folder / "source" / name).write_text(content)
    record = {"id": "mine", "title": "T", "licence": "CC0-1.0"}
    (folder / "paper.json").write_text(json.dumps(record))
    if printed_paper is not None:
        (folder / "paper.pdf").write_bytes(printed_paper)
    (row,) = Arxiv(root).papers()
    return row


@pytest.mark.parametrize("shown", DRAWINGS.values(), ids=DRAWINGS)
def test_a_figure_is_cut_from_the_pdf_with_its_vectors(tmp_path: Path, shown: str) -> None:
    row = paper(tmp_path, shown, pdf())
    assert isinstance(row, Paper)
    picture = Image.open(io.BytesIO(row.picture))
    assert picture.width / picture.height == pytest.approx(290 / 40, rel=0.3)
    graph = read_svg(row.svg).graph
    texts = {node.id: node.text for node in graph.nodes}
    assert [(texts[edge.source], texts[edge.target]) for edge in graph.edges] == [("Encoder", "Decoder")]


@pytest.mark.parametrize("shown", DRAWINGS.values(), ids=DRAWINGS)
@pytest.mark.parametrize("printed_paper", [None, b"no PDF at all", pdf("Figure 1: A map of the harbour.")])
def test_without_a_pdf_that_shows_it_the_paper_is_refused(
    tmp_path: Path, shown: str, printed_paper: bytes | None
) -> None:
    row = paper(tmp_path, shown, printed_paper)
    assert isinstance(row, Rejected)
    assert row.reason is RejectionReason.UNSUPPORTED


def test_figures_are_found_by_caption_before_number(tmp_path: Path) -> None:
    (figure,) = read(tmp_path, rf"\begin{{figure}}\caption{{{CAPTION}}}\end{{figure}}").figures
    (tmp_path / "paper.pdf").write_bytes(pdf(f"Figure 7: {CAPTION}"))
    for known in (figure, replace(figure, caption="", number=7)):
        part = printed(known, tmp_path)
        assert part is not None
        assert part == replace(known, shown=part.shown)
        assert part.graphics
    assert printed(replace(figure, caption="Another thing altogether"), tmp_path) is None
    assert printed(replace(figure, caption="", number=1), tmp_path) is None


def test_the_pdf_is_fetched_with_the_source_and_a_paper_is_whole_without_it(tmp_path: Path) -> None:
    archive = LocalArchive()
    source = shown_in_text(DRAWINGS["TikZ"]).encode()
    archive.papers = [Served("2505.00001v1", eprint=source, pdf=pdf()), Served("2505.00002v1", eprint=source)]
    fetcher = Fetcher(tmp_path, Server.at(archive.address), delay=0.0, retries=1, sleep=lambda _: None)
    try:
        rows = list(fetcher.by_id([Wanted("2505.00001"), Wanted("2505.00002")]))
    finally:
        archive.close()
    assert all(isinstance(row, Fetched) for row in rows)
    assert [isinstance(row, Paper) for row in Arxiv(tmp_path).papers()] == [True, False]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_no_pdf_is_asked_for_where_the_source_is_one(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    archive = LocalArchive()
    archive.papers = [Served("2505.00001v1", eprint=pack(b"\n" + pdf()), pdf=pdf())]
    fetcher = Fetcher(tmp_path, Server.at(archive.address), delay=0.0, retries=1, sleep=lambda _: None)
    try:
        (row,) = fetcher.by_id([Wanted("2505.00001")])
    finally:
        archive.close()
    assert isinstance(row, Fetched)
    assert archive.count("/pdf/") == 0


def test_the_pdf_is_asked_for_where_one_lies_first_in_an_archive(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as files:
        for name, content in {"figure.pdf": pdf(), "main.tex": shown_in_text(DRAWINGS["TikZ"]).encode()}.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            files.addfile(member, io.BytesIO(content))
    archive = LocalArchive()
    archive.papers = [Served("2505.00001v1", eprint=packed.getvalue(), pdf=pdf())]
    fetcher = Fetcher(tmp_path, Server.at(archive.address), delay=0.0, retries=1, sleep=lambda _: None)
    try:
        (row,) = fetcher.by_id([Wanted("2505.00001")])
    finally:
        archive.close()
    assert isinstance(row, Fetched)
    assert archive.count("/pdf/") == 1


def test_a_file_is_shown_as_it_lies_in_the_paper_though_there_is_a_pdf(tmp_path: Path) -> None:
    for name, content in {**FILES, "main.tex": shown_in_text(r"\includegraphics[page=2]{map}"), "map.pdf": ""}.items():
        (tmp_path / name).write_text(content)
    (figure,) = read_latex(tmp_path).figures
    (graphics,) = figure.graphics
    assert (graphics.page, figure.shown) == (1, (graphics,))
