"""The content of the room in which PDF files are opened: pages read, drawn and counted.

A PDF that makes its reader loop or swell costs this process, which its room limits (:mod:`._rooms`). A request is a
list in JSON: what tells the file from others, a command, what the command takes. Where the file is not here yet, a line
end and the file follow. ``read`` gives the words, drawn objects and bitmaps of a page as JSON; ``draw`` a page, or a
part of it in points from the top left, as PNG; ``scan`` a page as PNG with the pixels that its bitmaps have;
``vectors`` a page, or a part of it, as SVG; ``count`` the number of pages; ``subject`` what it says it is about.
"""

from __future__ import annotations

import io
import json
import logging
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from diagramloop.base.room import answer_calls
from diagramloop.data.sources.papers import _pdf_bounds
from diagramloop.data.sources.papers._rooms import ANSWERED, UNKNOWN
from diagramloop.errors import RejectionReason, SourceError

_FILE = Path(tempfile.gettempdir()) / "document.pdf"  # in the room's own folder
MAX_WORDS, MAX_DRAWN = 20_000, 20_000
WORD_GAP = 0.15  # of the type size; tightly set lines have spaces of 0.2
LONG_SIDE = 1_800  # pixels of the longer side of a drawn figure
MOST_SCALE = 4.0  # pixels per point
LONGEST_SCAN = 5_000  # pixels of the longer side of a scanned page; 400 per inch on A4


def read(number: int) -> bytes:
    """JSON: a page's size, words, boxes of drawn objects and bitmaps in points from the top left; whether it is cut."""
    pages = _layouts().pages
    if number >= len(pages):
        raise SourceError("a page that is not there")
    _pdf_bounds.begin_page()
    try:
        return json.dumps(_content(pages[number])).encode()
    finally:
        pages[number].close()


def _content(page: Any) -> dict[str, Any]:
    words = page.extract_words(extra_attrs=["size", "fontname"], x_tolerance_ratio=WORD_GAP)
    drawn = [*page.images, *page.rects, *page.curves, *page.lines][:MAX_DRAWN]
    return {
        "width": float(page.width),
        "height": float(page.height),
        "words": [
            [w["text"], *(float(w[k]) for k in ("x0", "top", "x1", "bottom", "size")), w["fontname"]]
            for w in words[:MAX_WORDS]
        ],
        "drawn": [_box(d) for d in drawn],
        "bitmaps": [_box(d) for d in page.images[:MAX_DRAWN]],
        "cut": _pdf_bounds.is_cut(),
    }


def _box(drawn: dict[str, Any]) -> list[float]:
    return [float(drawn[k]) for k in ("x0", "top", "x1", "bottom")]


def draw(number: int, *box: float) -> bytes:
    """A PNG whose longer side has 1,800 pixels, but a point never more than 4."""
    page = _page(number)
    width, height = page.get_size()
    x0, y0, x1, y1 = box or (0.0, 0.0, width, height)
    scale = min(MOST_SCALE, LONG_SIDE / max(x1 - x0, y1 - y0, 1.0))
    crop = (max(x0, 0.0), max(height - y1, 0.0), max(width - x1, 0.0), max(y0, 0.0))  # left, bottom, right, top
    return _png(page, scale, crop)


def _png(page: Any, scale: float, crop: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0), level: int = -1) -> bytes:
    """A PNG, compressed as far as ``level`` says; as usual of -1."""
    out = io.BytesIO()
    picture = page.render(scale=scale, crop=crop).to_pil().convert("RGB")
    picture.save(out, "PNG", dpi=(72 * scale, 72 * scale), compress_level=level)
    return out.getvalue()


def scan(number: int) -> bytes:
    """A PNG; a page without a bitmap is drawn as large as :func:`draw` does it."""
    import pypdfium2

    page = _page(number)
    finest = max(map(_pixels_per_point, page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])), default=0.0)
    if not finest:
        return draw(number)
    return _png(page, min(finest, LONGEST_SCAN / max(page.get_size())), level=1)  # which nobody keeps


def vectors(number: int, *box: float) -> bytes:
    """The SVG of a page."""
    from diagramloop.data.sources.papers._pdf_vectors import Page

    x0, y0, x1, y1 = box or (0.0, 0.0, 0.0, 0.0)
    return Page(_page(number), (x0, y0, x1, y1) if box else None).svg().encode("utf-8", "replace")


def _pixels_per_point(bitmap: Any) -> float:
    """The scale of a bitmap on its page; 0 for one that covers nothing."""
    (wide, high), (left, bottom, right, top) = bitmap.get_px_size(), bitmap.get_bounds()
    area = (right - left) * (top - bottom)
    return float((wide * high / area) ** 0.5) if area > 0 else 0.0


def count() -> bytes:
    """The number of pages."""
    return str(len(_document())).encode()


def subject() -> bytes:
    """The subject of the document, where draw.io keeps its file."""
    return str(_document().get_metadata_value("Subject")).encode("utf-8", "replace")


def _page(number: int) -> Any:
    return _document()[number]


@cache
def _document() -> Any:
    import pypdfium2

    return pypdfium2.PdfDocument(_FILE)


@cache
def _layouts() -> Any:
    import pdfplumber

    return pdfplumber.open(_FILE)


class _Kept:
    """The file that is here."""

    stamp: Any = None


def _keep(stamp: Any, content: bytes) -> None:
    """Puts a file in the place of the one before."""
    _document.cache_clear()
    _layouts.cache_clear()
    _FILE.write_bytes(content)
    _Kept.stamp = stamp


_COMMANDS: dict[str, Callable[..., bytes]] = {
    "read": read, "draw": draw, "scan": scan, "vectors": vectors, "count": count, "subject": subject,
}  # fmt: skip


def _answer(request: bytes) -> bytes:
    """The answer to a request.

    Raises:
        SourceError: whatever a reader says of the file (UNREADABLE): it is the file, today and tomorrow.
    """
    line, given, content = request.partition(b"\n")
    stamp, command, *arguments = json.loads(line)
    if given:
        _keep(stamp, content)
    if stamp != _Kept.stamp:
        return UNKNOWN
    try:
        return ANSWERED + _COMMANDS[command](*arguments)
    except (SourceError, OSError, ImportError, MemoryError):
        raise
    except Exception as error:  # the readers have hundreds of their own
        words = f"{type(error).__name__}: {error}" if str(error) else repr(error)  # a wrapped one may have no words
        raise SourceError(" ".join(words.split())[:300], reason=RejectionReason.UNREADABLE) from error


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    _pdf_bounds.put_up()
    answer_calls(_answer)
