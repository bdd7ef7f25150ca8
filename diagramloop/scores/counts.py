"""Counts: the one result every metric gives, additive over charts.

A metric counts, per chart, how many predicted elements are right and how many reference elements are
found. Sums of such counts give micro scores; strata, bootstrap and significance work on arrays of them.
A metric that is a number per chart (a mean over charts) is the same thing with that number as its count
and one as its total.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Statistic = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class Counts:
    """Additive counts of one comparison.

    Matching may be many-to-many (SciFlow-Bench) and then ``correct`` and ``found`` differ; one-to-one
    matching has ``correct == found``, the true positives.

    Attributes:
        correct: predicted elements that are right.
        predicted: predicted elements.
        found: reference elements that were found.
        gold: reference elements.
    """

    correct: float
    predicted: float
    found: float
    gold: float

    @classmethod
    def one_to_one(cls, matched: float, predicted: float, gold: float) -> Self:
        """Counts of a one-to-one matching."""
        return cls(matched, predicted, matched, gold)

    @classmethod
    def rate(cls, hits: float, total: float) -> Self:
        """A share: ``hits`` out of ``total``; its precision, recall and F1 are all that share."""
        return cls(hits, total, hits, total)

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(self.row + other.row))

    @property
    def row(self) -> Floats:
        """The four numbers as an array, in the order of the fields."""
        return np.array([self.correct, self.predicted, self.found, self.gold], dtype=np.float64)

    @property
    def false_positives(self) -> float:
        """Predicted elements that are wrong."""
        return self.predicted - self.correct

    @property
    def false_negatives(self) -> float:
        """Reference elements that were not found."""
        return self.gold - self.found

    @property
    def precision(self) -> float:
        """See :func:`precision`."""
        return float(precision(self.row))

    @property
    def recall(self) -> float:
        """See :func:`recall`."""
        return float(recall(self.row))

    @property
    def f1(self) -> float:
        """See :func:`f1`."""
        return float(f1(self.row))


def precision(counts: Floats) -> Floats:
    """Share of predicted elements that are right, for counts of shape (..., 4).

    Nothing predicted: 1 where there was nothing to find either, else 0.
    """
    correct, predicted, _, gold = np.moveaxis(counts, -1, 0)
    return _share(correct, predicted, other=gold)


def recall(counts: Floats) -> Floats:
    """Share of reference elements that were found, for counts of shape (..., 4).

    Nothing to find: 1 where nothing was predicted either, else 0.
    """
    _, predicted, recalled, gold = np.moveaxis(counts, -1, 0)
    return _share(recalled, gold, other=predicted)


def f1(counts: Floats) -> Floats:
    """Harmonic mean of precision and recall, 0 where both are 0, for counts of shape (..., 4)."""
    precise, recalled = precision(counts), recall(counts)
    total = precise + recalled
    return np.divide(2.0 * precise * recalled, total, out=np.zeros_like(total), where=total > 0)


def _share(hits: Floats, total: Floats, other: Floats) -> Floats:
    nothing = np.where(other > 0, 0.0, 1.0)
    return np.divide(hits, total, out=nothing, where=total > 0)
