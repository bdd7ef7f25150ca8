"""The parts of a question in English: the sentence that asks, whether it asks one plain thing, and its openings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from diagramloop.base.text.sentences import SPOKEN, sentences
from diagramloop.base.text.word_lists import WordLists, remembered

LISTS = WordLists(__package__, "english.yaml")
_QUOTED_NO = re.compile(r"""['"“‘]no['"”’]""", re.IGNORECASE)
_ASKED_OF = {"i": "you", "my": "your"}  # who asks about himself is answered as "you"


@dataclass(frozen=True)
class Opening:
    """The words that a statement begins with, which answers one part of a question.

    Attributes:
        words: such as "Sophie should" or "the next step is".
        noun: whether they end in a form of "to be", which a verb follows with "to" alone.
    """

    words: str
    noun: bool


def last_sentence(question: str) -> str:
    """The sentence of a question that asks: the last one with a letter in it."""
    asking = [part for part in sentences(question, SPOKEN) if any(map(str.isalnum, part))]
    return asking[-1].strip() if asking else question


def is_plain(question: str) -> bool:
    """True of a question that begins with its question word and asks no second thing: its answer is short."""
    begins = _patterns().plain.match(question) is not None
    return begins and _patterns().second.search(question) is None


def denies(clause: str) -> bool:
    """True of a clause with a negation in it."""
    return _patterns().negation.search(clause) is not None


def chooses_no(question: str) -> bool:
    """True of a question that names the answer no, in quotation marks."""
    return _QUOTED_NO.search(question) is not None


def openings(question: str) -> list[Opening]:
    """One for each part of a question's last sentence that can be turned round, in its order.

    >>> openings("The lid is off. What should Ann do, and what is the next step?")
    [Opening(words='Ann should', noun=False), Opening(words='the next step is', noun=True)]
    """
    parts = []
    for match in _patterns().asked.finditer(last_sentence(question)):
        verb = match["modal"] or match["copula"]
        subject = match["subject"] or match["thing"]
        first, _, rest = subject.partition(" ")
        turned = " ".join((_ASKED_OF.get(first.lower(), first), rest)).strip()
        parts.append(Opening(f"{turned} {verb}", match["thing"] is not None))
    return parts


@dataclass(frozen=True)
class _Patterns:
    asked: re.Pattern[str]
    plain: re.Pattern[str]
    second: re.Pattern[str]
    negation: re.Pattern[str]


@remembered(maxsize=4)
def _patterns() -> _Patterns:
    words, modals, people, owners, copulas, things = (
        "|".join(sorted(LISTS.words(name)))
        for name in ("question_words", "modals", "people", "owners", "copulas", "things")
    )
    who = rf"(?:{people})\b|(?-i:[A-Z])[a-z]+|(?:{owners}) \w+"
    asked = (
        rf"\b(?:{words})\b(?:"
        rf"[\w ',-]{{0,60}}?\b(?P<modal>{modals}) (?P<subject>{who})\b"
        rf"| (?P<copula>{copulas}) (?P<thing>(?:{owners}) (?:[\w-]+ ){{0,3}}?(?:{things}))\b)"
    )
    negations = "|".join(sorted(LISTS.words("negations")))
    plain = rf"\s*+(?:{words})\b"
    second = rf"\b(?:and|or) (?:{words})\b"
    negation = rf"\b(?:{negations})\b|n't\b"
    return _Patterns(*(re.compile(pattern, re.IGNORECASE) for pattern in (asked, plain, second, negation)))
