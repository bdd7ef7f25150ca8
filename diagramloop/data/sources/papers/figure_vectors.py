"""A figure as vectors, where the paper has it as such: an SVG as it is, a page of a PDF as SVG (DiagramEval, 4.1).

A figure has to show all of a file, or a part of a paper's page: pictures that are trimmed, turned, written on or put
together are had as pixels only.
"""

from __future__ import annotations

from pathlib import Path

from diagramloop.data.sources._files import MAX_PICTURE_BYTES, read_bytes
from diagramloop.data.sources.papers.figure_picture import page_of
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.data.sources.papers.panels import GraphicsFile, PageRegion, pictures
from diagramloop.data.sources.papers.pdf_page import page_vectors
from diagramloop.render.sanitised_svg import sanitised

_CUTTING = ("trim", "viewport", "angle")


def vectors_of(figure: Figure, folder: Path) -> str:
    """The figure as SVG, sanitised; empty where the paper has it as pixels or as several pictures.

    Args:
        folder: of the unpacked paper.

    Raises:
        SourceError: a PDF that cannot be read (UNREADABLE), in time (TIMEOUT), or that holds too much (TOO_LARGE).
        FormatError: an SVG that cannot be made safe.
    """
    shown = list(pictures(figure.shown))
    if len(shown) != 1:
        return ""
    (one,) = shown
    if isinstance(one, PageRegion):
        return _of_pdf(folder, one)
    if not isinstance(one, GraphicsFile) or one.words or any(key in _CUTTING for key, _ in one.options):
        return ""
    if one.path.suffix.lower() == ".svg":
        return sanitised(read_bytes(folder, one.path.as_posix(), MAX_PICTURE_BYTES)).svg
    return _of_pdf(folder, PageRegion(one.path, page_of(one))) if one.path.suffix.lower() == ".pdf" else ""


def _of_pdf(folder: Path, region: PageRegion) -> str:
    return page_vectors(folder / region.file, region.page, region.box or ()).svg
