"""A figure as vectors, where the paper has it as such: an SVG as it is, a page of a PDF as SVG (DiagramEval, 4.1)."""

from __future__ import annotations

from pathlib import Path

from diagramloop.data.sources._files import MAX_PICTURE_BYTES, read_bytes
from diagramloop.data.sources.papers.figure_picture import is_one_picture
from diagramloop.data.sources.papers.graphics import PageRegion
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.data.sources.papers.pdf_page import page_vectors
from diagramloop.render.sanitised_svg import sanitised


def vectors_of(figure: Figure, folder: Path) -> str:
    """The figure as SVG, sanitised; empty where the paper has it as pixels or as several pictures.

    Args:
        folder: that the figure's files lie in.

    Raises:
        SourceError: a PDF that cannot be read (UNREADABLE), in time (TIMEOUT), or that holds too much (TOO_LARGE).
        FormatError: an SVG that cannot be made safe.
    """
    if not is_one_picture(figure):
        return ""
    graphics = figure.graphics[0]
    if isinstance(graphics, PageRegion):
        return page_vectors(folder / graphics.file, graphics.page, graphics.box or ()).svg
    kind = graphics.path.suffix.lower()
    if kind == ".svg":
        return sanitised(read_bytes(folder, graphics.path.as_posix(), MAX_PICTURE_BYTES)).svg
    if kind == ".pdf":
        return page_vectors(folder / graphics.path, graphics.page).svg
    return ""
