"""`diagramloop.read`: a picture, a drawing or a diagram's file, read into a graph that says how sure it is."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from diagramloop.doors.python.answers import Doubt, doubts
from diagramloop.doors.python.diagrams import PICTURES, Document, content_of, document_of
from diagramloop.engines.documents.pdf_format import NOTHING_DRAWN
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.edge_names import unnamed
from diagramloop.errors import Cause, DiagramloopError, FormatError, RejectionReason
from diagramloop.evaluation.contestants.parsers import CHECKED, Parser, graph_of, picture_parser
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import ALL, PAGES, Account, Chart, LeftOut, Page, Read, Shown
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.graph.pictured_source import PicturedSource, described_source, pictured_source
from diagramloop.rich_display import escaped, html_table

TEXTS = "lines of text"  # by which the account calls what was not read of a picture
MOST_PAGES = 100
"""Of a PDF file all of whose pages are read; the account tells of those beyond."""
_MOST_DIGITS = 9
_DOUBTFUL = 0.5  # edge F1 estimated, below which a picture may show something else


@dataclass(frozen=True)
class Reading:
    """A diagram that was read; it shows itself beside its picture in a notebook.

    Attributes:
        graph: of a picture with places in pixels and, of bitmaps, a confidence for each element.
        origin: ``pixels``; ``vectors``, of SVG and PDF; ``stated``, of a file in a format of diagrams, or of a source
            that a picture carries.
        picture: gives the pixels that the graph's places belong to; of vectors, they are drawn only then. None of what
            a file states.
        page: its name or number, where the file may have several.
        account: what of the file is in none of the readings that are given of it.
    """

    graph: FlowGraph
    origin: Literal["pixels", "vectors", "stated"]
    picture: Callable[[], RGB] | None = field(default=None, repr=False)
    page: str = ""
    account: Account = field(default_factory=Account)

    @property
    def label(self) -> str:
        """Its page; 1 of a file with one alone."""
        return self.page or "1"

    @property
    def confidence(self) -> float | None:
        """The edge F1 that the reading is likely to have; None where nobody estimated it, as of vectors."""
        return self.graph.estimated_edge_f1

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The parts that are least likely to be right."""
        return doubts(self.graph)

    @property
    def mermaid(self) -> str:
        """The graph as Mermaid."""
        return write_mermaid(self.graph).text

    def pixels(self) -> RGB:
        """The picture that the graph's places belong to.

        Raises:
            DiagramloopError: there is none, as of what a file states (NOT_ASKED).
        """
        if self.picture is None:
            raise DiagramloopError("a file that states a diagram has no picture", reason=RejectionReason.NOT_ASKED)
        return self.picture()

    def editable(self) -> FlowGraph:
        """The graph with the colours of its picture, its lines up to what they connect, for editors.

        A line is read up to where its head begins; editors draw heads of their own at its end.
        """
        from diagramloop.engines.parse import coloured
        from diagramloop.render.line_ends import touching

        if self.picture is None:
            return self.graph
        return touching(coloured(self.graph, self.pixels()))

    def to(self, format: str) -> Document:
        """The diagram in a format, with the colours of its picture; raises as :func:`diagramloop.convert`."""
        return document_of(self.editable(), format)

    def to_pandas(self) -> Any:
        """The elements as a data frame: kind, id, text, ends, confidence."""
        import pandas

        nodes = [{"element": "node", "id": n.id, "text": n.text, "confidence": n.confidence} for n in self.graph.nodes]
        edges = [
            {"element": "edge", "source": e.source, "target": e.target, "text": e.label, "confidence": e.confidence}
            for e in self.graph.edges
        ]
        columns = ["element", "id", "source", "target", "text", "confidence"]
        return pandas.DataFrame([*nodes, *edges], columns=columns)

    def __repr__(self) -> str:
        estimate = "" if self.confidence is None else f", edge F1 about {self.confidence:.2f}"
        return f"Reading({len(self.graph.nodes)} nodes, {len(self.graph.edges)} edges{estimate})"

    def _repr_html_(self) -> str:
        rows = [(doubt.element, doubt.what, doubt.confidence) for doubt in self.doubts]
        table = html_table(["", "least sure", "confidence"], rows) if rows else ""
        return f"<p>{escaped(repr(self))}</p>{self._shown()}{table}"

    def _shown(self) -> str:
        """The picture with the reading beside it, as an element of a page; of what a file states, the Mermaid."""
        from diagramloop.engines.parse import draw_beside
        from diagramloop.models.pixels import png

        if self.picture is None:
            return f"<pre>{escaped(self.mermaid)}</pre>"
        drawn = base64.b64encode(png(draw_beside(self.graph, self.pixels()))).decode("ascii")
        return f'<img style="max-width:100%" alt="the picture and the reading" src="data:image/png;base64,{drawn}">'


