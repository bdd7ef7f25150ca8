"""Pictures that a figure shows: files in the paper, parts of its PDF, or why one cannot be had."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from diagramloop.errors import RejectionReason


@dataclass(frozen=True)
class GraphicsFile:
    """A picture's file in the paper's folder.

    Attributes:
        page: of a PDF, from 0.
        altered: whether the figure shows it trimmed, turned or written on, so that the file is not the figure.
    """

    path: PurePosixPath
    page: int = 0
    altered: bool = False


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
    """A picture that a figure shows and that no file of the paper holds, and why."""

    why: str
    reason: RejectionReason


Graphics = GraphicsFile | PageRegion
Shown = Graphics | Unread
