"""The contents of a figure: pictures, and the layout of several of them in its LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from diagramloop.errors import RejectionReason

Options = tuple[tuple[str, str], ...]
r"""As ``\includegraphics`` takes them, in their order, which matters: ``("angle", "90"), ("width", r"\linewidth")``."""


@dataclass(frozen=True)
class Words:
    """The words on a picture.

    Attributes:
        x, y: of the beginning of its base line, from the picture's bottom left, by its longer side.
        size: of its type, in points.
        colour: as CSS calls it.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str = "black"


@dataclass(frozen=True)
class GraphicsFile:
    """A picture's file in the paper's folder, and what is written on it."""

    path: PurePosixPath
    options: Options = ()
    words: tuple[Words, ...] = ()


@dataclass(frozen=True)
class TikZ:
    """A picture written in TikZ: its environment, and what of the preamble it may need."""

    source: str
    preamble: str
    options: Options = ()


@dataclass(frozen=True)
class PageRegion:
    """A part of a PDF page: page from 0, box (x0, y0, x1, y1) in points from the top left, or None for all of it.

    ``file`` lies in the paper's folder.
    """

    file: PurePosixPath
    page: int
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class Unread:
    """A picture that a figure shows and that cannot be had, and why."""

    why: str
    reason: RejectionReason


@dataclass(frozen=True)
class Panels:
    """Pictures side by side, row under row.

    Attributes:
        rows: from the top; the panels of one from the left.
        line: the length at which its rows are broken, as LaTeX writes lengths; they are not where it is empty.
        base: what of it stands on the base line of the row that it is in: its first row ``t``, its middle ``c``, or
            its end ``b``.
        options: what is done to all of it, as to one picture.
    """

    rows: tuple[tuple[Panel, ...], ...]
    line: str = ""
    base: str = "b"
    options: Options = ()


Graphics = GraphicsFile | TikZ | PageRegion
Panel = Graphics | Unread | Panels


def pictures(panel: Panel) -> Iterator[Graphics | Unread]:
    """The pictures in a panel, row by row."""
    if isinstance(panel, Panels):
        for row in panel.rows:
            for part in row:
                yield from pictures(part)
    else:
        yield panel
