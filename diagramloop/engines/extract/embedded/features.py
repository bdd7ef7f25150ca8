"""Hashed features of tokens for the tagger.

Each token gets a fixed family of templates: itself and its neighbours (form, lemma, classes, affixes, shape), the
cues that open its clause and its sentence, and what the document said before (words and pairs already met), since
a mention of a step already taken refers back and a new one does not. Features are numbers below ``BUCKETS``; no
text is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.segmentation import Sentence

BUCKETS = 1 << 15

BREAKS = frozenset({",", ";", ":", "(", ")"})


def document_features(document: Sequence[Sentence]) -> list[list[list[int]]]:
    """Feature numbers of every token of every sentence of a document."""
    met: set[str] = set()
    features = []
    for number, sentence in enumerate(document):
        place = _place(document, number)
        rows = [_numbers(names) for names in _sentence_features(sentence, place, met)]
        features.append(rows)
        met.update(_memory(sentence))
    return features


def _place(document: Sequence[Sentence], number: int) -> str:
    sentence = document[number]
    last = number + 1 == len(document) or document[number + 1].block != sentence.block
    marks = {"F": number == 0, "O": sentence.opens, "L": last, "I": sentence.item}
    return "".join(mark for mark, holds in marks.items() if holds)


@dataclass
class _Clause:
    """The clause being read: the mark that opened it, and the words and verbs since.

    Attributes:
        mark: the word, with "/," where a break came after it; "^" at a sentence's start.
    """

    mark: str = "^"
    since: int = 0
    verbs: int = 0

    def read(self, token: Token) -> None:
        """Go on behind the token."""
        self.since += 1
        if token.text in BREAKS:
            self.open(f"{self.mark.split('/')[0]}/,")
        elif token.lower in words("clause marks") and not token.quoted:
            self.open(token.lower)
        elif "V" in token.classes:
            self.verbs += 1

    def open(self, mark: str) -> None:
        """Begin another clause."""
        self.mark, self.since, self.verbs = mark, 0, 0

    def features(self) -> tuple[str, str, str]:
        """The place of the next token in it."""
        mark = self.mark
        return f"mark={mark}", f"since={mark}{min(self.since, 4)}", f"verbs={min(self.verbs, 3)}{mark}"


def _memory(sentence: Sentence) -> Iterator[str]:
    lemmas = _telling_lemmas(sentence)
    yield from lemmas
    yield from (f"{lemma} {following}" for lemma, following in pairwise(lemmas))
    yield f"|{' '.join(lemmas)}|"


def _telling_lemmas(sentence: Sentence) -> list[str]:
    return [token.lemma for token in sentence.tokens if token.is_word and token.classes != "D"]


def _sentence_features(sentence: Sentence, place: str, met: set[str]) -> Iterator[list[str]]:
    tokens = sentence.tokens
    opening = " ".join(token.lower for token in tokens[:2])
    repeated = "R" if f"|{' '.join(_telling_lemmas(sentence))}|" in met else ""
    has_process = any(token.lemma in {"process", "procedure", "workflow"} for token in tokens)
    clause = _Clause()
    for position, token in enumerate(tokens):
        features = [f"place={place}{repeated}", f"open={opening}", *clause.features()]
        features += [f"proc={has_process}{clause.mark}", f"pos={min(position, 5)}{place}"]
        yield features + list(_token_features(tokens, position, clause.mark, met))
        clause.read(token)


def _token_features(tokens: Sequence[Token], position: int, mark: str, met: set[str]) -> Iterator[str]:
    token = tokens[position]
    lower, classes = token.lower, token.classes
    around = {shift: _token_at(tokens, position + shift) for shift in _SHIFTS}
    yield from (f"w={lower}", f"l={token.lemma}", f"c={classes}", f"s3={lower[-3:]}", f"s2={lower[-2:]}c{classes}")
    yield from (f"q={token.quoted}{mark}", f"w={lower}/{mark}", f"c={classes}/{mark}")
    yield f"shape={_shape(token)}{position == 0}"
    for shift, other in around.items():
        yield f"w{shift}={other.lower}"
        yield f"c{shift}={other.classes}{other.lower[-2:]}"
    yield from _pair_features({0: token, **around})
    met_pairs = f"met2={_pair(around[-1], token) in met}{_pair(token, around[1]) in met}"
    yield from (f"met={token.lemma in met}{classes}", met_pairs, f"{met_pairs}{mark}")


def _token_at(tokens: Sequence[Token], position: int) -> Token:
    return tokens[position] if 0 <= position < len(tokens) else _EDGE


def _pair(token: Token, following: Token) -> str:
    return f"{token.lemma} {following.lemma}"


def _pair_features(around: Mapping[int, Token]) -> Iterator[str]:
    """Words, classes and quotation of the token (at 0) and its neighbours side by side."""
    before, token, after = around[-1], around[0], around[1]
    yield from (f"w-2-1={around[-2].lower} {before.lower}", f"w+1+2={after.lower} {around[2].lower}")
    yield from (f"b-={before.lower} {token.lower}", f"b+={token.lower} {after.lower}")
    yield from (f"t-={before.classes}{token.classes}", f"t+={token.classes}{after.classes}")
    yield f"q-={before.quoted}{token.quoted}{after.quoted}"


_SHIFTS = (-3, -2, -1, 1, 2, 3)


_EDGE = Token("\u2205", "\u2205", "")


def _shape(token: Token) -> str:
    text = token.text
    if text.isupper() and len(text) > 1:
        return "AA"
    if text[0].isupper():
        return "Aa"
    return "1" if text[0].isdigit() else "a" if text.isalpha() else "."


def _numbers(names: list[str]) -> list[int]:
    return sorted({_number(name) for name in names})


@lru_cache(maxsize=1 << 18)
def _number(name: str) -> int:
    return crc32(name.encode("utf-8", "surrogatepass")) % BUCKETS
