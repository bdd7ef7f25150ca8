"""Likeness of meaning by sentence vectors, for what is said in other words than the chart's; none without the encoder.

The encoder (:func:`diagramloop.models.sentences.load_minilm`) reads English. It does not tell a statement from its
opposite: polarity and figures are read elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from diagramloop.base.text.tokens import is_chinese
from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS
from diagramloop.models.sentences import SentenceEncoder, load_minilm, minilm_at_hand


def is_read(text: str) -> bool:
    """True if the encoder is installed and reads the language of ``text``."""
    return minilm_at_hand() and not is_chinese(text)


def likeness(utterance: str, texts: Sequence[str]) -> NDArray[np.float64]:
    """Cosines of the utterance and each of the texts, in [-1, 1], shape (len(texts),)."""
    spoken = _vector(utterance[:MAX_CHARACTERS])
    return np.array([spoken @ _vector(text[:MAX_CHARACTERS]) for text in texts], np.float64)


@lru_cache(maxsize=8192)
def _vector(text: str) -> NDArray[np.float32]:
    """The unit vector of a text."""
    vector: NDArray[np.float32] = _encoder().encode([text])[0]
    return vector


@cache
def _encoder() -> SentenceEncoder:
    return load_minilm()
