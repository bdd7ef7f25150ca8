"""`diagramloop.read`: a picture, a drawing or a diagram's file, read into a graph that says how sure it is."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from diagramloop.doors.python.answers import Doubt, doubts
from diagramloop.doors.python.diagrams import PICTURES, Document, content_of, document_of
from diagramloop.engines.documents.pdf_format import NOTHING_DRAWN
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.edge_names import unnamed
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.evaluation.contestants.parsers import CHECKED, graph_read, picture_parser
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.rich_display import escaped, html_table


@dataclass(frozen=True)
class Reading:
    """A diagram that was read; it shows itself beside its picture in a notebook.

    Attributes:
        graph: of a picture with places in pixels and, of bitmaps, a confidence for each element.
        origin: ``pixels``; ``vectors``, of SVG and PDF; ``stated``, of a file in a format of diagrams.
        picture: gives the pixels that the graph's places belong to; of vectors, they are drawn only then. None of what
            a file states.
    """

    graph: FlowGraph
    origin: Literal["pixels", "vectors", "stated"]
    picture: Callable[[], RGB] | None = field(default=None, repr=False)

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


def read(picture: str | Path | bytes, *, page: int | None = None, parser: str = CHECKED) -> Reading:
    """Read a diagram: a picture (PNG, JPEG, SVG, PDF, ...) by its file or its bytes, or a file in a format of diagrams.

    Args:
        picture: an SVG is read as the vectors that it is, and so is a page of a PDF file whose paths connect anything.
        page: of a PDF file with several, from 1.
        parser: of bitmaps, by its name.

    Raises:
        DiagramloopError: no such file, parser or page (MISSING), or the picture cannot be read; its reason says why.
    """
    if isinstance(picture, bytes):
        return _of_picture(picture, parser, page)
    path = Path(picture)
    content = content_of(path)
    if path.suffix.lower() not in PICTURES and graph_formats.suffix_of(path.name) in graph_formats.suffixes():
        _refuse_page(page)
        return Reading(graph_formats.format_named(graph_formats.format_of(path)).read_bytes(content), "stated")
    return _of_picture(content, parser, page)


def _of_picture(content: bytes, parser: str, page: int | None) -> Reading:
    beginning = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:5]
    if beginning.startswith(b"%PDF-"):
        return _of_pdf(content, parser, page)
    _refuse_page(page)
    if beginning.startswith(b"<"):  # no bitmap begins as SVGs do
        return _of_svg(content)
    return _of_bitmap(content, parser)


def _refuse_page(page: int | None) -> None:
    if page is not None:
        raise DiagramloopError("only PDF files have pages")


def _of_bitmap(content: bytes, parser: str) -> Reading:
    from diagramloop.engines.parse import read_picture

    graph, _ = graph_read(picture_parser(parser), content, parser)
    return Reading(unnamed(graph), "pixels", lambda: read_picture(content))


def _of_svg(content: bytes | str) -> Reading:
    from diagramloop.engines.parse import read_picture, read_svg
    from diagramloop.render.sanitised_svg import rasterised

    reading = read_svg(content)
    size = reading.graph.size or (0, 0)
    return Reading(unnamed(reading.graph), "vectors", lambda: read_picture(rasterised(reading.drawing, *size)))


def _of_pdf(content: bytes, parser: str, page: int | None) -> Reading:
    """One page: as vectors where these connect anything, as the picture that it shows otherwise, such as a scan."""
    from diagramloop.data.sources.papers.pdf_page import page_at, page_scan, page_vectors, pdf_file

    with pdf_file(content) as file:
        number = page_at(file, page)
        return _connected(page_vectors(file, number).svg) or _of_bitmap(page_scan(file, number), parser)


def _connected(svg: str) -> Reading | None:
    """The drawing, where it shows at least one edge."""
    try:
        reading = _of_svg(svg)
    except FormatError as error:
        if error.reason in NOTHING_DRAWN:
            return None
        raise
    return reading if reading.graph.edges else None
