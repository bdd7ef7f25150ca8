"""The words of a chart's nodes, weighted by how few nodes share them, against the words of a statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.attribute.embedded._lexicon import LISTS

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

_WORD = re.compile(r"[^\W_]+(?:'[a-z]\b)?")
_SUFFIX = re.compile(r"(?:ations?|ings?|ions?|ments?|ed|er|ers|ly|es|s|e|y)$")
_LEAST_STEM = 3
_NEVER_DOUBLED_BY_SUFFIX = "aeiouls"  # "mixx(ed)" loses a letter, "fill(ed)" and "pass(ed)" do not
_UNKNOWN_SHARE = 0.5  # weight of a statement's word that no node has, against that of a word of one node


def stem(word: str) -> str:
    """``word`` without its common English endings; words of up to four letters stay as they are."""
    bare = _SUFFIX.sub("", word) if len(word) > _LEAST_STEM + 1 else word
    if len(bare) < _LEAST_STEM:
        return word
    doubled = bare != word and len(bare) > _LEAST_STEM and bare[-1] == bare[-2]
    return bare[:-1] if doubled and bare[-1] not in _NEVER_DOUBLED_BY_SUFFIX else bare


def content_words(text: str) -> list[str]:
    """Stems of the words that are no stop words, in the text's order."""
    stop = LISTS.words("stop_words")
    return [stem(word) for word in _WORD.findall(text.lower()) if word not in stop]


def node_words(text: str) -> list[str]:
    """The content words of a node; all its words where there is none."""
    return content_words(text) or [stem(word) for word in _WORD.findall(text.lower())]


def trigrams(text: str) -> list[str]:
    """Runs of three characters of the content words, which survive misread letters."""
    joined = f" {' '.join(content_words(text))} "
    return [joined[start : start + 3] for start in range(len(joined) - 2)]


class Overlap(NamedTuple):
    """Shared weight of n nodes and k statements, each of shape (n, k) in [0, 1].

    Attributes:
        recall: share of the node's weight that the statement has.
        coverage: share of the statement's weight that the node has.
        f1: their harmonic mean (Dice).
    """

    recall: Matrix
    coverage: Matrix
    f1: Matrix


class TermIndex:
    """The terms of n texts; a term's weight is log(1 + n / number of texts with it)."""

    def __init__(self, texts: Sequence[str], split: Callable[[str], list[str]]) -> None:
        self._split = split
        terms = [list(dict.fromkeys(split(text))) for text in texts]
        self._number = {
            term: number for number, term in enumerate(dict.fromkeys(term for some in terms for term in some))
        }
        present = self._incidence(terms)
        frequency = np.maximum(present.sum(axis=0), 1.0)
        self._weight: Vector = np.log1p(len(texts) / frequency)
        self._unknown = _UNKNOWN_SHARE * float(np.log1p(len(texts)))
        self._weighted = scipy.sparse.csr_array(present * self._weight[None, :])
        self._total: Vector = np.asarray(self._weighted.sum(axis=1), dtype=float).reshape(-1)

    def overlap(self, statements: Sequence[str]) -> Overlap:
        """Share of every text that is in every statement, and the other way round."""
        terms = [list(dict.fromkeys(self._split(statement))) for statement in statements]
        known = [[term for term in some if term in self._number] for some in terms]
        present = self._incidence(known)
        unknown = np.array([len(all_) - len(some) for all_, some in zip(terms, known, strict=True)], dtype=float)
        weights = present @ self._weight + self._unknown * unknown
        shared: Matrix = (self._weighted @ present.T).toarray()
        least = np.finfo(float).eps
        recall = shared / np.maximum(self._total, least)[:, None]
        coverage = shared / np.maximum(weights, least)[None, :]
        f1 = 2 * shared / np.maximum(self._total[:, None] + weights[None, :], least)
        return Overlap(recall, coverage, f1)

    def _incidence(self, terms: Sequence[Sequence[str]]) -> scipy.sparse.csr_array:
        columns = [self._number[term] for some in terms for term in some]
        starts = np.cumsum([0, *map(len, terms)])
        return scipy.sparse.csr_array((np.ones(len(columns)), columns, starts), shape=(len(terms), len(self._number)))
