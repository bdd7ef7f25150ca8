"""Texts that say something else: negated, with another figure, misread by a letter."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[1-9][0-9]{0,8}(?:\.[0-9])?")
_LETTERS = re.compile(r"[^\W\d_]{4,80}")
_FIGURE = "for 2.5 minutes"  # what a text without figures has in a reference that is to have one
_NEGATIONS = ("do not {}", "never {}")
_NEGATED = frozenset({"not", "no", "never", "without", "nicht", "nie", "kein", "keine"})


def negated(text: str, number: int) -> str:
    """The same forbidden or denied, in one of two ways."""
    denial = "not {}" if text.rstrip().endswith("?") else _NEGATIONS[number % len(_NEGATIONS)]
    return denial.format(f"{text[:1].lower()}{text[1:]}").capitalize()


def denies(text: str) -> bool:
    """True where a word of the text negates it already."""
    return not _NEGATED.isdisjoint(text.casefold().split())


def figured(text: str) -> str:
    """The text itself where it has a number from 1 on, else with one."""
    return text if _NUMBER.search(text) else f"{text} {_FIGURE}"


def with_other_figure(text: str) -> str:
    """Another first digit of the first number."""
    return _NUMBER.sub(lambda number: f"{int(number[0][0]) % 9 + 1}{number[0][1:]}", text, count=1)


def tenfold(text: str) -> str:
    """The first number ten times as large: its point is lost, or a nought is read too many."""
    return _NUMBER.sub(
        lambda number: number[0].replace(".", "") if "." in number[0] else f"{number[0]}0", text, count=1
    )


def misread(text: str) -> str | None:
    """One letter within the longest word is another; None where there is no word of four letters."""
    words = list(_LETTERS.finditer(text))
    if not words:
        return None
    word = max(words, key=lambda word: word.end() - word.start())
    middle = (word.start() + word.end()) // 2
    letter = "i" if text[middle] != "i" else "l"
    return f"{text[:middle]}{letter}{text[middle + 1 :]}"
