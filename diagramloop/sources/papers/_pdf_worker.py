"""The child process that opens PDF files: ``python _pdf_worker.py read|draw|scan|count FILE ...``.

A PDF that makes its reader loop or swell costs this process, which the parent limits (:mod:`._limited`).
``read FILE [FIRST END]`` prints the lines, drawn objects and bitmaps of the pages as JSON; ``draw FILE OUT PAGE [X0 Y0
X1 Y1]`` writes a page, or a part of it in points from the top left, as PNG; ``scan FILE OUT PAGE`` writes a page as PNG
with the pixels that its bitmaps have; ``count FILE`` prints the number of pages.
Whatever a reader says of the file, the status is EX_DATAERR: it is the file that cannot be read, today and tomorrow.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable
from typing import Any

MAX_PAGES = 40
MAX_WORDS, MAX_DRAWN = 20_000, 20_000
WORD_GAP = 0.15  # of the type size; tightly set lines have spaces of 0.2
LONG_SIDE = 1_800  # pixels of the longer side of a drawn figure
MOST_SCALE = 4.0  # pixels per point
LONGEST_SCAN = 5_000  # pixels of the longer side of a scanned page; 400 per inch on A4


def read(path: str, first: str = "0", end: str = "") -> str:
    """JSON: for each page its size, lines, boxes of drawn objects and of bitmaps; in points from the top left."""
    import pdfplumber

    last = min(int(end or MAX_PAGES), int(first) + MAX_PAGES)
    with pdfplumber.open(path) as pdf:
        return json.dumps([_page(page) for page in pdf.pages[int(first) : last]])


def _page(page: Any) -> dict[str, Any]:
    words = page.extract_words(extra_attrs=["size", "fontname"], x_tolerance_ratio=WORD_GAP)
    drawn = [*page.images, *page.rects, *page.curves, *page.lines][:MAX_DRAWN]
    content = {
        "width": float(page.width),
        "height": float(page.height),
        "words": [
            [w["text"], *(float(w[k]) for k in ("x0", "top", "x1", "bottom", "size")), w["fontname"]]
            for w in words[:MAX_WORDS]
        ],
        "drawn": [_box(d) for d in drawn],
        "bitmaps": [_box(d) for d in page.images[:MAX_DRAWN]],
    }
    page.close()
    return content


def _box(drawn: dict[str, Any]) -> list[float]:
    return [float(drawn[k]) for k in ("x0", "top", "x1", "bottom")]


def draw(path: str, out: str, page: str, *box: str) -> str:
    """Writes the PNG; its longer side has 1,800 pixels, but a point never more than 4."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    opened = document[int(page)]
    width, height = opened.get_size()
    x0, y0, x1, y1 = (float(v) for v in box) if box else (0.0, 0.0, width, height)
    scale = min(MOST_SCALE, LONG_SIDE / max(x1 - x0, y1 - y0, 1.0))
    crop = (max(x0, 0.0), max(height - y1, 0.0), max(width - x1, 0.0), max(y0, 0.0))  # left, bottom, right, top
    opened.render(scale=scale, crop=crop).to_pil().convert("RGB").save(out, "PNG", dpi=(72 * scale, 72 * scale))
    return "drawn"


def scan(path: str, out: str, page: str) -> str:
    """Writes the PNG; a page without a bitmap is drawn as large as :func:`draw` does it."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    opened = document[int(page)]
    finest = max(map(_pixels_per_point, opened.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])), default=0.0)
    if not finest:
        return draw(path, out, page)
    scale = min(finest, LONGEST_SCAN / max(opened.get_size()))
    opened.render(scale=scale).to_pil().convert("RGB").save(out, "PNG", dpi=(72 * scale, 72 * scale))
    return "drawn"


def _pixels_per_point(bitmap: Any) -> float:
    """The scale of a bitmap on its page; 0 for one that covers nothing."""
    (wide, high), (left, bottom, right, top) = bitmap.get_px_size(), bitmap.get_bounds()
    area = (right - left) * (top - bottom)
    return float((wide * high / area) ** 0.5) if area > 0 else 0.0


def count(path: str) -> int:
    """The number of pages."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:
        return len(document)


COMMANDS: dict[str, Callable[..., object]] = {"read": read, "draw": draw, "scan": scan, "count": count}

if __name__ == "__main__":
    logging.disable(logging.CRITICAL)  # standard output and error are one file, and it is JSON
    try:
        print(COMMANDS[sys.argv[1]](*sys.argv[2:]))
    except Exception as error:  # the parent quotes the end of what is said: one line, not where this machine keeps what
        print(f"{type(error).__name__}: {error}" if str(error) else repr(error))  # a wrapped one may have no words
        sys.exit(1 if isinstance(error, OSError | ImportError | MemoryError) else os.EX_DATAERR)
