"""Pictures and documents, read: the answers to ``parse`` and ``read``."""

from __future__ import annotations

from diagramloop.doors.python import reading
from diagramloop.doors.python.answers import DiagramAnswer, FileContent, LeftOut, ParseAnswer, ReadAnswer, doubts
from diagramloop.doors.python.reading import Reading
from diagramloop.doors.services.requests import ParseRequest, ReadRequest
from diagramloop.engines.documents import Diagram, Limits, read_content
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.render.converted import converted

DOCUMENT_LIMITS = Limits(size_bytes=50_000_000, pages=100, figures=100, seconds=60.0)
"""Of a document that comes from outside: figures beyond it are left out, and named."""


def parse(request: ParseRequest) -> ParseAnswer:
    """Read a picture of a diagram.

    Raises:
        DiagramloopError: as :func:`diagramloop.read`, or there is no such format.
    """
    check_writable(request.to)
    return parse_answer(reading.read(request.content.data, page=request.page, parser=request.parser), request.to)


def parse_answer(read: Reading, to: str) -> ParseAnswer:
    """Return the answer that tells of a reading."""
    plain = to == graph_formats.MERMAID.name  # which has no colours of its own
    conversion = converted(read.graph if plain else read.editable(), to)
    document = FileContent.of(conversion.content, to)
    return ParseAnswer(
        document=document,
        nodes=len(read.graph.nodes),
        edges=len(read.graph.edges),
        confidence=rounded(read.graph),
        doubts=doubts(read.graph),
        dropped=() if plain else conversion.dropped,  # places, which nobody expects of Mermaid
    )


def read(request: ReadRequest) -> ReadAnswer:
    """Read the diagrams of a document; its links lead nowhere.

    Raises:
        DiagramloopError: as :func:`diagramloop.engines.documents.read_content`.
    """
    document = read_content(
        request.content.data, request.name, pages=request.pages, parser=request.parser, limits=DOCUMENT_LIMITS
    )
    refusals = [
        LeftOut(page=refusal.place.page, reason=refusal.reason.value, message=refusal.message, shows=refusal.shows)
        for refusal in document.refusals
    ]
    return ReadAnswer(
        name=document.name,
        format=document.format,
        pages=document.pages,
        diagrams=tuple(map(_told, document.diagrams)),
        left_out=tuple(refusals),
        markdown=document.markdown,
    )


def check_writable(name: str) -> None:
    """Refuse a format before any work is done for it.

    Raises:
        FormatError: there is none of this name, or it is only read (UNSUPPORTED).
    """
    if graph_formats.format_named(name).write is None:
        raise FormatError(f"the format {name!r} cannot be written", reason=RejectionReason.UNSUPPORTED)


def rounded(graph: FlowGraph) -> float | None:
    """The edge F1 that a reading is likely to have, in three decimals."""
    return None if graph.estimated_edge_f1 is None else round(graph.estimated_edge_f1, 3)


def _told(diagram: Diagram) -> DiagramAnswer:
    return DiagramAnswer(
        number=diagram.number,
        page=diagram.place.page,
        box=diagram.place.box,
        kind=diagram.kind,
        kind_confidence=_three(diagram.kind_confidence),
        confidence=_three(diagram.confidence),
        origin=diagram.origin,
        title=diagram.title,
        mermaid=diagram.mermaid,
    )


def _three(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
