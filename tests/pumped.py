"""Texts on which a regular expression that backtracks takes long: each of its repeats, repeated, and then a misfit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)
_CHARACTERS = (_constants.LITERAL, _constants.NOT_LITERAL, _constants.IN, _constants.ANY)
_COMMON = ' a0-.,\n\tA_é("<'
_MISFIT = "\0"
_MANY = 20  # times; what may be repeated fewer times takes no time
_MOST_WORDS = 12  # of one repeat


@dataclass(frozen=True)
class Pump:
    """A text of any length: ``before``, then ``word`` again and again, then ``end``."""

    before: str
    word: str
    end: str

    def text(self, length: int) -> str:
        """About so many characters."""
        return self.before + self.word * (length // len(self.word)) + self.end


def pumps(pattern: re.Pattern[Any]) -> set[Pump]:
    """A text that a pattern may take long for."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = _parser.parse(source, pattern.flags & ~re.DEBUG)
    words = _Words(tree, pattern.flags)
    return {pump for before, word in words.repeated(tree, "") for pump in _pumps(before, word, words.alphabet)}


def _pumps(before: str, word: str, alphabet: str) -> Iterator[Pump]:
    misfits = [character for character in alphabet if character not in word]
    for end in ("", _MISFIT, *misfits[:2]):
        yield Pump(before, word, end)
    yield Pump("", before + word, "")
    if before:
        yield Pump("", before, "")


class _Words:
    """Words that parts of a pattern match; ``alphabet`` are the characters that tell its parts apart."""

    def __init__(self, tree: Any, flags: int) -> None:
        self._tree, self._flags = tree, flags
        self.alphabet = "".join(dict.fromkeys([*_literals(tree), *_COMMON]))

    def repeated(self, items: Any, before: str) -> Iterator[tuple[str, str]]:
        """Each word of each repeat, with what stands before it."""
        for kind, value in items:
            if kind in _REPEATS:
                _, most, inner = value
                if most >= _MANY:
                    for word in islice(self.words(inner), _MOST_WORDS):
                        if word:
                            yield before, word
                yield from self.repeated(inner, before)
            else:
                for inner in _inner(kind, value):
                    yield from self.repeated(inner, before)
            before += next(self._of_item(kind, value), "")

    def words(self, items: Any) -> Iterator[str]:
        """Words that a sequence matches: the first of each item, and for each item each of its others."""
        firsts = [next(self._of_item(kind, value), "") for kind, value in items]
        yield "".join(firsts)
        for number, (kind, value) in enumerate(items):
            for other in islice(self._of_item(kind, value), 1, _MOST_WORDS):
                yield "".join([*firsts[:number], other, *firsts[number + 1 :]])

    def _of_item(self, kind: Any, value: Any) -> Iterator[str]:
        if kind in _CHARACTERS:
            yield from self._members(kind, value)
        elif kind in _REPEATS:
            least, most, inner = value
            for word in self.words(inner):
                yield word * max(least, min(most, 1))
            if least == 0:
                yield ""
        elif kind in (_constants.ASSERT, _constants.ASSERT_NOT, _constants.AT):
            yield ""
        else:
            for inner in _inner(kind, value):
                yield from self.words(inner)

    def _members(self, kind: Any, value: Any) -> Iterator[str]:
        if kind is _constants.LITERAL:
            yield chr(value)
            return
        part = _parser.SubPattern(self._tree.state, [(kind, value)])
        character = _compiler.compile(part, self._flags & (re.IGNORECASE | re.DOTALL | re.ASCII))
        yield from filter(character.fullmatch, self.alphabet)


def _inner(kind: Any, value: Any) -> Iterable[Any]:
    """The sequences within an item."""
    if kind is _constants.BRANCH:
        return tuple(value[1])
    if kind is _constants.SUBPATTERN:
        return (value[3],)
    if kind is _constants.ATOMIC_GROUP:
        return (value,)
    if kind in (_constants.ASSERT, _constants.ASSERT_NOT):
        return (value[1],)
    if kind is _constants.GROUPREF_EXISTS:
        return tuple(part for part in value[1:] if part is not None)
    return ()


def _literals(items: Any) -> Iterator[str]:
    for kind, value in items:
        if kind in (_constants.LITERAL, _constants.NOT_LITERAL):
            yield chr(value)
        elif kind is _constants.IN:
            yield from (chr(part) for what, part in value if what is _constants.LITERAL)
            yield from (chr(part[0]) for what, part in value if what is _constants.RANGE)
        elif kind in _REPEATS:
            yield from _literals(value[2])
        else:
            for inner in _inner(kind, value):
                yield from _literals(inner)
