"""One picture by itself, read as the figures of documents are, and refused if it is no diagram."""

from __future__ import annotations

from functools import cache

from diagramloop.engines.documents._model import Diagram, Place
from diagramloop.engines.documents.blocks import Figure, Refused
from diagramloop.engines.documents.figures import FigureReader
from diagramloop.engines.documents.limits import Limits
from diagramloop.engines.documents.linked import drawn_block
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.parsers import CHECKED

PICTURE_SUFFIXES = frozenset((".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".svg"))


def read_figure(content: bytes, *, parser: str = CHECKED, title: str = "") -> Diagram:
    """The diagram in a picture file.

    Raises:
        DiagramloopError: it is a chart of data, a photograph or a table, or connects nothing (NO_DIAGRAM), or cannot be
            read.
    """
    block = drawn_block(content, Place(), title, shown=False)
    if isinstance(block, Refused):
        raise block.error
    if not isinstance(block, Figure):
        raise DiagramloopError("not a picture", reason=RejectionReason.UNREADABLE)
    return _reader(parser).read(block, 1)


@cache
def _reader(parser: str) -> FigureReader:
    return FigureReader(parser, Limits())
