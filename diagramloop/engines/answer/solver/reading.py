"""The reading of a question: which operation on the graph it asks for, and what it speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from diagramloop.base.text.word_lists import WordLists, remembered
from diagramloop.engines.attribute.embedded.topology import apart

LISTS = WordLists(__package__, "english.yaml")
LONGEST = 1_000  # characters of a question that are read: patterns may take their square

_MARK = "\0"
_QUOTED = re.compile(r"<(\d+)>")
_AROUND = " \t\r\n?!.,:;"


@dataclass(frozen=True)
class SpokenName:
    """Words for something of the chart.

    Attributes:
        text: as the question has it.
        quoted: whether it is a name in quotation marks.
    """

    text: str
    quoted: bool


@dataclass(frozen=True)
class AskedOperation:
    """The reading of one question.

    Attributes:
        operation: a name in ``english.yaml``.
        of: by the name of the pattern's group, what it speaks of.
    """

    operation: str
    of: Mapping[str, SpokenName]


def reading(question: str) -> AskedOperation | None:
    """The operation that a question asks for; None where it is none that is known here."""
    unnamed, names = apart(question[:LONGEST].replace(_MARK, " "), _MARK)
    numbers = iter(range(len(names)))
    numbered = re.sub(_MARK, lambda _: f" <{next(numbers)}> ", unnamed)
    asked = " ".join(numbered.lower().split()).strip(_AROUND)
    for operation, patterns in _operations().items():
        for pattern in patterns:
            if match := pattern.search(asked):
                of = {name: _spoken(words, names) for name, words in match.groupdict().items() if words}
                return AskedOperation(operation, of)
    return None


@remembered(maxsize=4)
def places() -> dict[str, frozenset[str]]:
    """Names of places that every chart has, by which."""
    return {place: frozenset(names) for place, names in LISTS["places"].items()}


@remembered(maxsize=4)
def _operations() -> dict[str, tuple[re.Pattern[str], ...]]:
    return {name: tuple(map(re.compile, patterns)) for name, patterns in LISTS["operations"].items()}


def _spoken(words: str, names: list[str]) -> SpokenName:
    """A quoted name where there is one in the words, else the words."""
    if match := _QUOTED.search(words):
        return SpokenName(names[int(match[1])], quoted=True)
    return SpokenName(words.strip(_AROUND), quoted=False)
