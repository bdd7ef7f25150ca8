"""Answers to questions: what a system says, beside the answers that are accepted.

*Exact* is the very text. *Lenient* compares as SQuAD's evaluator does (Rajpurkar et al., "SQuAD: 100,000+ Questions for
Machine Comprehension of Text", EMNLP 2016: case, punctuation, English articles and white space say nothing), with the
number words of VQA's evaluator (Antol et al., "VQA: Visual Question Answering", ICCV 2015: *none* and *zero* to *ten*
are figures), which keeps the point of a number. F1 is SQuAD's too: of the words, against the accepted answer that it
agrees with most.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_SIGNS = re.escape(string.punctuation)
# VQA's evaluator keeps the point of a number too: without it, 2.5 is 25, and 1/2 is 12. A comma before three is none.
_SILENT = re.compile(rf"(?<!\d)[{_SIGNS}]|[{_SIGNS}](?!\d)|,(?=\d{{3}}(?!\d))")
_FIGURES = {"none": "0"} | {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}


@dataclass(frozen=True)
class AnswerComparison:
    """One answer beside the accepted ones.

    Attributes:
        answer: as it was said; empty for none.
        accepted: any of these is right.
    """

    answer: str
    accepted: Sequence[str]

    @property
    def exact(self) -> bool:
        """True of an accepted answer as it is written, white space around it aside."""
        return bool(plain(self.answer)) and plain(self.answer) in map(plain, self.accepted)

    @property
    def lenient(self) -> bool:
        """True of an accepted answer in normal form; where nothing is left of that, as it is written."""
        words = normalised(self.answer)
        return self.exact or (bool(words) and words in map(normalised, self.accepted))

    @property
    def f1(self) -> float:
        """F1 of the words in normal form, the best over accepted answers."""
        return max((_word_f1(self.answer, accepted) for accepted in self.accepted), default=0.0)


def plain(text: str) -> str:
    """The text in Unicode's composed form, without white space around it."""
    return unicodedata.normalize("NFC", text).strip()


def normalised(text: str) -> str:
    """The normal form of an answer.

    >>> normalised("The third valve."), normalised("Ten valves"), normalised("10 valves!"), normalised("1,000 x 2.5")
    ('third valve', '10 valves', '10 valves', '1000 x 2.5')
    """
    bare = _SILENT.sub("", plain(text).lower())
    return " ".join(_FIGURES.get(word, word) for word in _ARTICLE.sub(" ", bare).split())


def _word_f1(answer: str, accepted: str) -> float:
    if plain(answer) and plain(answer) == plain(accepted):
        return 1.0
    given, wanted = (Counter(normalised(text).split()) for text in (answer, accepted))
    shared = (given & wanted).total()
    return 2 * shared / (given.total() + wanted.total()) if shared else 0.0
