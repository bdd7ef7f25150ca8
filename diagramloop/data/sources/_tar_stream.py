"""The members of a tar file, by their headers, in one pass from its beginning to its end.

Nothing is sought and no size is trusted, so that no header can lead back, and the time that all takes grows with the
bytes alone. Python's ``tarfile`` gave way to negative sizes (CVE-2025-8194) and to long extended headers
(CVE-2024-6232); of it, only the reading of one block of 512 bytes is used here.
"""

from __future__ import annotations

import bz2
import gzip
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, Literal

from diagramloop.errors import FetchError, RejectionReason

CHUNK = 1 << 20
MAX_HEADER = 65_536  # bytes of one extended header: a long name, pax fields
MAX_HEADERS = 8  # extended ones before one member
MAX_PADDING = 1 << 26  # bytes behind the last member
_BLOCK = 512
_OPENERS: dict[bytes, Callable[[IO[bytes]], Any]] = {b"\x1f\x8b": gzip.open, b"BZ": bz2.open}
_FILES = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE)
_LINKS = (tarfile.LNKTYPE, tarfile.SYMTYPE)
_DEVICES = (tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE)
_WITHOUT_CONTENT = (tarfile.DIRTYPE, *_LINKS, *_DEVICES)
_PAX = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
_EXTENDED = (*_PAX, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
_DISPLACING = (b"size", b"GNU.sparse.")  # beginnings of pax fields that put the next header elsewhere


@dataclass(frozen=True)
class Member:
    """One member of an archive.

    Attributes:
        chunks: its content, to be read before the next member is asked for; None of what is no file.
    """

    name: str
    kind: Literal["file", "folder", "other"]
    chunks: Iterator[bytes] | None


def tar_members(archive: IO[bytes], max_bytes: int) -> Iterator[Member]:
    """The members of a tar file, which may be compressed by gzip or bzip2.

    Args:
        max_bytes: of all that is inflated: headers, contents and what is passed over.

    Raises:
        FetchError: no tar file, cut short, or a header that contradicts itself (UNREADABLE); sparse files, or sizes in
            extended headers (UNSAFE); too many bytes, or too long extended headers (TOO_LARGE).
    """
    opener = _OPENERS.get(archive.read(2))
    archive.seek(0)
    stream = _Stream(opener(archive) if opener else archive, max_bytes)
    while (named := stream.named_header()) is not None:
        name, header = named
        if header.isdir():
            yield Member(name, "folder", None)
        elif header.type in _FILES:
            yield Member(name, "file", stream.chunks())
        else:
            yield Member(name, "other", None)
        for _ in stream.chunks():  # what nobody has read of it
            pass
    stream.read_to_end()


class _Stream:
    """A tar file that is read once; ``content`` bytes and then ``padding`` bytes are left before the next header."""

    def __init__(self, file: IO[bytes], max_bytes: int) -> None:
        self._file, self._max_bytes = file, max_bytes
        self._content = self._padding = 0
        self._begun = False

    def named_header(self) -> tuple[str, tarfile.TarInfo] | None:
        """The next member's header, and its name, which extended headers before it may tell; None at the end."""
        name = ""
        for _ in range(MAX_HEADERS):
            header = self._header()
            if header is None:
                return None
            if header.type not in _EXTENDED:
                return name or header.name, header
            name = self._told_name(header) or name
        raise FetchError("too many extended tar headers", reason=RejectionReason.TOO_LARGE)

    def chunks(self) -> Iterator[bytes]:
        """The rest of the content of the member whose header was read last."""
        while self._content:
            chunk = self._read(min(self._content, CHUNK))
            self._content -= len(chunk)
            yield chunk
        self._read(self._padding)
        self._padding = 0

    def read_to_end(self) -> None:
        """Reads what is behind the last member: a compressed stream's own checksum stands there.

        Raises:
            FetchError: more than padding (TOO_LARGE).
        """
        for _ in range(MAX_PADDING // CHUNK):
            if not self._file.read(CHUNK):
                return
        raise FetchError("too much behind the last file", reason=RejectionReason.TOO_LARGE)

    def _header(self) -> tarfile.TarInfo | None:
        """The next header; None of a block of zeros, and where the file ends."""
        block = self._file.read(_BLOCK)
        if not block.strip(b"\0"):
            if not self._begun:
                raise FetchError("an archive of nothing", reason=RejectionReason.UNREADABLE)
            return None
        try:
            header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        except tarfile.HeaderError as error:
            raise FetchError(f"no tar file: {error}", reason=RejectionReason.UNREADABLE) from error
        self._begun = True
        self._count(_BLOCK)
        if header.size < 0:
            raise FetchError("a tar header with a negative size", reason=RejectionReason.UNREADABLE)
        if header.type == tarfile.GNUTYPE_SPARSE:
            raise FetchError("a sparse file in the archive", reason=RejectionReason.UNSAFE)
        self._content = 0 if header.type in _WITHOUT_CONTENT else header.size
        self._padding = -self._content % _BLOCK
        return header

    def _told_name(self, header: tarfile.TarInfo) -> str:
        """The name of the next member that an extended header tells; nothing where it tells none."""
        if header.size > MAX_HEADER:
            raise FetchError("an extended tar header is too long", reason=RejectionReason.TOO_LARGE)
        content = b"".join(self.chunks())
        if header.type == tarfile.GNUTYPE_LONGNAME:
            return _text(content.partition(b"\0")[0])
        if header.type == tarfile.GNUTYPE_LONGLINK:
            return ""
        fields = _pax_fields(content)
        if any(key.startswith(_DISPLACING) for key in fields):
            raise FetchError("a tar header that hides the size of a file", reason=RejectionReason.UNSAFE)
        return _text(fields.get(b"path", b"")) if header.type in _PAX else ""

    def _read(self, count: int) -> bytes:
        content = self._file.read(count)
        if len(content) < count:
            raise FetchError("the archive is cut short", reason=RejectionReason.UNREADABLE)
        self._count(count)
        return content

    def _count(self, read: int) -> None:
        self._max_bytes -= read
        if self._max_bytes < 0:
            raise FetchError("the archive holds too many bytes", reason=RejectionReason.TOO_LARGE)


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def _pax_fields(content: bytes) -> dict[bytes, bytes]:
    """The fields of an extended header: lines ``LENGTH KEY=VALUE``, the length that of the line."""
    fields: dict[bytes, bytes] = {}
    begin = 0
    while begin < len(content):
        digits, _, _ = content[begin : begin + 8].partition(b" ")
        length = int(digits) if digits.isdigit() else 0
        key, equals, value = content[begin + len(digits) + 1 : begin + length - 1].partition(b"=")
        if not equals or not 0 < length <= len(content) - begin:
            raise FetchError("a tar header that is no list of fields", reason=RejectionReason.UNREADABLE)
        fields[key] = value
        begin += length
    return fields
