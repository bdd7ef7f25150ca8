"""Likeness of texts: one may refer to another, say the same or its opposite."""

from __future__ import annotations

from collections import Counter

from diagramloop.base.text.word_lists import remembered
from diagramloop.engines.extract.embedded._lexicon import LISTS, words
from diagramloop.engines.extract.embedded.phrases import content, lemmas

_PREFIXES = ("in", "un", "im", "ir", "il", "dis", "non", "non-")


@remembered(maxsize=1 << 16)
def likeness(text: str, other: str) -> float:
    """0 to 1: F1 of the content words (as lemmas) that two texts have in common."""
    a, b = _counted(text), _counted(other)
    if a.keys().isdisjoint(b):
        return 0.0
    return 2 * (a & b).total() / (a.total() + b.total())


@remembered(maxsize=1 << 14)
def _counted(text: str) -> Counter[str]:
    return Counter(content(text))


def negative(text: str) -> bool:
    """It denies something."""
    return not words("negations").isdisjoint(text.lower().split())


def opposite(condition: str, other: str) -> bool:
    """One text denies what the other states, or says the contrary of it: cases of one question.

    Both are about the same: what is left of the shorter one without the contrary words occurs in the longer one.
    """
    a, b = (set(lemmas(text)) - words("function words") for text in (condition, other))
    pairs = {(x, y) for x in a for y in b if _contrary(x, y)}
    denied = negative(condition) != negative(other)
    if denied == (len(pairs) % 2 == 1):
        return False
    left = (a - {x for x, _ in pairs}, b - {y for _, y in pairs})
    shorter, longer = sorted(left, key=len)
    return not shorter or len(shorter & longer) >= len(shorter) / 2


def _contrary(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    prefixed = any(long == prefix + short for prefix in _PREFIXES)
    return prefixed or frozenset((word, other)) in _antonyms()


@remembered(maxsize=8)
def _antonyms() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair.split()) for pair in LISTS["antonyms"])
