"""Lines of a PDF's pages put together to paragraphs, and the headings among them, by size and manner of their type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from diagramloop.data.sources.papers.pdf_lines import Line

INDENT = 6.0  # points by which a paragraph's first line stands in
HEADING_WORDS = 12  # at most
LEAST_WORDS = 5  # of a line of text, or of a whole paragraph; fewer are a label, a page number, a running head

CAPTION = re.compile(r"(?:Figure|Fig\.?)\s*(\d{1,3})(?:\s*[:.|–-]\s*(?=\S)|\s+(?=(?-i:[A-Z])))", re.I)
ABSTRACT = re.compile(r"abstract\b\s*+(?:[.:—–-]++\s*+)?", re.I)
RUN_IN = re.compile(r"abstract\s*[.:—–-]+\s*", re.I)
_ENDS = (".", ":", "!", "?")  # of what a paragraph may end with
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,2}|[IVX]{1,5}|[A-Z])\.?\s+(?=[A-Z])")

Paragraph = list[Line]


def body_size(lines: Iterable[Line]) -> float:
    """The type size that most characters have."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[line.size] += len(line.text)
    return max(counts, key=lambda size: (counts[size], size))


def is_heading(line: Line, body: float) -> bool:
    """True of a short line that is larger than the text, or bold."""
    if ABSTRACT.fullmatch(line.text):
        return True
    if line.words > HEADING_WORDS or not line.text[:1].isalnum() or line.text.endswith((",", ";", ".")):
        return False
    if RUN_IN.match(line.text):
        return False
    named = line.text[numbered_end(line.text) :]
    return named[:1].isupper() and (line.size > 1.08 * body or (line.bold and line.size >= 0.95 * body))


def numbered_end(text: str) -> int:
    """The end of the number that a heading begins with; 0 if none."""
    numbered = _NUMBERED.match(text)
    return numbered.end() if numbered else 0


def paragraphs_of(lines: list[Line], body: float) -> Iterator[Paragraph]:
    """The lines, paragraph by paragraph; none of no lines."""
    paragraph: Paragraph = []
    for line in lines:
        if paragraph and _begins_anew(paragraph[-1], line, body):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _begins_anew(before: Line, line: Line, body: float) -> bool:
    if is_heading(line, body) or is_heading(before, body) or abs(line.size - before.size) > 0.6:
        return True
    ended = before.text.endswith(_ENDS)
    if CAPTION.match(line.text) and (ended or before.words < LEAST_WORDS):  # else a sentence goes on so
        return True
    if line.page != before.page or line.top < before.top:  # next column or page
        return ended
    return line.top - before.bottom > 0.6 * body or (ended and line.x0 - before.x0 > INDENT)


def joined(paragraph: Paragraph) -> str:
    """The text of a paragraph, words that are parted by a hyphen put together."""
    text = ""
    for line in paragraph:
        hyphenated = re.search(r"[a-z]-$", text) and line.text[:1].islower()
        text = text[:-1] + line.text if hyphenated else f"{text} {line.text}"
    return text.strip()
