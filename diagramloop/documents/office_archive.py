"""Word and PowerPoint files, checked before a library opens them: bounded archives of XML that no one vouches for."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import TypeVar

from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.safe_xml import read_xml

Made = TypeVar("Made")


def opened_archive(content: bytes, main: str, opened: Callable[[BytesIO], Made]) -> tuple[BoundedZip, Made]:
    """The archive, and what a library makes of it.

    Args:
        main: name of the member that makes it a document of its format.
        opened: the library's function.

    Raises:
        FormatError: no such document (UNREADABLE, INVALID), beyond the bounds (TOO_LARGE), or XML with a document type
            or entities (UNSAFE).
    """
    archive = BoundedZip(content)
    if main not in archive.names:
        raise FormatError(f"an archive without {main}", reason=RejectionReason.INVALID)
    for name in archive.names:
        if name.endswith((".xml", ".rels")):
            read_xml(archive.read(name))
    try:
        return archive, opened(BytesIO(content))
    except DiagramloopError:
        raise
    except Exception as error:  # the libraries leak key, value and attribute errors on broken files
        message = f"not readable: {type(error).__name__}: {error}"
        raise FormatError(message[:300], reason=RejectionReason.UNREADABLE) from error
