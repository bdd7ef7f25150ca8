"""One page of a PDF file, or a part of it: what it draws as SVG, and what it shows as PNG."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from diagramloop.data.sources.papers._rooms import run_pdf_reader
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.render.sanitised_svg import SanitisedSvg, sanitised

Box = Sequence[float]
"""Left, top, right and bottom of a part of a page, in points from the top left; the whole page if empty."""


@contextmanager
def pdf_file(content: bytes) -> Iterator[Path]:
    """The bytes as a file, as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="diagramloop-pdf-") as temporary:
        path = Path(temporary) / "page.pdf"
        path.write_bytes(content)
        yield path


def pages_in(file: Path) -> int:
    """The number of pages.

    Raises:
        SourceError: a PDF that cannot be read (UNREADABLE), or not in time (TIMEOUT); or no reader of PDF is
            installed (MISSING).
    """
    return int(run_pdf_reader("count", file))


def subject_of(file: Path) -> str:
    """The subject that the file says it has, where draw.io keeps its source; raises as :func:`pages_in`."""
    return run_pdf_reader("subject", file).decode()


def page_at(file: Path, number: int | None = None) -> int:
    """The page from 0 that people call ``number``; None is the only one.

    Raises:
        SourceError: as :func:`pages_in`; or there is none of that number (MISSING), or none is named of several
            (UNSUPPORTED).
    """
    there, wanted = pages_in(file), 1 if number is None else number
    if number is None and there > 1:
        raise SourceError(f"a PDF file of {there} pages: say which one", reason=RejectionReason.UNSUPPORTED)
    if not 1 <= wanted <= there:
        raise SourceError(f"no page {wanted}: there are {there}", reason=RejectionReason.MISSING)
    return wanted - 1


def page_content(file: Path, page: int) -> dict[str, Any]:
    """Words, drawn objects and bitmaps of page ``page``, from 0, as
    :func:`~diagramloop.data.sources.papers.pdf_lines.page_of` takes them; raises as :func:`pages_in`.

    ``cut`` says that there is more on the page than was read: 20,000 drawn objects and 40,000 letters at most.
    """
    answer: dict[str, Any] = json.loads(run_pdf_reader("read", file, page))
    return answer


def page_vectors(file: Path, page: int, box: Box = ()) -> SanitisedSvg:
    """The paths and texts of page ``page``, from 0.

    Raises:
        SourceError: as :func:`pages_in`, or the page holds too much (TOO_LARGE).
    """
    return sanitised(run_pdf_reader("vectors", file, page, *box).decode())


def page_picture(file: Path, page: int, box: Box = ()) -> bytes:
    """Page ``page``, from 0, as PNG, enlarged to be read; raises as :func:`pages_in`."""
    return run_pdf_reader("draw", file, page, *box)


def page_scan(file: Path, page: int) -> bytes:
    """Page ``page``, from 0, as PNG with the pixels that its bitmaps have; raises as :func:`pages_in`."""
    return run_pdf_reader("scan", file, page)
