"""Comparison of texts by the published evaluator: by shared tokens, and by BLEU-1."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from math import exp
from typing import Any

from diagramloop.extras import needed
from diagramloop.scores.missing import MissingPartError

_MEMORY = 1 << 16  # texts; those of one document recur in both directions and for every system
_IGNORED = frozenset({*",.?;:!()[]{}'\"-_", "a", "the", "an"})


@lru_cache(_MEMORY)
def tokens(text: str) -> tuple[str, ...]:
    """spaCy's tokens of an English text, in lower case.

    Raises:
        MissingPartError: spaCy is not installed.
    """
    return tuple(token.text.lower() for token in _tokenizer()(text))


@lru_cache(_MEMORY)
def lexical(text: str, other: str) -> float:
    """Harmonic mean of the shares of each text's tokens that the other has; 0 where either has none."""
    return harmonic(_share(text, other), _share(other, text))


def harmonic(share: float, other: float) -> float:
    """Harmonic mean, 0 of zeros."""
    return 2 * share * other / (share + other) if share + other else 0.0


@lru_cache(_MEMORY)
def bleu1(hypothesis: str, reference: str) -> float:
    """BLEU with unigrams only, brevity penalty included, of texts without punctuation and articles, to 4 places.

    In closed form: e^min(0, 1 - |r| / |h|) times the clipped share of the hypothesis' tokens in the reference.
    """
    words, meant = _content(hypothesis), _content(reference)
    if not words or not meant:
        return 0.0
    shared = (Counter(words) & Counter(meant)).total()
    brevity = 1.0 if len(words) > len(meant) else exp(1 - len(meant) / len(words))
    return round(brevity * shared / len(words), 4)


def _share(text: str, other: str) -> float:
    words, known = tokens(text), _vocabulary(other)
    return sum(token in known for token in words) / len(words) if words else 0.0


@lru_cache(_MEMORY)
def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


@lru_cache(_MEMORY)
def _content(text: str) -> tuple[str, ...]:
    return tuple(token for token in tokens(text) if token not in _IGNORED)


@cache
def _tokenizer() -> Any:
    try:
        from spacy.lang.en import English
    except ImportError as error:
        raise needed("the published evaluator's tokenizer", "spacy", error=MissingPartError) from error
    return English().tokenizer
