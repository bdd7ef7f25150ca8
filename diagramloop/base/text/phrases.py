"""Phrases: runs of words that are looked up in runs of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from diagramloop.base.text.tokens import Token

LONGEST_GAP = 4
"""Words that ``...`` in a phrase stands for at most."""
_ANY, _GAP, _END = "*", "...", ""
_CLOSING = frozenset(",;.")

Word = Callable[[Token], str]
"""What of a token is compared with the words of phrases."""
_form: Word = attrgetter("lower")
_lemma: Word = attrgetter("lemma")


class PhraseSet:
    """A set of phrases, as a tree of their words.

    Args:
        phrases: as written in the word lists, in lower case. In a phrase ``one|other`` stands for either word, ``*``
            for any one word, and ``...`` for up to ``LONGEST_GAP`` words without a comma, semicolon or full stop.
        split: a phrase into its words.
    """

    def __init__(self, phrases: Iterable[str], split: Callable[[str], Iterable[str]] = str.split) -> None:
        self._root: dict[str, Any] = {}
        self._runs = {tuple(split(phrase)) for phrase in phrases} - {()}
        for run in sorted(self._runs):
            nodes = [self._root]
            for word in run:
                nodes = [node.setdefault(choice, {}) for node in nodes for choice in word.split("|")]
            for node in nodes:
                node[_END] = True

    def end(self, run: Sequence[Token], start: int, word: Word = _form) -> int:
        """Return the end of the longest phrase that begins at ``start``; ``start`` where none does."""
        return max(_ends(self._root, run, start, word), default=start)

    def found(self, run: Sequence[Token], word: Word = _form) -> Iterator[tuple[int, int]]:
        """The longest phrases from left to right, none over another, as ranges."""
        start = 0
        while start < len(run):
            end = self.end(run, start, word)
            if end > start:
                yield start, end
            start = max(end, start + 1)

    def at(self, run: Sequence[Token], start: int) -> tuple[str, ...]:
        """The longest phrase that begins at ``start``, in the tokens' forms or in their lemmas; () if none does."""
        form, lemma = self.end(run, start), self.end(run, start, _lemma)
        return tuple(map(_form, run[start:form]) if form >= lemma else map(_lemma, run[start:lemma]))

    def written(self, run: Sequence[Token]) -> bool:
        """True if the run is one phrase to the letter."""
        return tuple(map(_form, run)) in self._runs

    def ending(self, run: Sequence[Token]) -> int:
        """Return the number of tokens of the longest phrase with which the run ends."""
        return next((len(run) - start for start in range(len(run)) if len(self.at(run, start)) == len(run) - start), 0)

    def within(self, run: Sequence[Token]) -> bool:
        """True if any phrase occurs."""
        return any(self.at(run, start) for start in range(len(run)))

    def whole(self, run: Sequence[Token]) -> bool:
        """True if the run is one phrase from end to end."""
        return bool(run) and len(self.at(run, 0)) == len(run)


def _ends(node: dict[str, Any], run: Sequence[Token], place: int, word: Word) -> Iterator[int]:
    """The ends of the phrases below ``node`` that go on at ``place``."""
    if _END in node:
        yield place
    if _GAP in node:
        for end in _gap_ends(run, place, word):
            yield from _ends(node[_GAP], run, end, word)
    if place < len(run):
        for key in (word(run[place]), _ANY):
            if key in node:
                yield from _ends(node[key], run, place + 1, word)


def _gap_ends(run: Sequence[Token], place: int, word: Word) -> Iterator[int]:
    yield place
    for end in range(place, min(place + LONGEST_GAP, len(run))):
        if not _CLOSING.isdisjoint(word(run[end])):
            return
        yield end + 1
