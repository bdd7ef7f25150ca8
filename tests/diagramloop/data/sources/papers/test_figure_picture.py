"""Figures become PNG, or a reason says why not."""

from __future__ import annotations

import io
import shutil
import struct
import zlib
from dataclasses import replace
from pathlib import Path, PurePosixPath

import numpy as np
import pytest
from PIL import Image, ImageDraw

from diagramloop.data.sources.papers.figure_picture import checked, picture_of
from diagramloop.data.sources.papers.graphics import GraphicsFile, PageRegion, Shown, Unread
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.evaluation.data_sets import shipped_corpus

SHIPPED = shipped_corpus() / "papers"


def figure(*graphics: Shown) -> Figure:
    return Figure(1, "fig:a", "Caption", graphics, "Method", 0.2)


def of_file(tmp_path: Path, name: str, content: bytes) -> bytes:
    (tmp_path / name).write_bytes(content)
    return picture_of(figure(GraphicsFile(PurePosixPath(name))), tmp_path)


def drawn(format: str, mode: str = "RGB", size: tuple[int, int] = (80, 60)) -> bytes:
    image = Image.new(mode, size, 0 if mode in ("RGBA", "LA") else "white")
    ImageDraw.Draw(image).rectangle((10, 10, 40, 40), fill="black" if mode != "LA" else (0, 255))
    out = io.BytesIO()
    image.save(out, format)
    return out.getvalue()


def reason(*arguments: object) -> RejectionReason:
    with pytest.raises(DiagramloopError) as caught:
        picture_of(*arguments) if isinstance(arguments[0], Figure) else of_file(*arguments)  # type: ignore[arg-type]
    return caught.value.reason


@pytest.mark.parametrize(
    ("format", "mode"), [("PNG", "RGB"), ("PNG", "RGBA"), ("PNG", "P"), ("PNG", "LA"), ("JPEG", "L")]
)
def test_pixels_become_png_over_white(tmp_path, format, mode):
    made = Image.open(io.BytesIO(of_file(tmp_path, "a.png" if format == "PNG" else "a.jpg", drawn(format, mode))))
    assert (made.format, made.mode, made.size) == ("PNG", "RGB", (80, 60))
    assert min(made.getpixel((70, 50))) > 250
    assert max(made.getpixel((20, 20))) < 5


def test_sixteen_bits_of_grey(tmp_path):
    grey = np.full((60, 80), 32_768, np.uint16)
    grey[:9, :9] = 65_535
    out = io.BytesIO()
    Image.fromarray(grey).save(out, "PNG")
    made = Image.open(io.BytesIO(of_file(tmp_path, "a.png", out.getvalue())))
    assert [made.getpixel(place) for place in ((70, 50), (3, 3))] == [(128, 128, 128), (255, 255, 255)]


def test_pdf_is_drawn(tmp_path):
    pytest.importorskip("pypdfium2", reason="PDF needs the extra 'papers'")
    shutil.copy(SHIPPED / "glossbridge" / "source" / "figures" / "pipeline.pdf", tmp_path / "a.pdf")
    made = Image.open(io.BytesIO(picture_of(figure(GraphicsFile(PurePosixPath("a.pdf"))), tmp_path)))
    assert max(made.size) == pytest.approx(1800, abs=2)
    assert made.size[0] < made.size[1]


def test_a_region_of_a_page(tmp_path):
    pytest.importorskip("pypdfium2", reason="PDF needs the extra 'papers'")
    shutil.copy(SHIPPED / "dockpilot" / "eprint", tmp_path / "paper.pdf")
    made = Image.open(
        io.BytesIO(picture_of(figure(PageRegion(PurePosixPath("paper.pdf"), 0, (80, 100, 520, 300))), tmp_path))
    )
    assert made.size[0] / made.size[1] == pytest.approx(440 / 200, rel=0.01)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"%PDF-1.7 nothing", RejectionReason.UNREADABLE),
        (b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\ntrailer<</Root 1 0 R>>", RejectionReason.NO_DIAGRAM),
    ],
)
def test_a_broken_pdf(tmp_path, content, expected):
    pytest.importorskip("pypdfium2", reason="PDF needs the extra 'papers'")
    assert reason(tmp_path, "a.pdf", content) is expected


def test_what_cannot_be_had(tmp_path):
    one = GraphicsFile(PurePosixPath("a.png"))
    assert reason(figure(), tmp_path) is RejectionReason.MISSING
    assert reason(figure(one), tmp_path) is RejectionReason.MISSING
    assert reason(figure(one, one), tmp_path) is RejectionReason.UNSUPPORTED
    assert reason(figure(replace(one, altered=True)), tmp_path) is RejectionReason.UNSUPPORTED
    assert reason(figure(one, Unread("gone", RejectionReason.UNSAFE)), tmp_path) is RejectionReason.UNSAFE
    assert reason(tmp_path, "a.eps", b"%!PS-Adobe-3.0 EPSF-3.0") is RejectionReason.UNSUPPORTED
    assert reason(tmp_path, "a.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>') is RejectionReason.UNSUPPORTED
    assert reason(tmp_path, "a.fig", b"#FIG 3.2") is RejectionReason.UNSUPPORTED


@pytest.mark.parametrize("size", ['viewBox="0 0 300 100"', 'width="300" height="100px"'])
def test_svg_is_sanitised_and_drawn(tmp_path, size):
    drawing = f"""<svg xmlns="http://www.w3.org/2000/svg" {size}><script>alert(1)</script>
    <image href="file:///etc/hostname" width="9" height="9"/><rect x="10" y="10" width="99" height="50"/></svg>"""
    made = Image.open(io.BytesIO(of_file(tmp_path, "a.svg", drawing.encode())))
    assert made.size == (1800, 600)
    assert max(made.getpixel((300, 200))) < 5


def declared(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (declared(50_000, 50_000), RejectionReason.TOO_LARGE),
        (declared(200, 200), RejectionReason.UNREADABLE),
        (drawn("PNG")[:-40], RejectionReason.UNREADABLE),
        (b"<html>", RejectionReason.UNREADABLE),
        (b"GIF89a", RejectionReason.UNREADABLE),
        (drawn("PNG", size=(12, 12)), RejectionReason.NO_DIAGRAM),
    ],
)
def test_hostile_pixels(tmp_path, content, expected):
    assert reason(tmp_path, "a.png", content) is expected


def test_a_blank_picture_is_no_diagram():
    out = io.BytesIO()
    Image.new("RGB", (100, 100), "white").save(out, "PNG")
    with pytest.raises(SourceError) as caught:
        checked(out.getvalue())
    assert caught.value.reason is RejectionReason.NO_DIAGRAM
