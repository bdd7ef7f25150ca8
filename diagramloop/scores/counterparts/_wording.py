"""Likeness of the wording of two texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from diagramloop.scores.counts import Floats
from diagramloop.scores.similarity import edit_similarity, fold

_WORD = re.compile(r"\w+")
_READ = 2_000  # characters of a text: hostile ones are long
_ARTICLES = frozenset({"a", "an", "the"})


def wording(a: Sequence[str], b: Sequence[str]) -> Floats:
    """Likeness of texts, shape (len(a), len(b)): by words in common (Dice) or by letters, whichever is more.

    Letter case, articles and punctuation between words do not count. Two empty texts are alike.
    """
    left, right = ([fold(text)[:_READ].casefold() for text in texts] for texts in (a, b))
    words = [[_words(text) for text in texts] for texts in (left, right)]
    shared = np.array([[_dice(words_here, other) for other in words[1]] for words_here in words[0]]).reshape(
        len(a), len(b)
    )
    return np.maximum(shared, edit_similarity(left, right))


def _words(text: str) -> frozenset[str]:
    words = frozenset(_WORD.findall(text))
    return words - _ARTICLES or words


def _dice(words: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(words & other) / (len(words) + len(other)) if words and other else 0.0
