"""Reads a paper's PDF, where there is no LaTeX: lines, columns, headings by their type, captions, figure regions."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from flowbench.errors import RejectionReason, SourceError
from flowbench.sources._papers import Passage
from flowbench.sources.papers._limited import run_pdf_reader
from flowbench.sources.papers.eprint import PDF
from flowbench.sources.papers.manuscript import Figure, Manuscript, PageRegion, mentions

GUTTER = 8.0  # points; a gap in the middle of the page that is as wide parts two columns
INDENT = 6.0  # points by which a paragraph's first line stands in
SAME_LINE = 3.0  # points between the tops of two words of one line
FIGURE_GAP = 40.0  # points between two parts of one figure, and from it to its caption
MARGIN = 4.0  # points around a figure's drawn objects
BACKGROUND = 0.7  # of the page's height: whatever is as tall is no figure

_CAPTION = re.compile(r"(?:Figure|Fig\.?)\s*(\d{1,3})\s*[:.|–-]\s*(?=\S)", re.I)
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,2}|[IVX]{1,5}|[A-Z])\.?\s+(?=[A-Z])")
_BOLD = re.compile(r"bold|black|heavy|cmbx|semib|demi|medi\b", re.I)


@dataclass(frozen=True)
class _Line:
    page: int
    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float
    bold: bool

    @property
    def words(self) -> int:
        return len(self.text.split())


@dataclass(frozen=True)
class _Page:
    number: int
    width: float
    height: float
    lines: tuple[_Line, ...]
    drawn: tuple[tuple[float, float, float, float], ...]


_Paragraph = list[_Line]


def read_pdf(folder: Path) -> Manuscript:
    """The paper in ``paper.pdf``; its first 40 pages.

    Raises:
        SourceError: no text in it (EMPTY), or as :func:`~flowbench.sources.papers._limited.run_pdf_reader`.
    """
    answer: list[dict[str, Any]] = json.loads(run_pdf_reader("read", str((folder / PDF).resolve())))
    pages = [_page(number, content) for number, content in enumerate(answer)]
    lines = [line for page in pages for line in page.lines]
    if not lines:
        raise SourceError("the PDF holds no text", reason=RejectionReason.EMPTY)
    body = _body_size(lines)
    title = _title(pages[0], body)
    paragraphs = list(_paragraphs(lines, body))
    passages, figures = _read_paragraphs(paragraphs, pages, body, title)
    said = mentions(passages)
    abstract = " ".join(passage.text for passage in passages if passage.section.lower() == "abstract")
    return Manuscript(
        title=title,
        abstract=abstract,
        passages=tuple(passage for passage in passages if passage.section.lower() != "abstract"),
        figures=tuple(replace(figure, mentions=said.get(figure.number, ())) for figure in figures),
    )


def _page(number: int, content: dict[str, Any]) -> _Page:
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
    return _Page(number, width, height, tuple(lines), tuple(drawn))


def _at_gutter(row: list[list[Any]], middle: float) -> Iterator[list[list[Any]]]:
    """The row's words, parted where a gap as wide as a gutter spans the middle of the page."""
    start = 0
    for at, (left, right) in enumerate(pairwise(row), start=1):
        if right[1] - left[3] >= GUTTER and left[3] <= middle + GUTTER and right[1] >= middle - GUTTER:
            yield row[start:at]
            start = at
    yield row[start:]


def _line(page: int, words: list[list[Any]]) -> _Line:
    return _Line(
        page=page,
        text=" ".join(word[0] for word in words),
        x0=min(word[1] for word in words),
        top=min(word[2] for word in words),
        x1=max(word[3] for word in words),
        bottom=max(word[4] for word in words),
        size=round(Counter(word[5] for word in words).most_common(1)[0][0], 1),
        bold=all(_BOLD.search(word[6]) for word in words),
    )


def _in_reading_order(lines: list[_Line], middle: float) -> Iterator[_Line]:
    """Column by column, between lines that span both."""
    left: list[_Line] = []
    right: list[_Line] = []
    for line in lines:
        if line.x0 >= middle - GUTTER:
            right.append(line)
        elif line.x1 <= middle + GUTTER:
            left.append(line)
        else:
            yield from [*left, *right, line]
            left, right = [], []
    yield from [*left, *right]


def _body_size(lines: list[_Line]) -> float:
    """The type size that most characters have."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[line.size] += len(line.text)
    return max(counts, key=lambda size: (counts[size], size))


def _title(first: _Page, body: float) -> str:
    """The largest lines of the first page's upper half."""
    upper = [line for line in first.lines if line.top < first.height / 2 and line.size > body]
    largest = max((line.size for line in upper), default=0.0)
    return " ".join(line.text for line in upper if line.size == largest)


def _is_heading(line: _Line, body: float) -> bool:
    if line.words > 12 or not line.text[:1].isalnum() or line.text.endswith((",", ";")):
        return False
    named = line.text[_numbered_end(line.text) :]
    return named[:1].isupper() and (line.size > 1.08 * body or (line.bold and line.size >= 0.95 * body))


def _numbered_end(text: str) -> int:
    numbered = _NUMBERED.match(text)
    return numbered.end() if numbered else 0


