"""Text similarity behind one protocol: lexical always, sentence models when they are installed.

A metric never falls back from one to another: its similarity's name is kept with its result, and a
similarity whose weights are missing makes the metric missing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from polyleven import levenshtein

from diagramloop.errors import ModelError
from diagramloop.models.prompts import encodable
from diagramloop.models.sentences import (
    MINILM,
    MINILM_SHA256,
    MPNET,
    SentenceEncoder,
    SentenceTransformerEncoder,
    load_minilm,
    minilm_at_hand,
    sentence_model_at_hand,
)

Floats = NDArray[np.float64]

# Every character with Unicode's Quotation_Mark property, and what stands for one on keyboards.
_QUOTES = "\"'«»‘’‚‛“”„‟‹›⹂「」『』〝〞〟﹁﹂﹃﹄＂＇｢｣`´ʼ′″"
_ONE_QUOTE = str.maketrans(dict.fromkeys(_QUOTES, "'"))
_EDITED_LENGTH = 2_000  # characters of a label that edit distances look at: hostile labels are long
_DECIMALS = 6  # of a cosine: more than that differs between machines
_OWN_ORGANISATION = "sentence-transformers/"  # of a hub id: its models are known by their names alone
_CACHED_TEXTS = 20_000  # 30 MB of MiniLM vectors


def fold(text: str) -> str:
    """``text`` in canonical form (NFC) with every run of white space one space and every quote one mark.

    Example:
        >>> from diagramloop.scores import fold
        >>> fold('  Fill  the\u00a0kettle ')
        'Fill the kettle'
    """
    return " ".join(unicodedata.normalize("NFC", text).translate(_ONE_QUOTE).split())


def edit_similarity(a: Sequence[str], b: Sequence[str]) -> Floats:
    """1 - Levenshtein distance / length of the longer text, after :func:`fold`; shape (len(a), len(b)).

    Two empty texts are alike. Of a label the first 2,000 characters are compared.
    """
    left, right = ([fold(text)[:_EDITED_LENGTH] for text in texts] for texts in (a, b))
    alike: list[float] = []
    for text in left:
        for other in right:
            distance = 0.0 if text == other else levenshtein(text, other) / max(len(text), len(other))
            alike.append(1.0 - distance)
    return np.array(alike, dtype=np.float64).reshape(len(left), len(right))


class TextSimilarity(Protocol):
    """The likeness of two texts."""

    @property
    def name(self) -> str:
        """Kept with every result that used it."""
        ...

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> Floats:
        """Similarities in [0, 1], shape (len(a), len(b)); no threshold applied."""
        ...


class Exact:
    """1 for texts that are equal after :func:`fold`, else 0."""

    name = "exact"

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> Floats:
        """Ones and zeros, shape (len(a), len(b))."""
        left, right = (np.array([fold(text) for text in texts], dtype=object) for texts in (a, b))
        equal: Floats = np.equal.outer(left, right).astype(np.float64)
        return equal


class Lexical:
    """:func:`edit_similarity` whatever the case.

    Chosen over the longest-common-subsequence ratio because at a threshold of 0.5 it tells the nodes of a
    chart apart twice as well and forgives damaged letters as well (figures in design/scores.md).
    """

    name = "lexical"

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> Floats:
        """Similarities in [0, 1], shape (len(a), len(b))."""
        return edit_similarity([text.casefold() for text in a], [text.casefold() for text in b])


class SentenceEmbedding:
    """Cosine of sentence vectors, below 0 taken as 0.

    The encoder is loaded at the first use. Vectors are kept by text, since a benchmark meets the same
    reference labels with every system.

    Args:
        name: of the similarity.
        load: makes the encoder.

    Raises:
        ModelError: at the first use, when the encoder's package or weights are missing.
    """

    def __init__(self, name: str, load: Callable[[], SentenceEncoder]) -> None:
        self.name = name
        self._load = load
        self._known: dict[str, NDArray[np.float32]] = {}

    def _encoder(self) -> SentenceEncoder:
        """The encoder; of one that cannot be loaded nothing is tried twice, for a hub that is away is waited for."""
        if isinstance(self._loaded, ModelError):
            raise self._loaded
        return self._loaded

    @cached_property
    def _loaded(self) -> SentenceEncoder | ModelError:
        try:
            return self._load()
        except ModelError as error:
            return error

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> Floats:
        """Similarities in [0, 1] to six decimals, shape (len(a), len(b))."""
        a, b = ([encodable(text) for text in texts] for texts in (a, b))
        self._learn([*a, *b])
        if not a or not b:
            return np.zeros((len(a), len(b)))
        left, right = (np.stack([self._known[text] for text in texts]).astype(np.float64) for texts in (a, b))
        cosines: Floats = np.clip(left @ right.T, 0.0, 1.0)
        return cosines.round(_DECIMALS)

    def _learn(self, texts: Sequence[str]) -> None:
        if len(self._known) > _CACHED_TEXTS:
            self._known.clear()
        fresh = list(dict.fromkeys(text for text in texts if text not in self._known))
        self._known.update(zip(fresh, self._encoder().encode(fresh), strict=True))


def similarity_named(name: str) -> TextSimilarity:
    """The similarity of that name: ``lexical``, ``exact``, ``minilm``, ``mpnet``, or a sentence-transformers model.

    ``mpnet`` is all-mpnet-base-v2, by which SciFlow-Bench's published evaluator compares texts.

    Args:
        name: one of the four words, or the path of a model's folder, or a hub id.

    Example:
        >>> from diagramloop.scores import similarity_named
        >>> similarity_named('lexical').matrix(['boil water'], ['boil water', 'pour']).tolist()[0][0]
        1.0
    """
    if name == "minilm":
        return SentenceEmbedding(f"sentence:{MINILM}@{MINILM_SHA256[:8]}", load_minilm)
    if name in (Lexical.name, Exact.name):
        return Lexical() if name == Lexical.name else Exact()
    model = MPNET if name == "mpnet" else name
    shown = Path(model).name if Path(model).is_dir() else model.removeprefix(_OWN_ORGANISATION)
    return SentenceEmbedding(f"sentence:{shown}", lambda: SentenceTransformerEncoder(model))


def first_at_hand(names: Sequence[str]) -> str:
    """The first of these similarities whose weights are on this machine, by name; no hub is asked.

    Raises:
        ModelError: none is.
    """
    name = next((name for name in names if _at_hand(name)), None)
    if name is None:
        raise ModelError(f"none of the text similarities {', '.join(names)} is on this machine")
    return name


def _at_hand(name: str) -> bool:
    if name in (Lexical.name, Exact.name):
        return True
    return minilm_at_hand() if name == "minilm" else sentence_model_at_hand(MPNET if name == "mpnet" else name)
