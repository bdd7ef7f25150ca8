"""Pictures and documents, read: the answers to ``parse`` and ``read``."""

from __future__ import annotations

from diagramloop.doors.python.answers import (
    DiagramAnswer,
    FigureLeftOut,
    FileContent,
    ParseAnswer,
    ReadAnswer,
    doubts,
    of_file,
)
from diagramloop.doors.python.reading import readings
from diagramloop.doors.services.requests import ParseRequest, ReadRequest
from diagramloop.engines.documents import Diagram, Limits, read_content
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
    to = graph_formats.written_named(request.to).name
    content = request.content.data
    several = readings(content, request.name, page=request.page, parser=request.parser, stated=request.look == "source")
    read = several[0].account.only(several)
    plain = to == graph_formats.MERMAID.name and read.picture is not None  # it has no colours of its own
    conversion = converted(read.graph if plain else read.editable(), to)
    document = FileContent.of(conversion.content, to)
    dropped = () if plain else conversion.dropped  # places, which nobody expects of Mermaid
    graph = read.graph
    return ParseAnswer(
        document=document,
        nodes=len(graph.nodes),
        edges=len(graph.edges),
        confidence=rounded(graph),
        estimated_f1=_three(graph.estimated_f1),
        doubts=doubts(graph),
        dropped=dropped,
        **of_file(read.account),
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
        FigureLeftOut(
            page=refusal.place.page, reason=refusal.reason.value, message=refusal.message, shows=refusal.shows
        )
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