def read(
    picture: str | Path | bytes, *, page: Page = None, parser: str | Parser = CHECKED, stated: bool = True
) -> Reading:
    """Read a diagram: a picture (PNG, JPEG, SVG, PDF, ...) by its file or its bytes, or a file in a format of diagrams.

    Args:
        picture: one that carries its source (draw.io's, Excalidraw's, PlantUML's, Mermaid's) is read from that; an SVG
            is read as the vectors that it is, and so is a page of a PDF file whose paths connect anything.
        page: of a file with several, by number from 1 or by name; None for the main one of a file of diagrams.
        parser: of bitmaps, itself or by its name.
        stated: False to look at a picture even where it carries its source, as for places in its pixels.

    Raises:
        DiagramloopError: no such file, parser or page (MISSING), or the picture cannot be read; its reason says why.
    """
    if isinstance(picture, bytes):
        several = readings(picture, page=page, parser=parser, stated=stated)
    else:
        path = Path(picture)
        several = readings(content_of(path), path.name, page=page, parser=parser, stated=stated)
    return several[0].account.only(several)


def readings(
    content: bytes, name: str = "", *, page: Page = None, parser: str | Parser = CHECKED, stated: bool = True
) -> tuple[Reading, ...]:
    """The readings of those pages of a file that are asked for, each with the file's account; raises as :func:`read`.

    Args:
        name: of the file; without one that says a format of diagrams it is a picture.
        page: ``all``, a name or a number.
    """
    suffix = graph_formats.suffix_of(name)
    if suffix in graph_formats.suffixes() - PICTURES:
        try:
            return _of_charts(Shown.of(graph_formats.read_all(content, suffix), page))
        except FormatError as error:
            if error.reason is not RejectionReason.INVALID or Path(suffix).suffix not in PICTURES:
                raise  # else a picture without a scene in it, whatever its name says
    beginning = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:5]
    if beginning.startswith(b"%PDF-"):
        return _of_pdf(content, parser, page, stated)
    source = pictured_source(content) if stated else PicturedSource()
    if source.read is not None:
        return _of_source(source.read, source.note, page)
    if page not in (None, ALL, 1, "1"):
        raise DiagramloopError(f"no page {page!r}: a picture has one", reason=RejectionReason.MISSING)
    # No bitmap begins as SVGs do.
    reading = _of_svg(content) if beginning.startswith(b"<") else _of_bitmap(content, parser)
    return (_noted(reading, source.note),)


def _of_source(source: Read, note: str, page: Page) -> tuple[Reading, ...]:
    return tuple(_noted(reading, note) for reading in _of_charts(Shown.of(source, page)))


def _noted(reading: Reading, note: str) -> Reading:
    """The reading with a note before its account, if there is one."""
    line = "; ".join(filter(None, (note, reading.account.line)))
    return replace(reading, account=replace(reading.account, line=line))


def _of_charts(shown: Shown) -> tuple[Reading, ...]:
    account = shown.account
    pages = [(chart.graph, chart.label) for chart in shown.charts]
    return tuple(Reading(graph, "stated", page=page, account=account) for graph, page in pages)


def _of_bitmap(content: bytes, parser: str | Parser) -> Reading:
    from diagramloop.engines.parse import read_picture

    figure = (picture_parser(parser) if isinstance(parser, str) else parser).parse(content)
    graph = unnamed(graph_of(figure, str(parser)))
    return _looked_at(Reading(graph, "pixels", lambda: read_picture(content), account=_of_texts(figure)))


