"""Tokens: the words and marks of a text, each with its place and what the dictionary says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from diagramloop.base.text.dictionary import analysed

HAN = r"[\u3400-\u4dbf\u4e00-\u9fff]"
"""Matches a Chinese character."""
_HAN = re.compile(HAN)


def is_chinese(text: str) -> bool:
    """True if the text is to be read as Chinese: it holds a Han character."""
    return _HAN.search(text) is not None


@dataclass(frozen=True)
class Token:
    """One word or mark.

    Attributes:
        text: as written.
        lemma: its dictionary form in lower case (a verb's where it can be one), else the lower-cased text.
        classes: word classes it can have, by initial: V(erb), N(oun), A(djective), D (adverb); empty when unknown.
        quoted: stands between double quotation marks.
        start: its first character's place in the text that was read; no part of what makes two tokens equal.
    """

    text: str
    lemma: str
    classes: str
    quoted: bool = False
    start: int = field(default=0, compare=False)

    @cached_property
    def lower(self) -> str:
        """Its text in lower case."""
        return self.text.lower()

    @property
    def is_word(self) -> bool:
        """Not a punctuation mark."""
        return self.text[0].isalnum() or self.text[0] == "_"

    @property
    def end(self) -> int:
        """The place behind its last character."""
        return self.start + len(self.text)


def tokens(text: str, pattern: re.Pattern[str]) -> Iterator[Token]:
    """The tokens of ``text``: what ``pattern`` finds in it, which never is nothing."""
    inside = False
    for match in pattern.finditer(text):
        word = match.group()
        if word == '"':
            inside = not inside
        yield Token(word, *analysed(word), inside and word != '"', match.start())
