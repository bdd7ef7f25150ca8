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

from diagramloop.engines.parse.text.ctc_beam import Answer, greedy, greedy_probability, likeliest, surest
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

TRAINED = LEXICON.with_name("words.onnx")
"""Weights that read words by hand and in print, in Latin and Greek; WORDS_CARD.md beside them."""
MOST_BYTES = 500_000_000  # of weights of one's own; PP-OCRv6 medium has 80 million
STEP_PX = 4  # columns for one position of a trained reader's answer
_WIDEST_PX, _NARROWEST_PX = 2400, 16  # columns of a line as it sees it
_HEIGHTS = (16, 256)  # of a line as a reader sees it, in pixels
_DIGITS = 5  # of a number in metadata
_ROUNDED = 0.02  # by which probabilities of 16 bits may fail to be one together
_WIDTH_BY_HAND = 1.0  # kept by the published reader: letters by hand are narrow, and squeezed ones are lost
_TINY = 1e-12  # probability that is none


class WordNetwork:
    """A recogniser in ONNX: PP-OCR's input and answer, with its characters in its metadata.

    Args:
        weights: PP-OCR's file as PaddleOCR or RapidOCR give it, of any language and size; or one that
            :mod:`diagramloop.engines.training.words` writes. A line's height is that of its input, or else of its
            metadata; where the input's width is fixed, longer lines are squeezed and paper follows shorter ones.

    Raises:
        ModelError: there is no such file (MISSING), it is larger than :data:`MOST_BYTES` (TOO_LARGE), onnxruntime reads
            no model in it alone, without files beside it, or it is no recogniser: the message says why (UNREADABLE).
    """

    def __init__(self, weights: Path) -> None:
        content = _content(weights)
        try:
            self._session = session_of(content)  # by its bytes, so that no file beside it is read
            metadata = self._session.get_modelmeta().custom_metadata_map
            (given,) = self._session.get_inputs()
            (_, _, height, width) = given.shape
        except Exception as error:  # its errors have no common class
            raise _no_reader(weights, str(error)) from error
        if "character" not in metadata:
            raise _no_reader(weights, "its metadata have no `character`, as PaddleOCR and RapidOCR write it")
        self.characters = (*metadata["character"].split("\n"), " ")
        self.class_of = {character: number + 1 for number, character in enumerate(self.characters)}
        self.height = height if isinstance(height, int) else _number(metadata.get("height", ""))
        self._width = width if isinstance(width, int) else None
        self._weights, self._squeezed = weights, weights == published()
        self._check()

    def _check(self) -> None:
        """A white line read, so that what is no recogniser is refused before any picture is."""
        if not _HEIGHTS[0] <= self.height <= _HEIGHTS[1]:
            raise _no_reader(self._weights, f"lines of {self.height} pixels")
        white = np.full((self.height, 4 * self.height), 255, np.uint8)
        totals = np.exp(self.answer(white)).sum(axis=1)
        if not np.allclose(totals, 1, atol=_ROUNDED):
            raise _no_reader(self._weights, "its answers are no probabilities")

    def answer(self, strip: Grey) -> Answer:
        """Logarithms of probabilities of a strip, shape (positions, classes).

        Args:
            strip: dark on white, shape (height, width).

        Raises:
            ModelError: the network fails (ENGINE_FAILED), or has other classes than its metadata say (UNREADABLE).
        """
        rows, columns = strip.shape
        width = columns_of(strip, _WIDTH_BY_HAND) if self._squeezed else trained_columns(columns / rows, self.height)
        width = min(width, self._width or width)
        line = at_height(strip, width, self.height)
        if self._width is not None:
            line = np.pad(line, ((0, 0), (0, self._width - width)), constant_values=255)
        try:
            probabilities = probabilities_of(self._session, line)
        except Exception as error:  # its errors have no common class
            message = f"{self._weights}: the reader of words failed: {error}"
            raise ModelError(message, reason=RejectionReason.ENGINE_FAILED) from error
        classes = len(self.characters) + 1
        if probabilities.ndim != 2 or probabilities.shape[1] not in (classes, classes - 1):  # some have no space
            shape = "x".join(map(str, probabilities.shape[1:]))
            raise _no_reader(self._weights, f"{shape} classes, but a blank, {classes - 2} characters and a space")
        positions = -(-len(probabilities) * width // line.shape[1])  # those of paper behind the line say nothing
        return np.asarray(np.log(np.maximum(np.nan_to_num(probabilities[:positions]), _TINY)), np.float32)


def _content(weights: Path) -> bytes:
    try:
        with weights.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"{weights}: no reader of words: {error.strerror}"
        raise ModelError(message, reason=RejectionReason.MISSING) from error
    if len(content) > MOST_BYTES:
        raise ModelError(f"{weights}: more than {MOST_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    return content


def _number(text: str) -> int:
    """The height that metadata give; the usual one where they give none."""
    return int(text) if text.isdecimal() and len(text) < _DIGITS else HEIGHT


def _no_reader(weights: Path, why: str) -> ModelError:
    return ModelError(f"{weights}: no reader of words: {why}", reason=RejectionReason.UNREADABLE)


@dataclass(frozen=True)
class WordReader:
    """Reads strips of dark text on white, by hand or in print.

    Attributes:
        weights: of the network; the published ones that rapidocr ships if None.
        words: the lexicon's file; None reads the likeliest character at each position.
    """

    weights: Path | None = None
    words: Path | None = LEXICON

    @property
    def characters(self) -> Sequence[str]:
        """All that it reads, after the blank."""
        return word_network(self.weights or published()).characters

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        """See :class:`~diagramloop.engines.parse.text.recogniser.LineReader`; equal ones are read once.

        Raises:
            ModelError: as :class:`WordNetwork`.
        """
        network = word_network(self.weights or published())
        keys = [(strip.shape, strip.tobytes()) for strip in strips]
        readings = {key: self._reading(network, strip) for key, strip in dict(zip(keys, strips, strict=True)).items()}
        return [readings[key] for key in keys]

    def _reading(self, network: WordNetwork, strip: Grey) -> Reading:
        answer = network.answer(strip)
        if self.words is None:
            text, share = greedy(answer, network.characters), greedy_probability(answer)
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
