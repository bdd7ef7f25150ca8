"""Prefix beam search over CTC's answers (Hannun et al. 2014), with the cost of what is read by a lexicon."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.text.lexicon import Lexicon, is_letter

Answer = NDArray[np.float32]  # logarithms of probabilities, shape (positions, classes); class 0 is the blank
Classes = NDArray[np.int64]
Probabilities = NDArray[np.float64]  # of one position, by class

_KEPT = 16  # prefixes after each position
_TRIED = 8  # classes at a position
_LEAST = 1e-3  # probability below which a character is not tried
_SURE = math.log(0.995)  # of the likeliest class at each position: then nothing else is looked at
_BLANK = 0.9975  # probability of a blank beside which no character is tried
_TINY = 1e-300  # probability that is none


class Hypothesis(NamedTuple):
    """A text and what speaks for it.

    Attributes:
        text: that is read.
        score: logarithm of its probability by the reader, less its cost by the lexicon; of one alone without that.
    """

    text: str
    score: float


@dataclass(slots=True)
class _Prefix:
    """The text that was read so far.

    Attributes:
        done: cost of all before the word that it ends with.
        word: that it ends with.
        share: by which the cost of all makes it less likely.
        blank, other: the probability that it ends with a blank, or with its last character.
    """

    done: float
    word: str
    share: float
    blank: float = 0.0
    other: float = 0.0

    @property
    def worth(self) -> float:
        """By which prefixes are compared."""
        return (self.blank + self.other) * self.share


def greedy(answer: Answer, characters: Sequence[str]) -> str:
    """The text of the likeliest class at each position: repeats merged, blanks dropped."""
    return "".join(characters[number - 1] for number in _greedy(answer).tolist())


def greedy_probability(answer: Answer) -> float:
    """The probability of that text."""
    return text_probability(np.exp(answer), _greedy(answer))


def _greedy(answer: Answer) -> Classes:
    best = answer.argmax(axis=1)
    fresh = np.concatenate([[True], best[1:] != best[:-1]]) & (best != 0)
    return np.asarray(best[fresh])


def likeliest(answer: Answer, characters: Sequence[str], lexicon: Lexicon) -> list[Hypothesis]:
    """Texts, the likeliest first; one alone where the reader is sure at every position.

    Args:
        characters: by class, from class 1 on.
    """
    if len(answer) == 0 or answer.max(axis=1).min() > _SURE:
        return [Hypothesis(greedy(answer, characters), math.log(max(greedy_probability(answer), _TINY)))]
    beam = {"": _Prefix(0.0, "", 1.0, blank=1.0)}
    scale = 0.0
    for position in np.exp(answer.astype(np.float64)):
        beam = _grown(beam, position, characters, lexicon)
        largest = max(_TINY, *(prefix.blank + prefix.other for prefix in beam.values()))
        scale += math.log(largest)
        for prefix in beam.values():  # so that no product of probabilities becomes 0
            prefix.blank /= largest
            prefix.other /= largest
    ends = []
    for text, prefix in beam.items():
        score = math.log(max(prefix.blank + prefix.other, _TINY)) + scale - lexicon.text(text)
        ends.append(Hypothesis(text, score))
    return sorted(ends, key=lambda end: end.score, reverse=True)


def text_probability(probabilities: NDArray[np.floating], classes: Classes) -> float:
    """The probability of a text: the sum over all ways to it (Graves et al. 2006, Section 4.1).

    Args:
        probabilities: shape (positions, classes).
        classes: of its characters.
    """
    if not len(probabilities):
        return 1.0
    states = np.zeros(2 * len(classes) + 1, np.int64)  # a blank before, between and after
    states[1::2] = classes
    skips = np.zeros(len(states))
    skips[3::2] = states[3::2] != states[1:-2:2]  # over a blank, to another character
    likely = probabilities[:, states].astype(np.float64)
    ways = np.zeros(len(states))
    ways[:2] = likely[0, :2]
    for row in likely[1:]:
        before = ways.copy()
        ways[1:] += before[:-1]
        ways[2:] += before[:-2] * skips[2:]
        ways *= row
    return float(ways[-2:].sum())


def surest(texts: Sequence[Hypothesis]) -> tuple[str, float]:
    """The first text with its share in the probability of all; one alone has its own."""
    best = texts[0]
    if len(texts) == 1:
        return best.text, math.exp(best.score)
    return best.text, 1 / sum(math.exp(other.score - best.score) for other in texts)


def _grown(
    beam: dict[str, _Prefix], position: Probabilities, characters: Sequence[str], lexicon: Lexicon
) -> dict[str, _Prefix]:
    """The best of all that the prefixes may be after one more position."""
    blank = float(position[0])
    tried = [] if blank > _BLANK else _tried(position, characters)
    grown: dict[str, _Prefix] = {}
    for text, prefix in beam.items():
        total = prefix.blank + prefix.other
        same = grown.get(text)
        if same is None:
            same = grown[text] = _Prefix(prefix.done, prefix.word, prefix.share)
        same.blank += total * blank
        for character, likely in tried:
            before = total
            if text[-1:] == character:
                same.other += prefix.other * likely
                before = prefix.blank
            longer = grown.get(text + character)
            if longer is None:
                longer = grown[text + character] = _with(prefix, character, lexicon)
            longer.other += before * likely
    kept = sorted(grown.items(), key=lambda item: item[1].worth, reverse=True)[:_KEPT]
    return dict(kept)


def _tried(position: Probabilities, characters: Sequence[str]) -> list[tuple[str, float]]:
    """The likeliest characters at a position."""
    likely = np.flatnonzero(position > _LEAST)
    numbers = likely[np.argsort(-position[likely])][:_TRIED].tolist()
    return [(characters[number - 1], float(position[number])) for number in numbers if number]


def _with(prefix: _Prefix, character: str, lexicon: Lexicon) -> _Prefix:
    """A prefix with one more character; its probabilities are yet to be added."""
    if is_letter(character):
        word = prefix.word + character
        return _Prefix(prefix.done, word, math.exp(-prefix.done - lexicon.word(word, whole=False)))
    done = prefix.done + (lexicon.word(prefix.word, whole=True) if prefix.word else 0.0)
    if character != " ":
        done += lexicon.weights.other
    return _Prefix(done, "", math.exp(-done))
