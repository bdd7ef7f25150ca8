"""E-prints, as arXiv serves them: a tar file, one TeX file, a PDF, any of them gzipped; nobody vouches for one.

What is refused, and when: a web page, PostScript, a withdrawn paper's stub at the first bytes; too many bytes while
they are inflated; links, devices and paths that lead out before anything is put in place.
"""

from __future__ import annotations

import gzip
import re
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from diagramloop.data.sources._archive import unpack
from diagramloop.data.sources._tar_stream import CHUNK
from diagramloop.errors import FetchError, RejectionReason

MAX_BYTES = 150_000_000  # inflated; arXiv takes 50 MB submissions
MAX_FILES = 3_000
MAX_RATIO, FREE_BYTES = 200, 10_000_000  # inflated bytes per served byte, beyond the first ones

TEX, PDF = "main.tex", "paper.pdf"
HEAD = 65_536  # bytes by which a single file is told from others; some TeX begins with a long comment
_GZIP = b"\x1f\x8b"
_BLOCK = 512
_WEB_PAGE = re.compile(rb"\s*(<\?xml[^>]{0,200}>\s*)?(<!--.{0,2000}?-->\s*)?<(!doctype\s+html|html)\b", re.I | re.S)
_TEX = re.compile(rb"\\(documentclass|documentstyle|begin|input|section)\b")


def unpack_eprint(eprint: Path, destination: Path) -> Path:
    """Puts the files of an e-print into the new folder ``destination``: all of them or nothing.

    A single TeX file becomes ``main.tex``, a PDF ``paper.pdf``.

    Raises:
        FetchError: cut short or no e-print (UNREADABLE), a web page (INVALID), withdrawn (MISSING), PostScript
            (UNSUPPORTED), links, devices, paths that lead out (UNSAFE), too much in it (TOO_LARGE).
    """
    with _inflated(eprint) as (plain, head):
        if _is_tar(head):
            return unpack(plain, "", destination, max_bytes=MAX_BYTES, max_files=MAX_FILES)
        name = _name_of_single(head)
        destination.mkdir(parents=True)
        shutil.move(plain, destination / name)
    return destination


def check_eprint(eprint: Path) -> None:
    """Raises :class:`FetchError`, as :func:`unpack_eprint` does, for what is no whole e-print; unpacks nothing."""
    with _inflated(eprint) as (_, head):
        if not _is_tar(head):
            _name_of_single(head)


def is_pdf(eprint: Path) -> bool:
    """True for an e-print that is one PDF, gzipped or not.

    Raises:
        FetchError: as :func:`check_eprint`.
    """
    with _inflated(eprint) as (_, head):
        return not _is_tar(head) and _name_of_single(head) == PDF


@contextmanager
def _inflated(eprint: Path) -> Iterator[tuple[Path, bytes]]:
    """The e-print without its compression, and how it begins; the stream's checksum says whether it is whole."""
    most = min(MAX_BYTES, max(FREE_BYTES, MAX_RATIO * eprint.stat().st_size))
    with tempfile.TemporaryDirectory(prefix="diagramloop-eprint-") as temporary:
        plain = Path(temporary) / "e-print"
        try:
            with eprint.open("rb") as raw, plain.open("w+b") as out:
                zipped = raw.read(2) == _GZIP
                raw.seek(0)
                source: IO[bytes] = cast(IO[bytes], gzip.GzipFile(fileobj=raw)) if zipped else raw
                _copy(source, out, most)
                out.seek(0)
                head = out.read(HEAD)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            message = f"the e-print is cut short or damaged: {error}"
            raise FetchError(message, reason=RejectionReason.UNREADABLE) from error
        if not head:
            raise FetchError("the e-print is empty: no source")
        yield plain, head


def _copy(source: IO[bytes], out: IO[bytes], most: int) -> None:
    written = 0
    while chunk := source.read(CHUNK):
        written += len(chunk)
        if written > most:
            raise FetchError(f"the e-print inflates to over {most} bytes", reason=RejectionReason.TOO_LARGE)
        out.write(chunk)


def _is_tar(head: bytes) -> bool:
    try:
        return bool(tarfile.TarInfo.frombuf(head[:_BLOCK], "utf-8", "surrogateescape").name)
    except tarfile.HeaderError:
        return False


def _name_of_single(head: bytes) -> str:
    if b"%PDF-" in head[:1024]:
        return PDF
    if _WEB_PAGE.match(head):
        raise FetchError("a web page, not a paper", reason=RejectionReason.INVALID)
    if head.startswith((b"%!PS", b"\x04%!PS")):
        raise FetchError("PostScript only", reason=RejectionReason.UNSUPPORTED)
    if head.lstrip().startswith(b"%auto-ignore"):  # arXiv's mark of a withdrawn submission
        raise FetchError("withdrawn: no source", reason=RejectionReason.MISSING)
    if b"\0" in head or not _TEX.search(head):
        raise FetchError("neither an archive nor TeX nor PDF", reason=RejectionReason.UNREADABLE)
    return TEX
