"""Cue phrases: words that say how steps hang together rather than what is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded._lexicon import phrases
from diagramloop.engines.extract.embedded.segmentation import Sentence


class CueKind(StrEnum):
    """The meaning of a cue phrase; the lexicon lists the phrases of each under this name."""

    BEGINNING = "beginning"  # the process starts here
    ENDING = "ending"  # the process is over
    PROCEEDING = "proceeding"  # nothing happens here but that it goes on
    PARALLEL = "parallel"  # what follows happens at the same time
    CONDITION = "condition"  # opens a condition's clause
    OTHERWISE = "otherwise"  # a condition in itself: none of the others
    CONTRAST = "contrast"  # another case of the same question
    REFERENCE = "reference"  # opens a clause that refers back to a step
    RETURN = "return"  # goes back to a step
    INCLUSIVE = "inclusive"  # one or more of the cases
    CONCLUSION = "conclusion"  # whatever happened before, this comes last
    DATA = "data"  # speaks of data objects
    NOTICE = "notice"  # what follows is to be heeded in a step
    INQUIRY = "inquiry"  # asks whether; its "if" opens no condition


@dataclass(frozen=True)
class Cue:
    """A cue phrase on tokens ``start`` to ``end`` (exclusive)."""

    kind: CueKind
    start: int
    end: int


def cues(sentence: Sentence) -> list[Cue]:
    """The cue phrases of a sentence outside quotation marks, by place."""
    return sorted(_found(sentence), key=lambda cue: (cue.start, -cue.end))


def _found(sentence: Sentence) -> Iterator[Cue]:
    for kind in CueKind:
        for start, end in phrases(kind.value).found(sentence.tokens, _unquoted):
            yield Cue(kind, start, end)


def _unquoted(token: Token) -> str:
    return "" if token.quoted else token.lower
