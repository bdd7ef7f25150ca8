"""Reads a paper's PDF, where there is no LaTeX: lines, columns, headings by their type, captions, figure regions."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from diagramloop.data.sources._papers import Passage
from diagramloop.data.sources.papers.eprint import PDF
from diagramloop.data.sources.papers.graphics import PageRegion
from diagramloop.data.sources.papers.manuscript import Figure, Manuscript, mentions
from diagramloop.data.sources.papers.pdf_figures import has_columns, regions_of
from diagramloop.data.sources.papers.pdf_lines import GUTTER, Line, Page, page_of
from diagramloop.data.sources.papers.pdf_page import page_content, pages_in
from diagramloop.data.sources.papers.pdf_paragraphs import (
    ABSTRACT,
    CAPTION,
    HEADING_WORDS,
    LEAST_WORDS,
    RUN_IN,
    Paragraph,
    body_size,
    is_heading,
    joined,
    numbered_end,
    paragraphs_of,
)
from diagramloop.errors import RejectionReason, SourceError

MAX_PAGES = 40
MAX_FIGURES = 200

_ROMAN = re.compile(r"[IVX]{1,5}\.\s+(?=[A-Z])")


PAPER = PurePosixPath(PDF)


def read_pdf(folder: Path, file: PurePosixPath = PAPER) -> Manuscript:
    """The paper in ``file`` of ``folder``; its first 40 pages.

    Raises:
        SourceError: no text in it (EMPTY), more than 200 captions (TOO_LARGE), or as
            :func:`~diagramloop.data.sources.papers.pdf_page.pages_in`.
    """
    pages = [page_of(file, number, content) for number, content in enumerate(_contents(folder / file))]
    lines = [line for page in pages for line in page.lines]
    if not lines:
        raise SourceError("the PDF holds no text", reason=RejectionReason.EMPTY)
    body = body_size(lines)
    title = _title(pages[0], body)
    paragraphs = list(paragraphs_of(_with_headings_bold(_without_front(lines), body), body))
    passages, figures = _read_paragraphs(paragraphs, pages, body, title)
    said = mentions(passages)
    abstract = {at: text for at, passage in enumerate(passages) if (text := _abstract(passage))}
    return Manuscript(
        title=title,
        abstract=" ".join(abstract.values()),
        passages=tuple(passage for at, passage in enumerate(passages) if at not in abstract),
        figures=tuple(replace(figure, mentions=said.get(figure.number, ())) for figure in figures),
    )


def _contents(file: Path) -> list[dict[str, Any]]:
    return [page_content(file, number) for number in range(min(MAX_PAGES, pages_in(file)))]


def _abstract(passage: Passage) -> str:
    """The text of a paragraph of the abstract: under its heading, or with it run in, as ``Abstract—We show``; or ""."""
    if passage.section.lower() == "abstract":
        return passage.text
    run_in = RUN_IN.match(passage.text)
    return passage.text[run_in.end() :] if run_in else ""


def _title(first: Page, body: float) -> str:
    """The largest lines of the first page's upper half."""
    upper = [line for line in first.lines if line.top < first.height / 2 and line.size > body]
    largest = max((line.size for line in upper), default=0.0)
    return " ".join(line.text for line in upper if line.size == largest)


def _without_front(lines: list[Line]) -> list[Line]:
    """Without what stands above the abstract, and above a figure above it: the title, and who wrote the paper."""
    first = [line for line in lines if line.page == 0]
    abstract = next((line.top for line in first if ABSTRACT.match(line.text)), 0.0)
    end = min((line.top for line in first if line.top < abstract and CAPTION.match(line.text)), default=abstract)
    return [line for line in lines if line.page or line.bottom > end]


def _with_headings_bold(lines: list[Line], body: float) -> list[Line]:
    """Bold are now the headings set as large as the text: ``I. Method``, ``A. Encoder`` in italics, with space above.

    A bold paragraph of three lines or more, as some abstracts are, is not bold any more.
    """
    runs: list[list[Line]] = []
    for line in lines:
        before = runs[-1][-1] if runs else None
        apart = before is None or line.page != before.page or not -body < line.top - before.bottom < 0.25 * body
        if (
            apart
            and line.words <= HEADING_WORDS
            and (_ROMAN.match(line.text) or (line.italic and numbered_end(line.text)))
        ):
            line = replace(line, bold=True)
        if before is None or apart or line.bold != before.bold or line.size != before.size:
            runs.append([])
        runs[-1].append(line)
    return [replace(line, bold=line.bold and len(run) < 3) for run in runs for line in run]


def _read_paragraphs(
    paragraphs: list[Paragraph], pages: list[Page], body: float, title: str
) -> tuple[list[Passage], list[Figure]]:
    passages: list[Passage] = []
    figures: dict[int, Figure] = {}
    captions = [index for index, paragraph in enumerate(paragraphs) if CAPTION.match(joined(paragraph))]
    if len(captions) > MAX_FIGURES:
        raise SourceError(f"more than {MAX_FIGURES} captions", reason=RejectionReason.TOO_LARGE)
    found = regions_of([(pages[paragraphs[at][0].page], paragraphs[at]) for at in captions], body)
    regions = dict(zip(captions, found, strict=True))
    titles: list[str] = []
    for index, paragraph in enumerate(paragraphs):
        text = joined(paragraph)
        section = " > ".join(name for name in titles if name)
        caption = CAPTION.match(text)
        if caption and not _shown(figures.get(int(caption[1]))):
            number = int(caption[1])
            figures[number] = _figure(
                number,
                text[caption.end() :],
                paragraph,
                pages[paragraph[0].page],
                regions[index],
                section,
                index / len(paragraphs),
            )
        elif len(paragraph) == 1 and is_heading(paragraph[0], body):
            titles = titles if text in title else _under(titles, paragraph[0])
        elif abs(paragraph[0].size - body) <= 1.0 and text not in title:
            passages.append(Passage(section, text))
    return _without_labels(passages), [figures[number] for number in sorted(figures)]


def _shown(figure: Figure | None) -> bool:
    """True if a figure was found with its picture: of two captions of one number, one is a sentence that begins so."""
    return figure is not None and bool(figure.graphics)


def _without_labels(passages: list[Passage]) -> list[Passage]:
    """Without page numbers, running heads and the words in figures: what is no sentence."""
    return [passage for passage in passages if len(passage.text.split()) >= LEAST_WORDS]


def _under(titles: list[str], heading: Line) -> list[str]:
    end = numbered_end(heading.text)
    level = 1 if heading.italic else heading.text[:end].strip().rstrip(".").count(".")
    return [*titles[:level], *[""] * (level - len(titles)), heading.text[end:]]


def _figure(
    number: int,
    caption: str,
    paragraph: Paragraph,
    page: Page,
    region: PageRegion | None,
    section: str,
    position: float,
) -> Figure:
    wide = (
        min(line.x0 for line in paragraph)
        < page.width / 2 - GUTTER
        < page.width / 2 + GUTTER
        < max(line.x1 for line in paragraph)
    )
    return Figure(
        number=number,
        label="",
        caption=caption,
        shown=() if region is None else (region,),
        section=section,
        position=position,
        wide=wide and has_columns(page),
    )
