"""Text to tokens: words of English, single characters of Chinese, marks that end a clause."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from diagramloop.base.text.tokens import HAN, Token
from diagramloop.base.text.tokens import tokens as found_tokens

MAX_CHARACTERS = 2000  # of an utterance or a node's text; what is beyond is not read

_LETTERS = rf"(?:(?!{HAN})[^\W\d_])+"
_TOKEN = re.compile(rf"{HAN}|\d+(?:[.,]\d+)*%?|{_LETTERS}(?:['-]{_LETTERS})*|[.,;:!?。，；：！？、()\n<>=≥≤]")
_CONTRACTED = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)n'?t\b|\b(can)(?:no|')?t\b|\b(wo)n'?t\b|\b(ai)n'?t\b"
)
_SPLIT_OFF = re.compile(r"(?<=\w)'(s|re|ve|ll|d|m)\b")
_WHOLE = {"wo": "will", "ai": "is"}


def normalised(text: str) -> str:
    """The text in lower case and one spelling: compatible characters, straight apostrophes, no contracted "not"."""
    text = unicodedata.normalize("NFKC", text[:MAX_CHARACTERS]).lower()
    text = text.replace("’", "'").replace("‘", "'").replace("`", "'")
    return _SPLIT_OFF.sub(r" \1", _CONTRACTED.sub(_apart, text))


def _apart(match: re.Match[str]) -> str:
    verb = next(group for group in match.groups() if group)
    return f"{_WHOLE.get(verb, verb)} not"


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of ``text`` once it is :func:`normalised`, at most of its first ``MAX_CHARACTERS`` characters."""
    return _tokens(text[:MAX_CHARACTERS])


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(found_tokens(normalised(text), _TOKEN))
