"""Text to tokens: words and lemmas of English, single characters of Chinese, marks that end a clause."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import simplemma

MAX_CHARACTERS = 2000  # of an utterance or a node's text; what is beyond is not read

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*%?|[^\W\d_]+(?:['-][^\W\d_]+)*|[.,;:!?。，；：！？、()\n<>=≥≤]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_HAN_OR_REST = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]|[^\u3400-\u4dbf\u4e00-\u9fff]+")
_CONTRACTED = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)n'?t\b|\b(can)(?:no|')?t\b|\b(wo)n'?t\b|\b(ai)n'?t\b"
)
_SPLIT_OFF = re.compile(r"(?<=\w)'(s|re|ve|ll|d|m)\b")
_WHOLE = {"wo": "will", "ai": "is"}


@dataclass(frozen=True)
class Token:
    """A word as written (lower case), and the form a dictionary lists it under."""

    form: str
    lemma: str

    @property
    def mark(self) -> bool:
        """True for punctuation."""
        return not (self.form[0].isalnum())


def is_chinese(text: str) -> bool:
    """Whether the text is to be read as Chinese: it holds a Han character."""
    return _HAN.search(text) is not None


def normalised(text: str) -> str:
    """The text in lower case and one spelling: compatible characters, straight apostrophes, no contracted "not"."""
    text = unicodedata.normalize("NFKC", text[:MAX_CHARACTERS]).lower()
    text = text.replace("’", "'").replace("‘", "'").replace("`", "'")
    return _SPLIT_OFF.sub(r" \1", _CONTRACTED.sub(_apart, text))


def _apart(match: re.Match[str]) -> str:
    verb = next(group for group in match.groups() if group)
    return f"{_WHOLE.get(verb, verb)} not"


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of ``text``, at most its first ``MAX_CHARACTERS`` characters."""
    return _tokens(text[:MAX_CHARACTERS])


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(token for word in _TOKEN.findall(normalised(text)) for token in _tokens_of(word))


def _tokens_of(word: str) -> list[Token]:
    pieces = _HAN_OR_REST.findall(word) if _HAN.search(word) else [word]
    return [Token(piece, _lemma(piece)) for piece in pieces]


@lru_cache(maxsize=65536)
def _lemma(word: str) -> str:
    return simplemma.lemmatize(word, lang="en").lower() if word.isascii() and word.isalpha() else word
