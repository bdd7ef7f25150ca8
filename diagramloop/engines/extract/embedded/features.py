"""Hashed features of tokens for the tagger.

Each token gets a fixed family of templates: itself and its neighbours (form, lemma, classes, affixes, shape), the
cues that open its clause and its sentence, and what the document said before (words and pairs already met), since
a mention of a step already taken refers back and a new one does not. Features are numbers below ``BUCKETS``; no
text is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    return f"{'F' if number == 0 else ''}{'O' if sentence.opens else ''}{'L' if last else ''}{'I' if sentence.item else ''}"


def _memory(sentence: Sentence) -> Iterator[str]:
    lemmas = [token.lemma for token in sentence.tokens if token.is_word and token.classes != "D"]
    yield from lemmas
    yield from (f"{lemma} {following}" for lemma, following in pairwise(lemmas))
    yield f"|{' '.join(lemmas)}|"


def _sentence_features(sentence: Sentence, place: str, met: set[str]) -> Iterator[list[str]]:
    tokens = sentence.tokens
    opening = " ".join(token.lower for token in tokens[:2])
    repeated = "R" if f"|{' '.join(t.lemma for t in tokens if t.is_word and t.classes != 'D')}|" in met else ""
    has_process = any(token.lemma in {"process", "procedure", "workflow"} for token in tokens)
    mark, since, verbs = "^", 0, 0
    for position, token in enumerate(tokens):
        context = [f"place={place}{repeated}", f"open={opening}", f"mark={mark}", f"since={mark}{min(since, 4)}"]
        context += [f"verbs={min(verbs, 3)}{mark}", f"proc={has_process}{mark}", f"pos={min(position, 5)}{place}"]
        yield context + list(_token_features(tokens, position, mark, met))
        since += 1
        if token.text in BREAKS:
            mark, since, verbs = f"{mark.split('/')[0]}/,", 0, 0
        elif token.lower in words("clause marks") and not token.quoted:
            mark, since, verbs = f"{token.lower}", 0, 0
        elif "V" in token.classes:
            verbs += 1


def _token_features(tokens: Sequence[Token], position: int, mark: str, met: set[str]) -> Iterator[str]:
    here, lower = tokens[position], tokens[position].lower
    around = {
        shift: tokens[position + shift] if 0 <= position + shift < len(tokens) else _EDGE
        for shift in (-3, -2, -1, 1, 2, 3)
    }
    yield from (
        f"w={lower}",
        f"l={here.lemma}",
        f"c={here.classes}",
        f"s3={lower[-3:]}",
        f"s2={lower[-2:]}c{here.classes}",
    )
    yield from (
        f"shape={_shape(here)}{position == 0}",
        f"q={here.quoted}{mark}",
        f"w={lower}/{mark}",
        f"c={here.classes}/{mark}",
    )
    for shift, other in around.items():
        yield f"w{shift}={other.lower}"
        yield f"c{shift}={other.classes}{other.lower[-2:]}"
    before, after = around[-1], around[1]
    yield from (f"b-={before.lower} {lower}", f"b+={lower} {after.lower}", f"t-={before.classes}{here.classes}")
    yield from (f"t+={here.classes}{after.classes}", f"w-2-1={around[-2].lower} {before.lower}")
    yield f"w+1+2={after.lower} {around[2].lower}"
    yield f"q-={before.quoted}{here.quoted}{after.quoted}"
    pair, next_pair = f"{before.lemma} {here.lemma}" in met, f"{here.lemma} {after.lemma}" in met
    yield from (f"met={here.lemma in met}{here.classes}", f"met2={pair}{next_pair}", f"met2={pair}{next_pair}{mark}")


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
