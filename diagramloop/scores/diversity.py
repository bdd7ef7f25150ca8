"""Lexical diversity of a user's utterances (FloCA, Section 6.4, Table 3): SE, CE, MSTTR, MTLD, HDD.

All take the tokens of one utterance; FloCA computes them turn by turn and averages, after Terragni et al.,
"In-Context Learning User Simulators for Task-Oriented Dialog Systems", 2023. Entropies are in bits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import comb

import numpy as np

SEGMENT = 50
"""Tokens of a segment of MSTTR (Johnson, 1944)."""
TTR_THRESHOLD = 0.72
"""Type-token ratio at which a factor of MTLD is complete (McCarthy and Jarvis, 2010)."""
SAMPLE = 42
"""Tokens drawn for HD-D (McCarthy and Jarvis, 2010)."""

_TOKEN = re.compile(r"[㐀-鿿豈-﫿]|[^\W_㐀-鿿豈-﫿]+(?:['’]\w+)?|[^\w\s]")


def tokens(text: str) -> list[str]:
    """Words in lower case and marks; Han characters one by one, since Chinese does not part its words."""
    return _TOKEN.findall(text.lower())


def shannon_entropy(words: Sequence[str]) -> float:
    """SE: entropy of the distribution of words, in bits; 0 of nothing."""
    return _entropy(Counter(words).values())


def conditional_bigram_entropy(words: Sequence[str]) -> float:
    """CE: entropy of a word given the one before, H(pairs) - H(first words), in bits; 0 without a pair."""
    pairs = list(pairwise(words))
    joint, first = Counter(pairs), Counter(before for before, _ in pairs)
    return max(0.0, _entropy(joint.values()) - _entropy(first.values()))


def mean_segmental_ttr(words: Sequence[str]) -> float:
    """MSTTR: mean type-token ratio of whole segments of 50 tokens, of the text itself if it is shorter; in [0, 1]."""
    count = len(words) // SEGMENT
    segments = [words[number * SEGMENT : (number + 1) * SEGMENT] for number in range(count)] or [words]
    return float(np.mean([_ttr(segment) for segment in segments]))


def mtld(words: Sequence[str]) -> float:
    """MTLD: mean length of the stretches that keep a type-token ratio above 0.72, of both directions, in tokens.

    A text that has no factor at all, since no word is repeated, counts as one factor.
    """
    return (_mtld_one_way(words) + _mtld_one_way(words[::-1])) / 2


def hdd(words: Sequence[str]) -> float:
    """HDD: types expected in a random sample of 42 tokens, or of all where there are fewer.

    McCarthy and Jarvis divide by 42; FloCA's figures, about as large as the number of types of an utterance, do not.
    """

    size = len(words)
    drawn = min(SAMPLE, size)
    samples = comb(size, drawn)
    missing = [comb(size - count, drawn) / samples for count in Counter(words).values()]  # samples without the type
    return float(np.sum(1.0 - np.array(missing)))


def _entropy(counts: Iterable[int]) -> float:
    shares = np.array(list(counts), dtype=np.float64)
    if not shares.size:
        return 0.0
    shares /= shares.sum()
    return float(-np.sum(shares * np.log2(shares))) + 0.0


def _ttr(words: Sequence[str]) -> float:
    return len(set(words)) / len(words) if words else 0.0


def _mtld_one_way(words: Sequence[str]) -> float:
    factors, types, length = 0.0, set[str](), 0
    for word in words:
        types.add(word)
        length += 1
        if len(types) / length <= TTR_THRESHOLD:
            factors, types, length = factors + 1, set(), 0
    if length:
        factors += (1 - len(types) / length) / (1 - TTR_THRESHOLD)
    return len(words) / (factors or 1.0)
