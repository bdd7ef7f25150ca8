"""PDF files as a format: their only page, read by its vectors, written with everything at its place."""

from __future__ import annotations

from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import Format, Written
from diagramloop.graph.placement import placed, routed
from diagramloop.graph.svg_drawing import page, svg_drawing
from diagramloop.parse.svg_reader.format import read_drawing
from diagramloop.render.fonts import assets
from diagramloop.sources.papers.pdf_page import only_page, page_vectors, pdf_file

MOST_POINTS = 14_400.0
"""Side of a page, 200 inches: what readers of PDF take."""
_PAGE = """
#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.drawing), format: "svg", width: float(sys.inputs.width) * 1pt)
"""


def read_page(content: bytes) -> FlowGraph:
    """Read the graph that the paths and texts of a file's only page show; pictures in it are not looked at.

    Raises:
        FormatError: several pages, no PDF, or as :func:`diagramloop.parse.read_svg`, with its reason.
    """
    try:
        with pdf_file(content) as file:
            return read_drawing(page_vectors(file, only_page(file)).svg)
    except FormatError:
        raise
    except DiagramloopError as error:
        raise FormatError(str(error), reason=error.reason) from error


def write_page(graph: FlowGraph) -> Written:
    """Draw a graph on one page of its size, a point a pixel, with letters that can be searched and copied.

    A page has 14,400 points at most; what is larger is drawn smaller. The same graph gives the same bytes.

    Raises:
        FormatError: typst is not installed (MISSING), or it cannot draw this (ENGINE_FAILED).
    """
    x0, _, x1, _ = box = page(routed(placed(graph)))
    scale = min(1.0, MOST_POINTS / max(1.0, x1 - x0, box[3] - box[1]))
    document = _typeset(svg_drawing(graph), scale * (x1 - x0))
    try:
        return Written.of(graph, document, read_page)
    except FormatError as error:
        if error.reason not in (RejectionReason.EMPTY, RejectionReason.NO_DIAGRAM):
            raise
        return Written(document, ("nodes", "edges", "groups"))  # a drawing of nothing


def _typeset(drawing: str, width_points: float) -> bytes:
    try:
        import typst
    except ImportError as error:
        said = "writing PDF needs typst: install diagramloop[pdf]"
        raise FormatError(said, reason=RejectionReason.MISSING) from error
    try:
        document = typst.compile(
            _PAGE.encode(),
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
