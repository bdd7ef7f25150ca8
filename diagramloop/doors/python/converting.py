"""`diagramloop.convert`: a diagram in another format."""

from __future__ import annotations

from pathlib import Path

from diagramloop.doors.python.diagrams import Diagram, Document, document_of, graph_of
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import Page


def convert(diagram: Diagram, to: str | Path, *, source: str | None = None, page: Page = None) -> Document:
    """The diagram in another format: text, or bytes where it is binary.

    Args:
        diagram: a graph, a reading, a file, or a document itself.
        to: name of the format, or a file to write, whose suffix says it.
        source: format of a file or a document; else its suffix says it, and a document is Mermaid.
        page: of a file with several diagrams.

    Raises:
        DiagramloopError: the diagram is broken, or there is no such format or page.
    """
    graph = graph_of(diagram, source, page)
    if isinstance(to, str) and "." not in to.lstrip("."):
        return document_of(graph, to)
    document = document_of(graph, graph_formats.format_of(to))
    Path(to).write_bytes(document if isinstance(document, bytes) else document.encode())
    return document
