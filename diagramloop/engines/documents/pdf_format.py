"""PDF files as a format: their only page, read by its vectors, written with everything at its place."""

from __future__ import annotations

from diagramloop.engines.parse.svg_reader.format import read_drawing
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.extras import needed
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import Format, Written
from diagramloop.graph.svg_drawing import sides, svg_drawing
from diagramloop.render.fonts import assets

NOTHING_DRAWN = (RejectionReason.EMPTY, RejectionReason.NO_DIAGRAM)
MOST_POINTS = 14_400.0
"""Side of a page, 200 inches: what readers of PDF take."""
_PAGE = b"""
#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.drawing), format: "svg", width: float(sys.inputs.width) * 1pt)
"""


def read_page(content: bytes) -> FlowGraph:
    """Read the graph that the paths and texts of a file's only page show; pictures in it are not looked at.

    Raises:
        FormatError: several pages, no PDF, or as :func:`diagramloop.engines.parse.read_svg`, with its reason.
    """
    from diagramloop.data.sources.papers.pdf_page import page_at, page_vectors, pdf_file  # slow, and few files are PDF

    try:
        with pdf_file(content) as file:
            drawing = page_vectors(file, page_at(file)).svg
    except DiagramloopError as error:
        raise FormatError(str(error), reason=error.reason) from error
    return read_drawing(drawing)


def write_page(graph: FlowGraph) -> Written:
    """Draw a graph on one page of its size, a point a pixel, with letters that can be searched and copied.

    A page has 14,400 points at most; what is larger is drawn smaller. The same graph gives the same bytes.

    Raises:
        FormatError: typst is not installed (MISSING), or it cannot draw this (ENGINE_FAILED).
    """
    width, height = sides(graph)
    document = _typeset(svg_drawing(graph), width * min(1.0, MOST_POINTS / max(1.0, width, height)))
    try:
        return Written.of(graph, document, read_page)
    except FormatError as error:
        if error.reason not in NOTHING_DRAWN:
            raise
        return Written(document, ("nodes", "edges", "groups"))  # a drawing of nothing


def _typeset(drawing: str, width_points: float) -> bytes:
    try:
        import typst
    except ImportError as error:
        raise needed("writing PDF", "typst", error=FormatError) from error
    try:
        document = typst.compile(
            _PAGE,
            format="pdf",
            sys_inputs={"drawing": drawing, "width": f"{width_points:g}"},
            font_paths=typst.Fonts(include_system_fonts=False, font_paths=[str(assets() / "fonts")]),
            timestamp=0,
            pdf_tags=False,  # which would say that the whole page is one picture without a description
        )
    except typst.TypstError as error:
        raise FormatError(f"typst: {error}", reason=RejectionReason.ENGINE_FAILED) from error
    assert isinstance(document, bytes)
    return document


PDF = Format(
    "pdf", (".pdf",), read_page, write_page, True, "application/pdf", "PDF, by geometry",
    binary=True, placed=True, needs="pdf",
)  # fmt: skip
