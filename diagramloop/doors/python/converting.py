"""`diagramloop.convert`: a diagram in another format."""

from __future__ import annotations

from pathlib import Path

from diagramloop.doors.python.diagrams import Diagram, Document, document_of, graph_of
from diagramloop.graph import formats as graph_formats


def convert(diagram: Diagram, to: str | Path, *, source: str | None = None) -> Document:
    """The diagram in another format: text, or bytes where it is binary.

    Args:
        diagram: a graph, a reading, a file, or a document itself.
        to: name of the format, or a file to write, whose suffix says it.
        source: format of a file or a document; else its suffix says it, and a document is Mermaid.

    Raises:
        DiagramloopError: the diagram is broken, or there is no such format.
    """
    graph = graph_of(diagram, source)
    if to in graph_formats.FORMATS:
        return document_of(graph, str(to))
    document = document_of(graph, graph_formats.format_of(to))
    Path(to).write_bytes(document if isinstance(document, bytes) else document.encode())
    return document
