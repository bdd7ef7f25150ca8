"""A diagram in whatever form it comes: a graph, what has one, a file, or a document itself."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import Chart, Page, Read, Shown

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".svg", ".pdf"})
"""Suffixes of plain pictures: what they show is looked at, not read."""
Document = str | bytes


@runtime_checkable
class HasGraph(Protocol):
    """Something with a graph, such as a reading or an extraction."""

    @property
    def graph(self) -> FlowGraph:
        """The graph."""
        ...


Diagram = FlowGraph | HasGraph | str | bytes | Path


def graph_of(diagram: Diagram, source: str | None = None, page: Page = None) -> FlowGraph:
    """The graph of a diagram in any form; raises as :func:`shown_of`."""
    return shown_of(diagram, source, page).only.graph


def shown_of(diagram: Diagram, source: str | None = None, page: Page = None) -> Shown:
    """The graphs of a diagram in any form, with its account; a text of one line that names a file is that file.

    Args:
        diagram: a graph, a reading or an extraction, a file, or a document.
        source: format of a file or a document; else its suffix says it, and a document is Mermaid.
        page: name or number of one of its diagrams, or ``all``; None for the main one.

    Raises:
        DiagramloopError: it is broken, there is no such file, format or page, or it is a plain picture (UNSUPPORTED).
    """
    if isinstance(diagram, FlowGraph):
        return Shown.of(Read((Chart(diagram),)), page)
    if isinstance(diagram, Path) or (isinstance(diagram, str) and _names_a_file(diagram)):
        format = graph_formats.format_named(source or _format_of(diagram))
        return Shown.of(format.read_all(content_of(Path(diagram))), page)
    if isinstance(diagram, str | bytes):
        return Shown.of(graph_formats.read_all(diagram, source or graph_formats.MERMAID.name), page)
    return Shown.of(Read((Chart(diagram.graph),)), page)


def content_of(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        DiagramloopError: there is none (MISSING).
    """
    if not path.is_file():
        raise DiagramloopError(f"no file {str(path)!r}", reason=RejectionReason.MISSING)
    return path.read_bytes()


def text_of(path: Path) -> str:
    """The text of a file in UTF-8, without its byte order mark.

    Raises:
        DiagramloopError: there is no such file (MISSING), or it is no UTF-8.
    """
    try:
        return content_of(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DiagramloopError(f"{path}: not UTF-8 text (byte {error.start})") from error


def document_of(graph: FlowGraph, format: str) -> Document:
    """The graph in a format: text, or bytes where it is binary.

    Raises:
        FormatError: as :func:`diagramloop.render.converted.converted`.
    """
    from diagramloop.render.converted import converted

    content = converted(graph, format).content
    if graph_formats.format_named(format).binary:
        return content
    return content.decode()


def _names_a_file(text: str) -> bool:
    return "\n" not in text and graph_formats.suffix_of(text) in graph_formats.suffixes() | PICTURES


def _format_of(path: str | Path) -> str:
    suffix = graph_formats.suffix_of(path)
    if suffix in PICTURES and suffix not in graph_formats.suffixes():
        message = f"{str(path)!r} is a picture: diagramloop.read reads it"
        raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    return graph_formats.format_of(path)