def _looked_at(reading: Reading) -> Reading:
    """A doubtful reading with a note of what the picture surely shows instead of a diagram.

    Raises:
        NoDiagramError: it shows a diagram that is not read as a graph, such as a sequence chart (UNSUPPORTED).
    """
    from diagramloop.engines.parse.look import look, refusal

    if reading.confidence is None or reading.confidence >= _DOUBTFUL:
        return reading  # by hand and camera a look alone is mistaken in one of six
    error = refusal(look(reading.pixels()))
    if error is None:
        return reading
    if error.reason is RejectionReason.UNSUPPORTED:
        raise error
    return _noted(reading, f"likely no diagram but {error.shows}")


def _of_texts(figure: object) -> Account:
    """The account of lines of text that were not read, of parsers that tell of them."""
    unread: Mapping[str, int] = getattr(figure, "unread", {})
    left_out = [LeftOut(TEXTS, number, f"unread: {reason}") for reason, number in unread.items()]
    phrases = [f"{number} {reason}" for reason, number in unread.items()]
    return Account(tuple(left_out), line=f"{TEXTS} unread: {', '.join(phrases)}" if phrases else "")


def _of_svg(content: bytes | str) -> Reading:
    from diagramloop.engines.parse import read_picture, read_svg
    from diagramloop.render.sanitised_svg import rasterised

    reading = read_svg(content)
    size = reading.graph.size or (0, 0)
    return Reading(unnamed(reading.graph), "vectors", lambda: read_picture(rasterised(reading.drawing, *size)))


def _of_pdf(content: bytes, parser: str | Parser, page: Page, stated: bool) -> tuple[Reading, ...]:
    from diagramloop.data.sources.papers.pdf_page import page_at, pdf_file, subject_of

    with pdf_file(content) as file:
        source = described_source(subject_of(file)) if stated else PicturedSource()
        if source.read is not None:
            return _of_source(source.read, source.note, page)
        if page != ALL:
            number = page_at(file, None if page is None else _numbered(str(page)))
            return (_of_page(file, number, parser),)
        return _of_pages(file, parser)


def _numbered(page: str) -> int:
    if not page.isdecimal() or len(page) > _MOST_DIGITS:
        raise DiagramloopError(f"no page {page[:40]!r}: a PDF file's have numbers", reason=RejectionReason.MISSING)
    return int(page)


def _of_page(file: Path, number: int, parser: str | Parser) -> Reading:
    """One page: as vectors where these connect anything, as the picture that it shows otherwise, such as a scan."""
    from diagramloop.data.sources.papers.pdf_page import page_scan, page_vectors

    reading = _connected(page_vectors(file, number).svg) or _of_bitmap(page_scan(file, number), parser)
    return replace(reading, page=str(number + 1))


def _of_pages(file: Path, parser: str | Parser) -> tuple[Reading, ...]:
    """All pages that are diagrams; of the others, their account."""
    from diagramloop.data.sources.papers.pdf_page import pages_in

    pages = pages_in(file)
    several: list[Reading] = []
    left_out: list[LeftOut] = []
    refusals: list[DiagramloopError] = []
    for number in range(min(pages, MOST_PAGES)):
        try:
            several.append(_of_page(file, number, parser))
        except DiagramloopError as error:
            if error.reason.cause is not Cause.ITEM:
                raise
            refusals.append(error)
            left_out.append(LeftOut(PAGES, 1, error.reason.value, str(number + 1)))
    if pages > MOST_PAGES:
        left_out.append(LeftOut(PAGES, pages - MOST_PAGES, f"beyond the first {MOST_PAGES}"))
    if not several:
        raise refusals[0]
    charts = [Chart(reading.graph, number=int(reading.page), left_out=reading.account.left_out) for reading in several]
    account = Shown.of(Read(tuple(charts), tuple(left_out)), ALL).account
    return tuple(replace(reading, account=account) for reading in several)


def _connected(svg: str) -> Reading | None:
    """The drawing, where it shows at least one edge."""
    try:
        reading = _of_svg(svg)
    except FormatError as error:
        if error.reason in NOTHING_DRAWN:
            return None
        raise
    return reading if reading.graph.edges else None
