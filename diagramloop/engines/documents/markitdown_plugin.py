"""A plug-in for markitdown: pictures and documents come with their diagrams as Mermaid.

A document without a diagram, and a picture that is none, are left to markitdown's own converters.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from diagramloop.engines.documents.picture import PICTURE_SUFFIXES, read_figure
from diagramloop.engines.documents.reader import SUFFIXES, read_content
from diagramloop.errors import DiagramloopError, RejectionReason

__plugin_interface_version__ = 1
PRIORITY = -1.0  # before markitdown's own


def register_converters(markitdown: Any, **options: Any) -> None:
    """Add the converters to a ``MarkItDown``."""
    del options
    markitdown.register_converter(DiagramConverter(), priority=PRIORITY)


class DiagramConverter:
    """A converter as markitdown asks for it."""

    def accepts(self, file_stream: BinaryIO, stream_info: Any, **options: Any) -> bool:
        """True of documents and pictures, by their suffix."""
        del file_stream, options
        return (stream_info.extension or "").lower() in SUFFIXES | PICTURE_SUFFIXES

    def convert(self, file_stream: BinaryIO, stream_info: Any, **options: Any) -> Any:
        """The document as Markdown.

        Raises:
            DiagramloopError: there is no diagram in it; markitdown goes on to its next converter.
        """
        from markitdown import DocumentConverterResult

        del options
        content, suffix = file_stream.read(), stream_info.extension.lower()
        if suffix in PICTURE_SUFFIXES:
            return DocumentConverterResult(f"```mermaid\n{read_figure(content).mermaid.rstrip()}\n```\n")
        folder = Path(stream_info.local_path).parent if stream_info.local_path else None
        document = read_content(content, f"document{suffix}", folder=folder)
        if not document.diagrams:
            raise DiagramloopError("no diagram in it", reason=RejectionReason.NO_DIAGRAM)
        return DocumentConverterResult(document.markdown)
