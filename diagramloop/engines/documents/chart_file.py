"""A chart in a picture file, of pixels or of vectors, and what is read of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.picture_parser import CHECKED, picture_parser, unnamed
from diagramloop.engines.parse.reading import graph_read
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import write_mermaid

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".svg", ".pdf"})
"""Suffixes of plain pictures: what they show is looked at, not read."""
NOTHING_DRAWN = (RejectionReason.EMPTY, RejectionReason.NO_DIAGRAM)


@dataclass(frozen=True)
class ReadFigure:
    """A figure that was read.

    Attributes:
        picture: gives the pixels that the graph's places belong to; of vectors, they are drawn only then.
    """

    graph: FlowGraph
    picture: Callable[[], RGB]

    def mermaid(self) -> str:
        """The graph as Mermaid."""
        return write_mermaid(self.graph).text

    def editable(self) -> FlowGraph:
        """The graph with the colours of what it was read from, its lines up to what they connect, for editors.

        A line is read up to where its head begins; editors draw heads of their own at its end.
        """
        from diagramloop.engines.parse import coloured
        from diagramloop.render.line_ends import touching

        return touching(coloured(self.graph, self.picture()))


def read_figure(content: bytes, parser: str = CHECKED, page: int | None = None) -> ReadFigure:
    """The chart in the picture file ``content``.

    Args:
        parser: of a bitmap, by its name; an SVG is read as the vectors that it is, and so is a page of a PDF file whose
            paths connect anything.
        page: of a PDF file, from 1; None where it has but one.

    Raises:
        DiagramloopError: there is no such parser or page, or as it and :func:`diagramloop.engines.parse.read_svg`.
    """
    begins = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:5]
    if begins.startswith(b"%PDF-"):
        return _of_pdf(content, parser, page)
    if page is not None:
        raise DiagramloopError("only PDF files have pages")
    return _of_svg(content) if begins.startswith(b"<") else _of_bitmap(content, parser)  # no bitmap begins as SVGs do


def _of_bitmap(content: bytes, parser: str) -> ReadFigure:
    from diagramloop.engines.parse import read_picture

    graph, _ = graph_read(picture_parser(parser), content, parser)
    return ReadFigure(unnamed(graph), lambda: read_picture(content))


def _of_svg(content: bytes | str) -> ReadFigure:
    from diagramloop.engines.parse import read_picture, read_svg
    from diagramloop.render.sanitised_svg import rasterised

    read = read_svg(content)
    size = read.graph.size or (0, 0)
    return ReadFigure(unnamed(read.graph), lambda: read_picture(rasterised(read.drawing, *size)))


def _of_pdf(content: bytes, parser: str, page: int | None) -> ReadFigure:
    """One page: as vectors where these connect anything, as the picture that it shows otherwise, such as a scan."""
    from diagramloop.data.sources.papers.pdf_page import page_at, page_scan, page_vectors, pdf_file

    with pdf_file(content) as file:
        at = page_at(file, page)
        drawn = _connected(page_vectors(file, at).svg)
        return drawn or _of_bitmap(page_scan(file, at), parser)


def _connected(svg: str) -> ReadFigure | None:
    """The drawing, where it shows at least one edge."""
    try:
        read = _of_svg(svg)
    except FormatError as error:
        if error.reason in NOTHING_DRAWN:
            return None
        raise
    return read if read.graph.edges else None
