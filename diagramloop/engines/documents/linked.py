"""Links of a document, and the pictures behind them: data in it, or files beside it; never elsewhere."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from diagramloop.base.text.encoded import decoded_base64
from diagramloop.data.sources._files import MAX_PICTURE_BYTES, read_bytes
from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Figure, Refused, Source
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError


def linked_block(source: Source, link: str, title: str, *, shown: bool) -> Block:
    """The picture behind a link, as a block."""
    try:
        return drawn_block(linked_bytes(source, link), Place(), title, shown=shown)
    except DiagramloopError as error:
        return Refused(Place(), error, title, shown)


METAFILE = "a metafile of Windows (EMF, WMF)"
_METAFILES = (b"\x01\0\0\0", b"\xd7\xcd\xc6\x9a", b"\x01\0\t\0")


def drawn_block(content: bytes, place: Place, title: str, *, shown: bool, instead: str = "") -> Block:
    """A picture file as a block: an SVG by its geometry, anything else by its pixels; programs' records are refused."""
    if content.startswith(_METAFILES):
        return Refused(place, DiagramloopError(METAFILE, reason=RejectionReason.UNSUPPORTED), title, shown)
    if not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        return Figure(place, None, lambda: content, title, instead, shown)
    try:
        drawing = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Refused(place, DiagramloopError("not UTF-8 text", reason=RejectionReason.UNREADABLE), title, shown)
    return Figure(place, lambda: drawing, None, title, instead, shown)


def linked_bytes(source: Source, link: str) -> bytes:
    """The bytes behind a link.

    Raises:
        DiagramloopError: it leads to another machine or out of the folder, or nowhere may be read (UNSAFE), is broken
            (SYNTAX), or as :func:`read_bytes`.
    """
    if link[:5].lower() == "data:":
        return _data(link)
    try:
        parts = urlsplit(link)
    except ValueError as error:
        raise DiagramloopError(f"not a link: {error}", reason=RejectionReason.SYNTAX) from error
    if parts.scheme or parts.netloc:
        where = parts.netloc or f"{parts.scheme}:"
        raise DiagramloopError(f"a link to {where[:80]}: only local files are read", reason=RejectionReason.UNSAFE)
    if source.folder is None:
        raise DiagramloopError("a linked picture, of a document without a folder", reason=RejectionReason.UNSAFE)
    return _file(source.folder, unquote(parts.path))


def _data(link: str) -> bytes:
    head, comma, body = link[5:].partition(",")
    if not comma:
        raise DiagramloopError("data without a comma", reason=RejectionReason.SYNTAX)
    if not head.lower().endswith(";base64"):
        return unquote_to_bytes(body)
    return decoded_base64(unquote(body), strict=False)


def _file(folder: Path, path: str) -> bytes:
    try:
        root = folder.resolve()
        found = (root / path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise DiagramloopError(f"a link that leads nowhere: {error}", reason=RejectionReason.MISSING) from error
    if not found.is_relative_to(root):
        raise DiagramloopError("a link out of the document's folder", reason=RejectionReason.UNSAFE)
    try:
        return read_bytes(root, found.relative_to(root).as_posix(), MAX_PICTURE_BYTES)
    except OSError as error:
        raise SourceError(f"a link that cannot be followed: {error.strerror}") from error
