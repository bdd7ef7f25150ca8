"""PDF: figures where drawn objects lie close together, as vectors and as pixels; its text by paragraphs."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from PIL import Image

from diagramloop.data.sources.papers.pdf_lines import Line, Page, page_of
from diagramloop.data.sources.papers.pdf_page import page_content, page_picture, page_scan, page_vectors, pages_in
from diagramloop.data.sources.papers.pdf_paragraphs import body_size, is_heading, joined, paragraphs_of
from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Figure, Opened, Refused, Source, Text
from diagramloop.engines.documents.limits import NOT_READ, OverBudgetError
from diagramloop.engines.documents.page_figures import PageFigure, figures_on, lines_in
from diagramloop.engines.documents.scanned_page import scanned_page
from diagramloop.engines.parse import read_picture
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Box

SCANNED_SHARE = 0.8  # of the page that a bitmap covers, from which on it is a scan
MOSTLY_SCANNED_SHARE = 0.5  # likewise, of a page with few words
FEW_WORDS = 20
PDF = b"%PDF-"


def open_document(source: Source) -> Opened:
    """Open a PDF file.

    Raises:
        DiagramloopError: no PDF, or one that cannot be read, as without its password (UNREADABLE), or no reader of PDF
            is installed (MISSING).
    """
    if PDF not in source.content[:1024]:
        raise DiagramloopError("not a PDF file", reason=RejectionReason.UNREADABLE)
    folder = tempfile.TemporaryDirectory(prefix="diagramloop-document-")
    file = Path(folder.name) / "document.pdf"
    file.write_bytes(source.content)
    return Opened(_blocks(source, file, folder, count := pages_in(file)), count)


def _blocks(source: Source, file: Path, folder: tempfile.TemporaryDirectory[str], count: int) -> Iterator[Block]:
    with folder:
        for number, content in _pages(source, file, count):
            if isinstance(content, DiagramloopError):
                yield Refused(Place(number + 1), content)
            else:
                yield from _page_blocks(file, number, content)
                if content["cut"]:
                    message = f"{NOT_READ}a page of more than is read of one"
                    yield Refused(Place(number + 1), DiagramloopError(message, reason=RejectionReason.TOO_LARGE))
        if not source.pages and count > source.limits.pages:
            message = f"not read: the first {source.limits.pages} of {count} pages are"
            yield Refused(Place(source.limits.pages + 1), DiagramloopError(message, reason=RejectionReason.TOO_LARGE))


def _pages(source: Source, file: Path, count: int) -> Iterator[tuple[int, dict[str, Any] | DiagramloopError]]:
    """The content of each page that is wanted, or why it cannot be had, until the time is up."""
    for number in range(count):
        if not source.wants(number + 1):
            continue
        try:
            source.budget.check_time()
            yield number, page_content(file, number)
        except DiagramloopError as error:
            yield number, error
            if isinstance(error, OverBudgetError) or error.reason is RejectionReason.MISSING:
                return


def _page_blocks(file: Path, number: int, content: dict[str, Any]) -> Iterator[Block]:
    page = page_of(PurePosixPath(file.name), number, content)
    bitmaps: list[Box] = [(x0, y0, x1, y1) for x0, y0, x1, y1 in content["bitmaps"]]
    scan = cache(lambda: page_scan(file, number))
    figures = _scanned_figures(page, scan) if _is_scan(page, bitmaps) else figures_on(page, bitmaps)
    if isinstance(figures, DiagramloopError):
        yield Refused(Place(number + 1, (0.0, 0.0, page.width, page.height)), figures)
        figures = []
    drawn = {line for figure in figures for line in figure.lines}
    lines = [line for line in page.lines if line not in drawn]
    body = body_size(page.lines) if page.lines else 0.0
    for part in _in_order(lines, figures):
        if isinstance(part, PageFigure):
            yield _figure(file, page, part, scan)
        else:
            yield Text(_markdown(part, body))


def _is_scan(page: Page, bitmaps: Sequence[Box]) -> bool:
    """True where one bitmap lies behind all, with or without a layer of words, or is most of a page of hardly any."""
    areas = [(x1 - x0) * (y1 - y0) / (page.width * page.height) for x0, y0, x1, y1 in bitmaps]
    few = sum(line.words for line in page.lines) < FEW_WORDS
    return max(areas, default=0.0) >= (MOSTLY_SCANNED_SHARE if few else SCANNED_SHARE)


def _scanned_figures(page: Page, scan: Callable[[], bytes]) -> list[PageFigure] | DiagramloopError:
    """The figures of a page of pixels, with the lines of its layer of words; or why there are none."""
    try:
        pixels = read_picture(scan())
    except DiagramloopError as error:
        return error
    found = figures_on(scanned_page(pixels, page.number, (page.width, page.height)), ())
    if not found:
        return DiagramloopError("nothing drawn stands out of the scanned page", reason=RejectionReason.NO_DIAGRAM)
    return [replace(one, lines=lines_in(one.box, page.lines), bitmap=True, scanned=True) for one in found]


def _figure(file: Path, page: Page, figure: PageFigure, scan: Callable[[], bytes]) -> Block:
    place = Place(page.number + 1, figure.box)
    instead = _markdown(list(figure.lines), 0.0)
    pixels = _part_of(scan, page, figure.box) if figure.bitmap else lambda: page_picture(file, page.number, figure.box)
    drawing = lambda: page_vectors(file, page.number, figure.box).svg  # noqa: E731 - as the pixels above
    return Figure(place, None if figure.scanned else drawing, pixels, figure.caption, instead)


def _part_of(scan: Callable[[], bytes], page: Page, box: Box) -> Callable[[], bytes]:
    """A part of what the page shows, with the pixels that its bitmaps have."""

    def cut() -> bytes:
        with Image.open(io.BytesIO(scan()), formats=("PNG",)) as image:  # which we have drawn ourselves
            scale = image.width / page.width
            x0, y0, x1, y1 = (round(value * scale) for value in box)
            out = io.BytesIO()
            image.convert("RGB").crop((x0, y0, max(x1, x0 + 1), max(y1, y0 + 1))).save(out, "PNG")
            return out.getvalue()

    return cut


def _in_order(lines: Sequence[Line], figures: Sequence[PageFigure]) -> Iterator[list[Line] | PageFigure]:
    """Lines in the order of reading, each figure before the first line of its column that stands below its top."""
    left, run = list(figures), list[Line]()
    for line in lines:
        here = [one for one in left if one.box[1] <= line.top and line.x0 < one.box[2] and one.box[0] < line.x1]
        if here and run:
            yield run
            run = []
        yield from here
        left = [one for one in left if one not in here]
        run.append(line)
    if run:
        yield run
    yield from left


def _markdown(lines: list[Line], body: float) -> str:
    """Paragraphs, and headings where ``body``, the size of the text's type, is known."""
    size = body or (body_size(lines) if lines else 0.0)
    parts = []
    for paragraph in paragraphs_of(lines, size):
        heading = body and len(paragraph) == 1 and is_heading(paragraph[0], body)
        level = ("# " if paragraph[0].size > 1.5 * body else "## ") if heading else ""
        parts.append(level + joined(paragraph))
    return "\n\n".join(parts)
