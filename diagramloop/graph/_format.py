"""A format of the table: its names, its reader, its writer, and the parts of a graph that survive it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import MAX_CHARACTERS
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Written
from diagramloop.graph.account import Census, Chart, Read

MAX_FILE_BYTES = 20_000_000
"""Of binary documents; texts are bounded by their characters."""


@dataclass(frozen=True)
class Format:
    """A named notation; ``write`` is None for those that are only read.

    ``partial`` ones are made for some graphs only: of others even nodes or edges may be left out, as
    :attr:`Written.dropped` then says, or they are refused.

    Attributes:
        suffixes: of its files, the first one of those that are written; some have several dots.
        read: makes a graph of a text, or of bytes where ``binary``.
        media_type: of its documents.
        title: as people call it.
        binary: True where its documents are bytes, not text.
        placed: True where everything in its documents has a place, so that a graph without places is laid out first.
        needs: the extra of the package that it is installed with, or empty.
        charts: reads all charts of a document, with reasons for what it leaves out; None where there is but one.
        census: counts the elements of each page without reading them, in the order of the file.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[Any], FlowGraph]
    write: Callable[[FlowGraph], Written] | None
    partial: bool = False
    media_type: str = "text/plain"
    title: str = ""
    binary: bool = False
    placed: bool = False
    needs: str = ""
    charts: Callable[[Any], Read] | None = None
    census: Callable[[Any], Sequence[Census]] | None = None

    @property
    def result_suffix(self) -> str:
        """Of files that are written; a format without a suffix of its own is JSON of another form."""
        return self.suffixes[0] if self.suffixes else f".{self.name}.json"

    @property
    def most_bytes(self) -> int:
        """Of a file that is read: of a text in UTF-8, what its characters take at most."""
        return MAX_FILE_BYTES if self.binary else 4 * MAX_CHARACTERS

    def read_bytes(self, content: bytes) -> FlowGraph:
        """The graph in a file's content, of its main chart where it has several; a byte order mark is dropped.

        Raises:
            FormatError: bytes that are no UTF-8 in a format that is text (UNREADABLE), too many (TOO_LARGE), or broken.
        """
        return self.read(self._document(content))

    def read_all(self, document: str | bytes) -> Read:
        """All charts of a document, or of a file's content, with what none of them has.

        Raises:
            FormatError: as :meth:`read_bytes`; none of its charts can be read.
        """
        checked = self._document(document) if isinstance(document, bytes) else document
        read = Read((Chart(self.read(checked)),)) if self.charts is None else self.charts(checked)
        return read if self.census is None else read.against(self.census(checked))

    def _document(self, content: bytes) -> str | bytes:
        if len(content) > self.most_bytes:
            raise FormatError(f"more than {self.most_bytes} bytes", reason=RejectionReason.TOO_LARGE)
        if self.binary:
            return content
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise FormatError(f"not UTF-8 text (byte {error.start})", reason=RejectionReason.UNREADABLE) from error
