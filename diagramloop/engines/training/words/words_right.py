"""Words that the reader is measured on, and figures of what it reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.text.ctc_beam import greedy
from diagramloop.engines.training.words.alphabet import CHARACTERS
from diagramloop.engines.training.words.hand_lines import HandLine

_LEAST_PX = 2  # a word is larger
_IGNORED = re.compile(r"[^a-z0-9]")


@dataclass(frozen=True)
class Word:
    """A word by hand, cut out by its box.

    Attributes:
        page: that it is on.
        text: as it was transcribed.
        grey: dark on white, shape (height, width).
    """

    page: str
    text: str
    grey: NDArray[np.uint8]


def words_in(lines: Sequence[HandLine], most: int | None = None) -> list[Word]:
    """Words of lines with a letter or figure of ASCII; ``most`` of them, the same ones at each call."""
    words = []
    for line in lines:
        for text, box in zip(line.texts, line.boxes, strict=True):
            grey = _cut(line, box)
            if plain(text) and min(grey.shape) > _LEAST_PX:
                words.append(Word(line.page, text, grey))
    if most is not None and most < len(words):
        words = [words[number] for number in np.random.default_rng(0).permutation(len(words))[:most]]
    return words


def _cut(line: HandLine, box: NDArray[np.float32]) -> NDArray[np.uint8]:
    x0, y0 = np.maximum(np.floor(box[:2]), 0).astype(int)
    x1, y1 = np.ceil(box[2:]).astype(int)
    return line.grey[y0:y1, x0:x1]


def plain(text: str) -> str:
    """Letters and figures of ASCII alone, in lower case."""
    return _IGNORED.sub("", text.lower())


def figures_of(answers: Sequence[NDArray[np.float32]], words: Sequence[Word]) -> dict[str, float | None]:
    """Share of words read right, as they are and without case and signs, by greedy reading."""
    texts = [greedy(answer, CHARACTERS) for answer in answers]
    right = [plain(text) == plain(word.text) for text, word in zip(texts, words, strict=True)]
    exact = [text == word.text for text, word in zip(texts, words, strict=True)]
    return {"words_right": float(np.mean(right)), "words_exact": float(np.mean(exact))}
