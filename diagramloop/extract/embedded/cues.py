"""Cue phrases: words that say how steps hang together rather than what is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from diagramloop.extract.embedded._lexicon import phrases
from diagramloop.extract.embedded.segmentation import Sentence


class CueKind(StrEnum):
    """What a cue phrase says; the lexicon lists the phrases of each under this name."""

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
    starts, text = [], ""
    for token in sentence.tokens:
        starts.append(len(text))
        text += ("\u00b7" if token.quoted else token.lower) + " "
    place = {offset: at for at, offset in enumerate([*starts, len(text)])}
    for kind in CueKind:
        for match in _pattern(kind).finditer(text):
            yield Cue(kind, place[match.start()], place[match.end()])


@cache
def _pattern(kind: CueKind) -> re.Pattern[str]:
    """All phrases of a kind; ``*`` in a phrase stands for any one word, ``...`` for up to four."""
    alternatives = sorted(phrases(kind), key=len, reverse=True)
    return re.compile(r"(?<!\S)(?:" + "|".join(_expression(phrase) for phrase in alternatives) + ")")


def _expression(phrase: str) -> str:
    wild = {"*": r"\S+ ", "...": r"(?:[^\s,;.]+ ){0,4}?"}
    return "".join(wild.get(word) or f"(?:{'|'.join(map(re.escape, word.split('|')))}) " for word in phrase.split(" "))
