"""Prefix beam search over CTC's answers (Hannun et al. 2014), with the cost of what is read by a lexicon."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.text.lexicon import Lexicon, is_letter

Answer = NDArray[np.float32]  # logarithms of probabilities, shape (positions, classes); class 0 is the blank

_KEPT = 10  # prefixes after each position
_TRIED = 6  # classes at a position
_LEAST = -6.0  # logarithm of a probability below which a character is not tried
_SURE = math.log(0.995)  # of the likeliest class at each position: then nothing else is looked at
_BLANK = math.log(0.9975)  # of a blank beside which no character is tried


class Hypothesis(NamedTuple):
    """A text and what speaks for it.

    Attributes:
        text: that is read.
        score: logarithm of its probability by the reader, less its cost by the lexicon.
    """

    text: str
    score: float


class _Prefix(NamedTuple):
    """What was read so far.

    Attributes:
        blank, other: logarithms of the probability that it ends with a blank, or with its last character.
        done: cost of all before the word that it ends with.
        word: that it ends with.
        cost: of all.
    """

    blank: float
    other: float
    done: float
    word: str
    cost: float


def greedy(answer: Answer, characters: Sequence[str]) -> str:
    """The text of the likeliest class at each position: repeats merged, blanks dropped."""
    best = answer.argmax(axis=1)
    fresh = np.concatenate([[True], best[1:] != best[:-1]]) & (best != 0)
    return "".join(characters[number - 1] for number in best[fresh].tolist())


def likeliest(answer: Answer, characters: Sequence[str], lexicon: Lexicon) -> list[Hypothesis]:
    """Texts, the likeliest first; one alone where the reader is sure at every position.

    Args:
        characters: by class, from class 1 on.
    """
    if len(answer) == 0 or answer.max(axis=1).min() > _SURE:
        return [Hypothesis(greedy(answer, characters), 0.0)]
    beam = {"": _Prefix(0.0, -math.inf, 0.0, "", 0.0)}
    for position in answer:
        if position[0] > _BLANK:
            beam = {text: _ended(prefix) for text, prefix in beam.items()}
            continue
        grown = _grown(beam, position, characters, lexicon)
        kept = sorted(grown.items(), key=lambda item: _total(item[1]) - item[1].cost, reverse=True)[:_KEPT]
        beam = dict(kept)
    ends = [Hypothesis(text, _total(prefix) - lexicon.text(text)) for text, prefix in beam.items()]
    return sorted(ends, key=lambda end: end.score, reverse=True)


def _ended(prefix: _Prefix) -> _Prefix:
    """The prefix after a blank."""
    return prefix._replace(blank=_total(prefix), other=-math.inf)


def _grown(
    beam: dict[str, _Prefix], position: Answer, characters: Sequence[str], lexicon: Lexicon
) -> dict[str, _Prefix]:
    """All that the prefixes may be after one more position."""
    blank = float(position[0])
    likeliest_first = np.argsort(-position)[:_TRIED]
    tried = [int(number) for number in likeliest_first if number and position[number] > _LEAST]
    grown: dict[str, _Prefix] = {}
    for text, prefix in beam.items():
        total = _total(prefix)
        _add(grown, text, prefix, blank=total + blank)
        for number in tried:
            character, likely = characters[number - 1], float(position[number])
            repeated = text[-1:] == character
            if repeated:
                _add(grown, text, prefix, other=prefix.other + likely)
            longer = text + character
            shape = grown.get(longer) or _with(prefix, character, lexicon)
            _add(grown, longer, shape, other=(prefix.blank if repeated else total) + likely)
    return grown


def _with(prefix: _Prefix, character: str, lexicon: Lexicon) -> _Prefix:
    """What a prefix and a character cost; its probabilities are yet to be added."""
    if is_letter(character):
        word = prefix.word + character
        return _Prefix(-math.inf, -math.inf, prefix.done, word, prefix.done + lexicon.word(word, whole=False))
    done = prefix.done + (lexicon.word(prefix.word, whole=True) if prefix.word else 0.0)
    if character != " ":
        done += lexicon.weights.other
    return _Prefix(-math.inf, -math.inf, done, "", done)


def _add(
    grown: dict[str, _Prefix], text: str, shape: _Prefix, blank: float = -math.inf, other: float = -math.inf
) -> None:
    before = grown.get(text)
    if before is not None:
        blank, other = _sum(before.blank, blank), _sum(before.other, other)
    grown[text] = shape._replace(blank=blank, other=other)


def _total(prefix: _Prefix) -> float:
    return _sum(prefix.blank, prefix.other)


def _sum(left: float, right: float) -> float:
    """The logarithm of the sum of two probabilities."""
    larger, smaller = max(left, right), min(left, right)
    if smaller == -math.inf:
        return larger
    return larger + math.log1p(math.exp(smaller - larger))
