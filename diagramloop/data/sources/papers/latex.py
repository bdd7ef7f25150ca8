r"""Reads a paper's LaTeX: sections and paragraphs as plain text, figures with captions, labels and mentions.

What the text says is never followed: instructions in it are text like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from diagramloop.data.sources._papers import Passage
from diagramloop.data.sources.papers.braces import argument, arguments, braces, without_arguments
from diagramloop.data.sources.papers.environments import Environment, environments, without_environments
from diagramloop.data.sources.papers.latex_figures import (
    CAPTION,
    FIGURES,
    LABEL,
    SUBFIGURES,
    WIDE,
    Pictures,
    drawn_figures,
)
from diagramloop.data.sources.papers.latex_source import assembled
from diagramloop.data.sources.papers.latex_text import plain
from diagramloop.data.sources.papers.manuscript import Figure, Manuscript, mentions
from diagramloop.errors import RejectionReason, SourceError

MAX_TEXT = 400_000  # characters that become paragraphs
MAX_FIGURES, MAX_SECTIONS, MAX_PARAGRAPHS = 200, 500, 5_000

_NO_TEXT = (
    *("table", "table*", "wraptable", "tabular", "tabular*", "longtable", "algorithm", "algorithm*", "algorithmic"),
    *("thebibliography", "tikzpicture", "CCSXML", "acks"),
)
_HEADING = re.compile(
    r"\\(section|subsection|subsubsection|paragraph)\s{0,9}(\*)?\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}(?=\{)"
)
_TITLE = re.compile(r"\\(?:icml)?title\*?\s{0,9}(?:\[[^\[\]]{0,1000}\])?\s{0,9}(?=\{)")
_ABSTRACT = re.compile(r"\\abstract\s{0,9}(?=\{)")
_FRONT_END = re.compile(r"\\maketitle\b|\\end\{(?:abstract|frontmatter)\}")
_BREAK = re.compile(r"\n[ \t]*\n\s*|\\par\b|\\appendix\b|\\newpage\b|\\clearpage\b")
_PLACE = "\n\n\x00{}\x00\n\n"  # where a figure stood; no paper's text holds NUL
_STYLES = re.compile(r"\\(?:tikzset|usetikzlibrary|pgfdeclarelayer|pgfsetlayers)(?![A-Za-z])")
_PLACED = re.compile(r"\x00(\d+)\x00")
_LEVELS = {"section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}


def read_latex(folder: Path) -> Manuscript:
    """The paper whose LaTeX lies in ``folder``.

    Raises:
        SourceError: see :func:`~diagramloop.data.sources.papers.latex_source.assembled`; also more than 200 figures,
            500 sections, 5,000 paragraphs or 400,000 characters of text (TOO_LARGE).
    """
    source = without_arguments(_STYLES, assembled(folder).replace("\x00", ""))
    preamble, _, body = source.partition(r"\begin{document}")
    teasers = list(environments(preamble, FIGURES))
    body = "".join([*(preamble[one.begin : one.end] for one in teasers), body])
    drawn = drawn_figures(body)
    _check_count("figures", len(drawn), MAX_FIGURES)
    numbers = {label: f"Figure {n}" for n, e in enumerate(drawn, start=1) for label in LABEL.findall(e.body)}
    text = _with_places(body, drawn)
    blocks = list(islice(_blocks(text), MAX_SECTIONS + 1))
    _check_count("sections", len(blocks), MAX_SECTIONS)
    numbers |= {block.label: f"Section {block.number}" for block in blocks if block.label and block.number}
    passages, figures = _read_blocks(blocks, numbers, drawn, Pictures(folder, source))
    said = mentions(passages)
    return Manuscript(
        title=_first(_TITLE, source, numbers),
        abstract=_abstract(source, numbers),
        passages=passages,
        figures=tuple(replace(figure, mentions=said.get(figure.number, ())) for figure in figures),
    )


def _check_count(what: str, count: int, most: int) -> None:
    if count > most:
        raise SourceError(f"more than {most} {what}", reason=RejectionReason.TOO_LARGE)


def _with_places(body: str, drawn: list[Environment]) -> str:
    """The text behind the title with a mark where each captioned figure stood; other floats are left out."""
    pieces, at = [], 0
    for number, figure in enumerate(drawn, start=1):
        pieces += [body[at : figure.begin], _PLACE.format(number)]
        at = figure.end
    text = _without_front("".join([*pieces, body[at:]]))
    return without_environments(text, ("abstract", *FIGURES, *_NO_TEXT))


def _without_front(text: str) -> str:
    """Without what stands before the end of title, abstract and front matter, the marks of figures apart."""
    heading = _HEADING.search(text)
    ends = [found.end() for found in _FRONT_END.finditer(text, 0, heading.start() if heading else len(text))]
    end = (ends[-1] if heading else ends[0]) if ends else 0  # without a heading, a later title is a supplement's
    return "".join(_PLACE.format(number) for number in _PLACED.findall(text, 0, end)) + text[end:]


@dataclass(frozen=True)
class _Block:
    """The text under one heading; ``number`` as printed, or empty for a starred one and for paragraphs."""

    titles: tuple[str, ...]
    number: str
    label: str
    text: str


def _blocks(text: str) -> Iterator[_Block]:
    closed = braces(text)
    titles: list[str] = []
    counters = [0, 0, 0]
    number, at = "", 0
    for match in _HEADING.finditer(text):
        found = argument(text, match.end(), closed)
        if found is None or match.start() < at:
            continue
        yield _block(titles, number, text[at : match.start()])
        level = _LEVELS[match[1]]
        titles = [*titles[: level - 1], *[""] * (level - 1 - len(titles)), found[0]]
        number = ""
        if level <= len(counters) and not match[2]:
            counters[level - 1 :] = [counters[level - 1] + 1, *[0] * (len(counters) - level)]
            number = ".".join(map(str, counters[:level]))
        at = found[1]
    yield _block(titles, number, text[at:])


def _block(titles: list[str], number: str, text: str) -> _Block:
    label = LABEL.match(text.lstrip()[:400])
    return _Block(tuple(titles), number, label[1] if label else "", text)


def _read_blocks(
    blocks: list[_Block], numbers: dict[str, str], drawn: list[Environment], pictures: Pictures
) -> tuple[tuple[Passage, ...], tuple[Figure, ...]]:
    total = sum(len(block.text) for block in blocks)
    _check_count("characters of text", total, MAX_TEXT)
    _check_count("paragraphs", sum(len(_BREAK.findall(block.text)) for block in blocks), MAX_PARAGRAPHS)
    passages: list[Passage] = []
    figures: list[Figure] = []
    before = 0
    for block in blocks:
        section = " > ".join(title for title in (plain(t, numbers) for t in block.titles) if title)
        for piece in _BREAK.split(block.text):
            placed = _PLACED.search(piece)
            if placed:
                number = int(placed[1])
                figures.append(_figure(number, drawn[number - 1], section, before / total, numbers, pictures))
            elif text := plain(piece, numbers):
                passages.append(Passage(section, text))
            before += len(piece)
    return tuple(passages), tuple(figures)


def _figure(
    number: int, drawn: Environment, section: str, position: float, numbers: dict[str, str], pictures: Pictures
) -> Figure:
    own = without_environments(drawn.body, SUBFIGURES)  # without the panels' captions and labels
    caption = _first(CAPTION, own, numbers) or _first(CAPTION, drawn.body, numbers)
    label = LABEL.search(own) or LABEL.search(drawn.body)
    return Figure(
        number=number,
        label=label[1] if label else "",
        caption=caption,
        shown=pictures.of(drawn.body),
        section=section,
        position=position,
        wide=drawn.name in WIDE,
    )


def _abstract(source: str, numbers: dict[str, str]) -> str:
    for found in environments(source, ("abstract",)):
        return plain(found.body, numbers)
    return _first(_ABSTRACT, source, numbers)


def _first(command: re.Pattern[str], text: str, numbers: dict[str, str]) -> str:
    """The argument of the first such command in ``text`` as plain text, or nothing."""
    return next((plain(given.replace("\\\\", " "), numbers) for given in arguments(command, text)), "")
