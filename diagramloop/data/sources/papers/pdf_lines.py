"""The pages of a PDF: words into lines, lines into columns in the order of reading, and what is drawn on them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from diagramloop.graph import Box

GUTTER = 8.0  # points; a gap in the middle of the page that is as wide parts two columns
SAME_LINE = 3.0  # points between the tops of two words of one line
BACKGROUND = 0.7  # of the page's height: whatever is as tall is no figure

_BOLD = re.compile(r"bold|black|heavy|cmbx|semib|demi|medi\b", re.I)
_ITALIC = re.compile(r"ital|oblique|cmti|cmsl", re.I)


@dataclass(frozen=True)
class Line:
    """One line of one column: page from 0, box in points from the page's top left, size of most of its type.

    ``bold`` and ``italic`` say that all of it is.
    """

    page: int
    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float
    bold: bool
    italic: bool = False

    @property
    def words(self) -> int:
        """The number of words."""
        return len(self.text.split())

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        return self.x0, self.top, self.x1, self.bottom


@dataclass(frozen=True)
class Page:
    """One page of a file: its lines in the order of reading, and the boxes of what is drawn on it."""

    file: PurePosixPath
    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    drawn: tuple[Box, ...]


def page_of(file: PurePosixPath, number: int, content: dict[str, Any]) -> Page:
    """The page that the reader of PDF files described (:func:`._pdf_room.read`)."""
    width, height = content["width"], content["height"]
    rows: list[list[list[Any]]] = []
    for word in sorted(content["words"], key=lambda w: (w[2], w[1])):
        if rows and abs(rows[-1][0][2] - word[2]) <= SAME_LINE:
            rows[-1].append(word)
        else:
            rows.append([word])
    pieces = (piece for row in rows for piece in _at_gutter(sorted(row, key=lambda w: w[1]), width / 2))
    lines = _in_reading_order([_line(number, piece) for piece in pieces], width / 2)
    drawn = ((box[0], box[1], box[2], box[3]) for box in content["drawn"] if box[3] - box[1] < BACKGROUND * height)
    return Page(file, number, width, height, tuple(lines), tuple(drawn))


def _at_gutter(row: list[list[Any]], middle: float) -> Iterator[list[list[Any]]]:
    """The row's words, parted where a gap as wide as a gutter spans the middle of the page."""
    start = 0
    for at, (left, right) in enumerate(pairwise(row), start=1):
        if right[1] - left[3] >= GUTTER and left[3] <= middle + GUTTER and right[1] >= middle - GUTTER:
            yield row[start:at]
            start = at
    yield row[start:]


def _line(page: int, words: list[list[Any]]) -> Line:
    return Line(
        page=page,
        text=" ".join(word[0] for word in words),
        x0=min(word[1] for word in words),
        top=min(word[2] for word in words),
        x1=max(word[3] for word in words),
        bottom=max(word[4] for word in words),
        size=round(Counter(word[5] for word in words).most_common(1)[0][0], 1),
        bold=all(_BOLD.search(word[6]) for word in words),
        italic=all(_ITALIC.search(word[6]) for word in words),
    )


def _in_reading_order(lines: list[Line], middle: float) -> Iterator[Line]:
    """Column by column, between lines that span both."""
    left: list[Line] = []
    right: list[Line] = []
    for line in lines:
        if line.x0 >= middle - GUTTER:
            right.append(line)
        elif line.x1 <= middle + GUTTER:
            left.append(line)
        else:
            yield from [*left, *right, line]
            left, right = [], []
    yield from [*left, *right]
