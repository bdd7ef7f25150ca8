"""A paper as it was read, from LaTeX or PDF alike: paragraphs, and figures with captions and who refers to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from diagramloop.data.sources._papers import Passage
from diagramloop.data.sources.papers.graphics import Graphics, Shown, Unread

_REFERENCE = re.compile(
    r"\bFig(?:ure|ures|s\.?|\.)?[~\s]*(\d{1,3}(?:\s?\(?[a-z]\)?(?![a-z]))?(?:\s*(?:,|and|&|–|-|to)\s*\d{1,3}(?:\s?\(?[a-z]\)?(?![a-z]))?)*)",
    re.I,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[A-Z“\"(])")
_ABBREVIATION = re.compile(r"(?:\b(?:Fig|Figs|Eq|Eqs|Sec|Tab|Ref|Refs|cf|vs|e\.g|i\.e|et al|resp|No)|\b[A-Z])\.$", re.I)
_RANGE = re.compile(r"(?<!\d)(\d+)\D{0,5}?(?:–|-|to)\s*(\d+)")
MAX_RANGE = 20  # figures that one reference spans
MAX_PARAGRAPH = 20_000  # characters


@dataclass(frozen=True)
class Figure:
    """One figure of a paper.

    Attributes:
        number: as printed, from 1.
        label: LaTeX's, or empty.
        caption: plain text, without "Figure 1:".
        shown: its pictures, in order.
        section: that it stands in.
        position: how far into the paper's text it stands, from 0 to 1.
        wide: whether it spans both columns.
        mentions: the sentences that refer to it.
    """

    number: int
    label: str
    caption: str
    shown: tuple[Shown, ...]
    section: str
    position: float
    wide: bool = False
    mentions: tuple[str, ...] = ()

    @property
    def graphics(self) -> tuple[Graphics, ...]:
        """Those of its pictures that can be had."""
        return tuple(shown for shown in self.shown if not isinstance(shown, Unread))


@dataclass(frozen=True)
class Manuscript:
    """The parts of a paper that were read."""

    title: str
    abstract: str
    passages: tuple[Passage, ...]
    figures: tuple[Figure, ...]


def sentences(paragraph: str) -> list[str]:
    """A paragraph's sentences; "Fig. 2" ends none."""
    made: list[str] = []
    for piece in _SENTENCE_END.split(paragraph[:MAX_PARAGRAPH]):
        if made and _ABBREVIATION.search(made[-1][-12:]):
            made[-1] += f" {piece}"
        else:
            made.append(piece)
    return [sentence.strip() for sentence in made if sentence.strip()]


def figure_numbers(sentence: str) -> frozenset[int]:
    """The figures that a sentence refers to: "Figure 2", "Fig. 2(a)", "Figs. 1 and 3", "Figures 1-3"."""
    numbers: set[int] = set()
    for reference in _REFERENCE.finditer(sentence):
        numbers.update(int(number) for number in re.findall(r"\d+", reference[1]))
        for first, last in _RANGE.findall(reference[1]):
            numbers.update(range(int(first), min(int(last), int(first) + MAX_RANGE)))
    return frozenset(numbers)


def mentions(passages: Iterable[Passage]) -> dict[int, tuple[str, ...]]:
    """For each figure's number the sentences that refer to it, in order."""
    found: dict[int, tuple[str, ...]] = {}
    for passage in passages:
        for sentence in sentences(passage.text):
            for number in sorted(figure_numbers(sentence)):
                found[number] = (*found.get(number, ()), sentence)
    return found
