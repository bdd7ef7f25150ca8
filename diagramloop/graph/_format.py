"""A format of the table: its names, its reader, its writer, and the parts of a graph that survive it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import MAX_CHARACTERS
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Written

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

    @property
    def result_suffix(self) -> str:
        """Of files that are written; a format without a suffix of its own is JSON of another form."""
        return self.suffixes[0] if self.suffixes else f".{self.name}.json"

    @property
    def most_bytes(self) -> int:
        """Of a file that is read: of a text in UTF-8, what its characters take at most."""
        return MAX_FILE_BYTES if self.binary else 4 * MAX_CHARACTERS

    def read_bytes(self, content: bytes) -> FlowGraph:
        """The graph in a file's content; a byte order mark is dropped.

        Raises:
            FormatError: bytes that are no UTF-8 in a format that is text (UNREADABLE), too many (TOO_LARGE), or broken.
        """
        if len(content) > self.most_bytes:
            raise FormatError(f"more than {self.most_bytes} bytes", reason=RejectionReason.TOO_LARGE)
        if self.binary:
            return self.read(content)
        try:
            return self.read(content.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise FormatError(f"not UTF-8 text (byte {error.start})", reason=RejectionReason.UNREADABLE) from error
