"""Agreement of texts that are counterparts: a contradiction ends it, a wrong letter does not.

By their letters and by their sentence vectors alike, a text and its negation are nearly the same, and so are 5 mg and
50 mg. Under :class:`Agreeing` they have nothing in common, while a text with a wrong letter is near to itself whatever
a sentence model makes of the new word. The published metrics compare texts without it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from diagramloop.scores.similarity import Exact, Floats, Lexical, TextSimilarity, fold

Bools = NDArray[np.bool_]

_NEAR = 0.8  # edit similarity of texts that differ by a slip: one letter of five
_READ = 2_000  # characters of a text: hostile ones are long
_KEPT = 20_000  # texts whose claims are remembered

_WORD = re.compile(r"\w+")
# "No. 5" is a number; "neither a nor b" is one negation.
_NEGATION = re.compile(
    r"\b(?:not|never|no(?!\.? ?\d)|non|none|nothing|nobody|neither|without|cannot|false"
    r"|nein|nicht|nie|niemals|ohne|falsch|kein(?:e[mnrs]?)?|pas|sans|jamais|nunca"
    r"|(?:are|ca|could|did|do|does|had|has|have|is|must|should|was|were|wo|would)n'?t)\b"
)
_PREFIXES = ("un", "in", "im", "ir", "dis", "non")  # make a word's opposite, where the other text has the bare word
_LEAST_STEM = 4  # letters: "put" is not the opposite of "input"
_FIGURE = re.compile(r"((?:(?<=[\s(])|^)[-\u2212])?(\d+(?:[.,]\d+)*)(?: ?([a-zµμ°%€$£]+))?")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:[.,]\d{3})+")
_COMPARISON = re.compile(r"(?<![-=])[<>\u2264\u2265\u2260]=?")
_ONE_SIGN = {"<=": "\u2264", ">=": "\u2265"}
_FROM_TWO = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMERALS = {word: str(number) for number, word in enumerate(_FROM_TWO, start=2)}
_UNITS = {
    alias: aliases.split()[0]
    for aliases in (
        *("mg milligram milligrams", "g gram grams", "kg kilogram kilograms", "µg μg ug mcg"),
        *("l litre litres liter liters", "ml", "mm", "cm", "m metre metres meter meters", "km"),
        *("ms", "s sec secs second seconds sekunden", "min mins minute minutes minuten", "h hr hrs hour hours stunden"),
        *("d day days tage", "week weeks wochen", "month months monate", "year years jahre"),
        *("% percent", "°c c", "°f f", "v", "mv", "kv", "w", "kw", "hz", "khz", "mhz", "ghz", "kb", "mb", "gb", "tb"),
        *("€ eur euro euros", "$ usd dollar dollars", "£ gbp"),
    )
    for alias in aliases.split()
}


class Agreeing:
    """Another similarity, 0 between texts that contradict each other, and no less than that of letters for a slip.

    Texts contradict each other if one has more negations (``not``, ``without``, ``don't``, *un-* before a word of the
    other), if each has a figure or a comparison sign that the other lacks, or if a figure has another unit. A figure
    that one text leaves out contradicts nothing.

    Args:
        similarity: the other; under :class:`~diagramloop.scores.similarity.Exact` there are no slips.

    Example:
        >>> from diagramloop.scores.agreement import Agreeing
        >>> from diagramloop.scores.similarity import Lexical
        >>> alike = Agreeing(Lexical()).matrix(['Give 5 mg'], ['Give 5 mgs', 'Give 50 mg', 'Do not give 5 mg'])
        >>> alike.round(2).tolist()
        [[0.9, 0.0, 0.0]]
    """

    def __init__(self, similarity: TextSimilarity) -> None:
        self._similarity = similarity
        self.name = similarity.name

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> Floats:
        """Similarities in [0, 1], shape (len(a), len(b)).

        Raises:
            ModelError: the weights of the other similarity are missing.
        """
        alike = self._similarity.matrix(a, b)
        if not isinstance(self._similarity, Exact | Lexical):
            letters = Lexical().matrix(a, b)
            alike = np.maximum(alike, np.where(letters >= _NEAR, letters, 0.0))
        return np.where(contradictions(a, b), 0.0, alike)


def contradictions(a: Sequence[str], b: Sequence[str]) -> Bools:
    """True where two texts contradict each other, see :class:`Agreeing`; shape (len(a), len(b)).

    Of a text the first 2,000 characters are read.
    """
    left, right = ([_claims(text) for text in texts] for texts in (a, b))
    contradicted = [claims.contradicts(others) for claims in left for others in right]
    return np.array(contradicted, dtype=np.bool_).reshape(len(left), len(right))


@dataclass(frozen=True, slots=True)
class _Claims:
    """The parts of a text that leave no room.

    Attributes:
        negations: their number.
        figures: numbers and comparison signs, in one spelling.
        units: of the numbers that have a known one.
        words: in lower case.
        stems: of the words that may be opposites, each with its word.
    """

    negations: int
    figures: Counter[str]
    units: Mapping[str, Set[str]]
    words: Set[str]
    stems: Mapping[str, str]

    def contradicts(self, other: _Claims) -> bool:
        if self.negations != other.negations:
            return True
        if self.figures and other.figures and self._other_figures(other):
            return True
        return self._opposes(other) or other._opposes(self)

    def _other_figures(self, other: _Claims) -> bool:
        if self.figures - other.figures and other.figures - self.figures:
            return True
        shared = self.units.keys() & other.units.keys()
        return any(self.units[number].isdisjoint(other.units[number]) for number in shared)

    def _opposes(self, other: _Claims) -> bool:
        """True where a word here is the opposite of one there."""
        for stem in self.stems.keys() & other.words:
            if stem not in self.words and self.stems[stem] not in other.words:
                return True
        return False


@lru_cache(maxsize=_KEPT)
def _claims(text: str) -> _Claims:
    folded = fold(text[:_READ]).casefold()
    words = frozenset(_WORD.findall(folded))
    figures = Counter(_ONE_SIGN.get(sign, sign) for sign in _COMPARISON.findall(folded))
    figures.update(_NUMERALS[word] for word in _NUMERALS.keys() & words)
    units: dict[str, set[str]] = {}
    for sign, digits, unit in _FIGURE.findall(folded):
        number = f"{sign and '-'}{_one_spelling(digits)}"
        figures[number] += 1
        if unit in _UNITS:
            units.setdefault(number, set()).add(_UNITS[unit])
    return _Claims(len(_NEGATION.findall(folded)), figures, units, words, _stems(words))


def _one_spelling(digits: str) -> str:
    """A number without marks of thousands, with a point before its decimals, and without zeros that add nothing."""
    if _GROUPED.fullmatch(digits):
        return digits.replace(",", "").replace(".", "")
    whole, *rest = digits.replace(",", ".").split(".")
    decimals = ".".join(rest).rstrip("0") if len(rest) == 1 else ".".join(rest)
    return f"{whole.lstrip('0') or '0'}.{decimals}".rstrip(".")


def _stems(words: Set[str]) -> dict[str, str]:
    stems = {}
    for word in words:
        for prefix in _PREFIXES:
            if word.startswith(prefix) and len(word) >= len(prefix) + _LEAST_STEM:
                stems[word.removeprefix(prefix)] = word
    return stems
