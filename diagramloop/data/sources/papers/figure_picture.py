"""A figure's picture as PNG: PNG and JPEG as they are, PDF by PDFium, SVG by us; no program runs on a paper's files."""

from __future__ import annotations

import io
import re
from pathlib import Path

from PIL import Image

from diagramloop.data.sources._files import MAX_PICTURE_BYTES, read_bytes
from diagramloop.data.sources.papers.graphics import GraphicsFile, PageRegion, Unread
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.data.sources.papers.pdf_page import page_picture
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.models.pixels import on_white, opened
from diagramloop.render.sanitised_svg import rasterised, sanitised

MAX_PIXELS = 80_000_000
LONG_SIDE = 1_800  # pixels of what is drawn from vectors
BITMAPS = (".png", ".jpg", ".jpeg")
READ = (*BITMAPS, ".pdf", ".svg")
LEAST_SIDE = 32  # pixels; smaller is an icon, no figure

_NOT_PRINTED = ", and no paper.pdf beside its source shows it"
_NUMBER = r"([0-9]{1,6}(?:\.[0-9]{1,6})?)"
_VIEW_BOX = re.compile(rf'^<svg\b[^>]*?\bviewBox="[-0-9.]+[ ,]+[-0-9.]+[ ,]+{_NUMBER}[ ,]+{_NUMBER}"')
_SIZE = re.compile(rf'^<svg\b(?=[^>]*?\bwidth="{_NUMBER}(?:px|pt)?")(?=[^>]*?\bheight="{_NUMBER}(?:px|pt)?")')


def is_one_picture(figure: Figure) -> bool:
    """True for a figure that is one file that is read here, or a part of a page; else the paper's PDF is to show it."""
    if len(figure.shown) != 1:
        return False
    graphics = figure.shown[0]
    if isinstance(graphics, GraphicsFile):
        return not graphics.altered and graphics.path.suffix.lower() in READ
    return isinstance(graphics, PageRegion)


def picture_of(figure: Figure, folder: Path) -> bytes:
    """The figure as PNG (RGB, over white).

    Args:
        folder: that the figure's files lie in.

    Raises:
        DiagramloopError: no picture or file of it (MISSING), several pictures, or one in a format or a manner that is
            not read here (UNSUPPORTED), a file outside of the paper (UNSAFE), undecodable (UNREADABLE), too many
            pixels (TOO_LARGE), icon-sized or blank (NO_DIAGRAM), or its reader gave up (ENGINE_FAILED, TIMEOUT).
    """
    if not figure.shown:
        raise SourceError(f"figure {figure.number} shows no picture")
    for shown in figure.shown:
        if isinstance(shown, Unread):
            raise SourceError(f"figure {figure.number}: {shown.why}{_NOT_PRINTED}", reason=shown.reason)
    if not is_one_picture(figure):
        message = f"figure {figure.number} is no single file that is read here{_NOT_PRINTED}"
        raise SourceError(message, reason=RejectionReason.UNSUPPORTED)
    graphics = figure.graphics[0]
    if isinstance(graphics, PageRegion):
        return checked(page_picture(folder / graphics.file, graphics.page, graphics.box or ()))
    content = read_bytes(folder, graphics.path.as_posix(), MAX_PICTURE_BYTES)
    kind = graphics.path.suffix.lower()
    if kind == ".pdf":
        content = page_picture(folder / graphics.path, graphics.page)
    elif kind == ".svg":
        content = _svg_as_png(content)
    return checked(content)


def checked(content: bytes) -> bytes:
    """A PNG or JPEG as PNG in RGB over white; raises as :func:`picture_of`."""
    with opened(content, MAX_PIXELS, ("PNG", "JPEG")) as image:
        picture = on_white(image)
    if min(picture.size) < LEAST_SIDE or _is_blank(picture):
        raise SourceError("blank, or of the size of an icon", reason=RejectionReason.NO_DIAGRAM)
    png = io.BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


def _is_blank(picture: Image.Image) -> bool:
    return all(low == high for low, high in (band.getextrema() for band in picture.split()))


def _svg_as_png(content: bytes) -> bytes:
    """By the project's own rasteriser, after everything but the drawing itself was taken out."""
    drawing = sanitised(content)
    page = _VIEW_BOX.search(drawing.svg) or _SIZE.search(drawing.svg)
    if page is None:
        raise SourceError("an SVG figure that does not say how large it is", reason=RejectionReason.UNSUPPORTED)
    width, height = (max(float(value), 1.0) for value in page.groups())
    scale = LONG_SIDE / max(width, height)
    return rasterised(drawing, max(round(width * scale), 1), max(round(height * scale), 1))
