"""Reading lines by hand and in print: a recogniser in ONNX, the published one or a trained one, and the lexicon in its
beam."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.text.ctc_beam import Answer, greedy, likeliest, path_probability, surest
from diagramloop.engines.parse.text.lexicon import SHIPPED as LEXICON
from diagramloop.engines.parse.text.lexicon import lexicon
from diagramloop.engines.parse.text.recogniser import (
    HEIGHT,
    Grey,
    Reading,
    at_height,
    columns_of,
    in_ascii,
    probabilities_of,
    published,
    session_of,
)
from diagramloop.errors import ModelError, RejectionReason

STEP_PX = 4  # columns for one position of a trained reader's answer
_WIDEST_PX, _NARROWEST_PX = 2400, 16  # columns of a line as it sees it
_TINY = 1e-12  # probability that is none


class WordNetwork:
    """A recogniser in ONNX: PP-OCR's input and answer, with its characters in its metadata.

    Args:
        weights: PP-OCR's file, or one that :mod:`diagramloop.engines.training.words` writes, whose metadata have the
            height of a line too and that sees a line as wide as it is.

    Raises:
        ModelError: no file that onnxruntime reads, or its metadata lack ``character`` (UNREADABLE).
    """

    def __init__(self, weights: Path) -> None:
        try:
            self._session = session_of(weights)
            metadata = self._session.get_modelmeta().custom_metadata_map
            self.characters = (*metadata["character"].split("\n"), " ")
            self.height = int(metadata.get("height", HEIGHT))
            self._published = "height" not in metadata
            self.class_of = {character: number + 1 for number, character in enumerate(self.characters)}
        except Exception as error:  # its errors have no common class
            raise ModelError(f"{weights}: no reader of words: {error}", reason=RejectionReason.UNREADABLE) from error

    def answer(self, strip: Grey) -> Answer:
        """Logarithms of probabilities of a strip, shape (positions, classes).

        Args:
            strip: dark on white, shape (height, width).
        """
        rows, columns = strip.shape
        width = columns_of(strip) if self._published else trained_columns(columns / rows, self.height)
        probabilities = probabilities_of(self._session, at_height(strip, width, self.height))
        return np.asarray(np.log(np.maximum(probabilities, _TINY)), np.float32)


@dataclass(frozen=True)
class WordReader:
    """Reads strips of dark text on white, by hand or in print.

    Attributes:
        weights: of the network; the published ones that rapidocr ships if None.
        words: the lexicon's file; None reads the likeliest character at each position.
    """

    weights: Path | None = None
    words: Path | None = LEXICON

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        """See :class:`~diagramloop.engines.parse.text.recogniser.LineReader`; equal ones are read once."""
        network = word_network(self.weights or published())
        keys = [(strip.shape, strip.tobytes()) for strip in strips]
        readings = {key: self._reading(network, strip) for key, strip in dict(zip(keys, strips, strict=True)).items()}
        return [readings[key] for key in keys]

    def _reading(self, network: WordNetwork, strip: Grey) -> Reading:
        answer = network.answer(strip)
        if self.words is None:
            text, share = greedy(answer, network.characters), path_probability(answer)
        else:
            text, share = surest(likeliest(answer, network.characters, lexicon(self.words)))
        reading = reading_of(answer, text, [network.class_of[character] for character in text])
        return replace(reading, probability=share)


@functools.lru_cache(maxsize=2)
def word_network(weights: Path) -> WordNetwork:
    """The network of a file, read once."""
    return WordNetwork(weights)


def trained_columns(aspect: float, height: int) -> int:
    """Columns of a line that is ``aspect`` times as wide as high, as a trained reader sees it."""
    columns = STEP_PX * round(aspect * height / STEP_PX)
    return min(max(columns, _NARROWEST_PX), _WIDEST_PX)


def reading_of(answer: Answer, text: str, classes: Sequence[int]) -> Reading:
    """A text with its characters' places on the likeliest way through CTC's positions, and their mean probability."""
    if not classes:
        return Reading("", 0.0, ())
    best = answer.argmax(axis=1)
    fresh = np.flatnonzero(np.concatenate([[True], best[1:] != best[:-1]]) & (best != 0))
    positions = fresh if best[fresh].tolist() == list(classes) else np.array(_aligned(answer, classes))
    likely = np.exp(answer[positions, classes])
    places = (positions + 0.5) / len(answer)
    return Reading(in_ascii(text), float(likely.mean()), tuple(places.tolist()))


def _aligned(answer: Answer, classes: Sequence[int]) -> list[int]:
    """The position at which each character is likeliest, of those that the best way (Viterbi) gives to it."""
    states = np.zeros(2 * len(classes) + 1, np.int64)  # a blank before, between and after
    states[1::2] = classes
    best: dict[int, tuple[float, int]] = {}
    for position, state in enumerate(_way(answer, states)):
        likely = float(answer[position, states[state]])
        best[state] = max(best.get(state, (-math.inf, 0)), (likely, position))
    return [best[state][1] for state in range(1, len(states), 2)]


def _way(answer: Answer, states: NDArray[np.int64]) -> list[int]:
    """The state at each position on the best way from the first states to the last."""
    skips = (states != 0) & (states != np.roll(states, 2))  # over a blank, to another character
    scores = np.full(len(states), -math.inf)
    scores[:2] = answer[0, states[:2]]
    steps = np.zeros((len(answer), len(states)), np.int64)
    for position in range(1, len(answer)):
        over = np.where(skips, _shifted(scores, 2), -math.inf)
        ways = np.stack([scores, _shifted(scores, 1), over])
        steps[position] = ways.argmax(axis=0)
        scores = ways.max(axis=0) + answer[position, states]
    way = [len(states) - 2 + int(scores[-2:].argmax())]
    for position in range(len(answer) - 1, 0, -1):
        way.append(way[-1] - int(steps[position, way[-1]]))
    return way[::-1]


def _shifted(scores: NDArray[np.float64], by: int) -> NDArray[np.float64]:
    return np.concatenate([np.full(by, -math.inf), scores[:-by]])
