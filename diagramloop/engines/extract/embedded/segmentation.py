"""Documents to blocks, sentences and tokens.

A block is a paragraph, a list item or a stretch between ``<SEP>`` marks; no sentence crosses its border.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from diagramloop.base.text.english import abbreviations
from diagramloop.base.text.sentences import sentences as sentence_texts
from diagramloop.base.text.tokens import Token, tokens
from diagramloop.base.text.word_lists import remembered
from diagramloop.errors import DiagramloopError, RejectionReason

MAX_CHARACTERS = 100_000
"""Cap on a document's length: 15,000 words are more than one procedure."""
MAX_SENTENCE = 120
"""Tokens after which a sentence is broken at the next clause border, or right there."""

_BLOCK = re.compile(r"<SEP>|\n\s*\n|\n(?=\s*(?:[-*•‣▪–]|\(?\d{1,3}[.)]|[a-z][.)])\s)|(?<=[.:;!?])\s*\n", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•‣▪–]|#{1,6}|\(?\d{1,3}[.):]|[a-zA-Z][.)]|step\s+\d{1,3}\s*[.:)-])\s+", re.IGNORECASE)
_WORD = r"\w+(?:[.'/&@+:-]\w+)*|[^\w\s]"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\u200b-\u200f\u202a-\u202e]")
_QUOTES = str.maketrans("“”„«»‘’`´", '"""""' + "''''")


@dataclass(frozen=True)
class Sentence:
    """A sentence, its block's number, whether it opens that block, and whether the block is a list item."""

    tokens: tuple[Token, ...]
    block: int
    opens: bool
    item: bool


def sentences(text: str) -> list[Sentence]:
    """The sentences of a document in order.

    Raises:
        DiagramloopError: no word in it (EMPTY), longer than ``MAX_CHARACTERS`` (TOO_LARGE), or mostly control
            characters, as no text is (UNREADABLE).
    """
    blocks = _without_headings(list(_blocks(_readable(text))))
    document = [sentence for block, part in enumerate(blocks) for sentence in _of_block(part, block)]
    if not document:
        raise DiagramloopError("no words in the document", reason=RejectionReason.EMPTY)
    return document


def _readable(text: str) -> str:
    if len(text) > MAX_CHARACTERS:
        message = f"{len(text)} characters, more than {MAX_CHARACTERS}"
        raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
    clean, controls = _CONTROL.subn(" ", text)
    unreadable = controls + clean.count("\ufffd") + sum("\ud800" <= letter <= "\udfff" for letter in clean)
    if unreadable > 8 and unreadable > len(text) / 20:
        raise DiagramloopError("the document is not text", reason=RejectionReason.UNREADABLE)
    return clean.translate(_QUOTES)


def _blocks(text: str) -> Iterator[str]:
    return (part for part in _BLOCK.split(text.replace("\r\n", "\n")) if re.search(r"\w", part))


def _without_headings(blocks: list[str]) -> list[str]:
    """Leave out headings: where there is a list, a line before it that ends without a full stop is its heading."""
    listed = [bool(_BULLET.match(part)) for part in blocks]
    ended = [part.rstrip().endswith((".", "!", "?", ";")) for part in blocks]
    kept = [part for part, item, end in zip(blocks, listed, ended, strict=True) if item or end]
    return kept if any(listed) else blocks


def _of_block(part: str, block: int) -> Iterator[Sentence]:
    body = _BULLET.sub("", part, count=1)
    item = body != part
    opens = True
    for piece in sentence_texts(body, abbreviations=abbreviations()):
        for some in _bounded(list(tokens(piece, _token()))):
            yield Sentence(some, block, opens, item)
            opens = False


@remembered(maxsize=8)
def _token() -> re.Pattern[str]:
    """Words keep their inner marks, abbreviations their full stops."""
    dotted = "|".join(re.escape(f"{short}.") for short in sorted(abbreviations()))
    return re.compile(rf"\b(?i:{dotted})(?!\w)|{_WORD}")


def words_of(text: str) -> list[Token]:
    """The words of a short text, without punctuation."""
    return [token for token in tokens(text, _token()) if token.is_word]


def _bounded(sentence: list[Token]) -> Iterator[tuple[Token, ...]]:
    """The sentence in pieces of at most ``MAX_SENTENCE`` tokens, broken after a comma where there is one."""
    while len(sentence) > MAX_SENTENCE:
        commas = [
            position
            for position in range(MAX_SENTENCE // 2, MAX_SENTENCE)
            if sentence[position].text in {",", ";", ":"}
        ]
        cut = commas[-1] + 1 if commas else MAX_SENTENCE
        yield tuple(sentence[:cut])
        sentence = sentence[cut:]
    if any(token.is_word for token in sentence):
        yield tuple(sentence)