def _paragraphs(lines: list[_Line], body: float) -> Iterator[_Paragraph]:
    paragraph: _Paragraph = []
    for line in lines:
        if paragraph and _begins_anew(paragraph[-1], line, body):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    yield paragraph


def _begins_anew(before: _Line, line: _Line, body: float) -> bool:
    if _is_heading(line, body) or _is_heading(before, body) or _CAPTION.match(line.text):
        return True
    if abs(line.size - before.size) > 0.6:
        return True
    if line.page != before.page or line.top < before.top:  # next column or page
        return before.text.endswith((".", ":", "!", "?"))
    if line.x0 - before.x0 > INDENT and before.text.endswith((".", ":", "!", "?")):
        return True
    return line.top - before.bottom > 0.6 * body


def _read_paragraphs(
    paragraphs: list[_Paragraph], pages: list[_Page], body: float, title: str
) -> tuple[list[Passage], list[Figure]]:
    passages: list[Passage] = []
    figures: dict[int, Figure] = {}
    titles: list[str] = []
    for index, paragraph in enumerate(paragraphs):
        text = _joined(paragraph)
        section = " > ".join(name for name in titles if name)
        caption = _CAPTION.match(text)
        if caption and int(caption[1]) not in figures:
            number = int(caption[1])
            figures[number] = _figure(
                number, text[caption.end() :], paragraph, pages, body, section, index / len(paragraphs)
            )
        elif len(paragraph) == 1 and _is_heading(paragraph[0], body):
            titles = titles if text in title else _under(titles, text)
        elif abs(paragraph[0].size - body) <= 1.0 and text not in title:
            passages.append(Passage(section, text))
    return _without_labels(passages), [figures[number] for number in sorted(figures)]


def _without_labels(passages: list[Passage]) -> list[Passage]:
    """Without page numbers, running heads and the words in figures: what is no sentence."""
    return [passage for passage in passages if len(passage.text.split()) >= 5]


def _under(titles: list[str], heading: str) -> list[str]:
    end = _numbered_end(heading)
    level = heading[:end].strip().rstrip(".").count(".")
    return [*titles[:level], *[""] * (level - len(titles)), heading[end:]]


def _joined(paragraph: _Paragraph) -> str:
    text = ""
    for line in paragraph:
        hyphenated = re.search(r"[a-z]-$", text) and line.text[:1].islower()
        text = text[:-1] + line.text if hyphenated else f"{text} {line.text}"
    return text.strip()


def _figure(
    number: int, caption: str, paragraph: _Paragraph, pages: list[_Page], body: float, section: str, position: float
) -> Figure:
    page = pages[paragraph[0].page]
    wide = (
        min(line.x0 for line in paragraph)
        < page.width / 2 - GUTTER
        < page.width / 2 + GUTTER
        < max(line.x1 for line in paragraph)
    )
    region = _region(page, paragraph[0], body)
    return Figure(
        number=number,
        label="",
        caption=caption,
        graphics=() if region is None else (region,),
        section=section,
        position=position,
        wide=wide and _has_columns(page),
    )


def _has_columns(page: _Page) -> bool:
    return sum(line.x0 >= page.width / 2 - GUTTER and line.words > 3 for line in page.lines) > 5


def _region(page: _Page, caption: _Line, body: float) -> PageRegion | None:
    """The drawn objects right above the caption, and the words among them."""
    floor = max(
        (line.bottom for line in page.lines if line.bottom <= caption.top and _is_prose(line, body, caption)),
        default=0.0,
    )
    top, parts = caption.top, []
    for box in sorted(page.drawn, key=lambda box: (-box[3], box)):
        if floor - MARGIN <= box[1] and box[3] <= caption.top + MARGIN and _shares_column(box, caption, page):
            if top - box[3] > FIGURE_GAP:
                break
            parts.append(box)
            top = min(top, box[1])
    if not parts:
        return None
    inside = [
        (line.x0, line.top, line.x1, line.bottom)
        for line in page.lines
        if line.top >= top - FIGURE_GAP / 4
        and line.bottom <= caption.top
        and line.top >= floor
        and _shares_column((line.x0, line.top, line.x1, line.bottom), caption, page)
    ]
    x0, y0, x1, y1 = (pick(box[i] for box in [*parts, *inside]) for i, pick in enumerate((min, min, max, max)))
    return PageRegion(page.number, (x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, min(y1 + MARGIN, caption.top)))


def _is_prose(line: _Line, body: float, caption: _Line) -> bool:
    overlaps = line.x0 < caption.x1 and caption.x0 < line.x1
    return overlaps and line.words >= 7 and abs(line.size - body) <= 0.6


def _shares_column(box: tuple[float, float, float, float], caption: _Line, page: _Page) -> bool:
    """Everything does with a caption that spans the page's middle; else what lies on the caption's side of it."""
    middle = page.width / 2
    if caption.x0 < middle - GUTTER and (caption.x1 > middle + GUTTER or not _has_columns(page)):
        return True
    return box[2] <= middle + GUTTER if caption.x0 < middle else box[0] >= middle - GUTTER
