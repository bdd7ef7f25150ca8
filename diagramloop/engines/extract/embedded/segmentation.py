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
from diagramloop.engines.extract.embedded.markdown import without_markup
from diagramloop.errors import DiagramloopError, RejectionReason

MAX_CHARACTERS = 100_000
"""Cap on a document's length: 15,000 words are more than one procedure."""
MAX_SENTENCE = 120
"""Tokens after which a sentence is broken at the next clause border, or right there."""

_BLOCK = re.compile(r"<SEP>|\n\s*\n|\n(?=\s*(?:[-*•‣▪–]|\(?\d{1,3}[.)]|[a-z][.)])\s)|(?<=[.:;!?])\s*\n", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•‣▪–]|#{1,6}|\(?\d{1,3}[.):]|[a-zA-Z][.)]|step\s+\d{1,3}\s*[.:)-])\s+", re.IGNORECASE)
_WORD = r"\d{1,3}(?:,\d{3})+(?!,?\d)|\w+(?:[.'/&@+:-]\w+)*|[^\w\s]"
_SPACED = re.compile(r" ([.,;:!?])")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\u200b-\u200f\u202a-\u202e]")
_QUOTES = str.maketrans("“”„«»‘’`´", '"""""' + "''''")


@dataclass(frozen=True)
class Sentence:
    """A sentence of a block.

    Attributes:
        tokens: its words and marks.
        block: number of its block.
        opens: it opens that block.
        item: the block is a list item.
        number: of that item as written, or 0.
        start, end: its first character's place in the document, and the place behind its last one.
        text: as written, without markup, its words one blank apart.
    """

    tokens: tuple[Token, ...]
    block: int
    opens: bool
    item: bool
    number: int = 0
    start: int = 0
    end: int = 0
    text: str = ""


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
    return without_markup(clean.replace("\r", " ")).translate(_QUOTES)


@dataclass(frozen=True)
class _Block:
    """A stretch of a document, and its first character's place in it."""

    text: str
    start: int


def _blocks(text: str) -> Iterator[_Block]:
    start = 0
    for border in _BLOCK.finditer(text):
        yield from _written(text, start, border.start())
        start = border.end()
    yield from _written(text, start, len(text))


def _written(text: str, start: int, end: int) -> Iterator[_Block]:
    """The block, unless no word is in it."""
    if re.search(r"\w", text[start:end]):
        yield _Block(text[start:end], start)


def _without_headings(blocks: list[_Block]) -> list[_Block]:
    """Leave out headings: where there is a list, a line before it that ends without a full stop is its heading."""
    listed = [bool(_BULLET.match(block.text)) for block in blocks]
    ended = [block.text.rstrip().endswith((".", "!", "?", ";")) for block in blocks]
    kept = [block for block, item, end in zip(blocks, listed, ended, strict=True) if item or end]
    return kept if any(listed) else blocks


def _of_block(block: _Block, place: int) -> Iterator[Sentence]:
    bullet = _BULLET.match(block.text)
    begin = bullet.end() if bullet else 0
    numbers = re.findall(r"\d+", bullet.group()) if bullet else []
    number = int(numbers[0]) if numbers else 0
    opens = True
    for piece in sentence_texts(block.text[begin:], abbreviations=abbreviations()):
        for some in _bounded(list(tokens(piece, _token()))):
            first, last = some[0].start, some[-1].end
            start = block.start + begin
            text = _SPACED.sub(r"\1", " ".join(piece[first:last].split()))
            yield Sentence(
                some,
                place,
                opens,
                item=bullet is not None,
                number=number,
                start=start + first,
                end=start + last,
                text=text,
            )
            opens = False
        begin += len(piece)


@remembered(maxsize=8)
def _token() -> re.Pattern[str]:
    """Words keep their inner marks, abbreviations their full stops."""
    dotted = "|".join(re.escape(f"{short}.") for short in sorted(abbreviations()))
    return re.compile(rf"\b(?i:{dotted})(?!\w)|{_WORD}")


def words_of(text: str) -> list[Token]:
    """The words of a short text, without punctuation."""
    return [token for token in all_of(text) if token.is_word]


def all_of(text: str) -> list[Token]:
    """The words and marks of a short text."""
    return list(tokens(text, _token()))


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
