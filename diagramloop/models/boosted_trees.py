"""Gradient-boosted regression trees as arrays: no library runs them, and a missing value has a side of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAF = -1  # number of the feature that a leaf asks about

Rows = NDArray[np.float64]


@dataclass(frozen=True)
class BoostedTrees:
    """t trees of at most k nodes each; node 0 is the root. The sum of the leaves reached, by the slope, is a log-odds.

    Attributes:
        feature: (t, k) column that a node asks about, ``LEAF`` at leaves.
        threshold: (t, k); rows at most so high go left. Often one of the rows' own values: no digit may go.
        missing_left: (t, k) whether a row without the value does.
        left, right: (t, k) numbers of the children, higher than their parent's.
        value: (t, k) what a leaf adds.
        base: () sum before any tree.
        slope: () above 0.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float64]
    missing_left: NDArray[np.bool_]
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    value: NDArray[np.float32]
    base: NDArray[np.float64]
    slope: NDArray[np.float64]

    def scores(self, rows: Rows) -> Rows:
        """(n,) sums of the leaves reached by each of (n, features) rows; NaN is a missing value."""
        trees = np.arange(len(self.feature))[None, :]
        node = np.zeros((len(rows), len(self.feature)), dtype=np.int16)
        while True:
            feature = self.feature[trees, node]
            inner = feature != LEAF
            if not inner.any():
                break
            asked = np.take_along_axis(rows, np.maximum(feature, 0), axis=1)
            goes_left = np.where(np.isnan(asked), self.missing_left[trees, node], asked <= self.threshold[trees, node])
            node = np.where(inner, np.where(goes_left, self.left[trees, node], self.right[trees, node]), node)
        total: Rows = self.base + self.value[trees, node].sum(axis=1, dtype=np.float64)
        return total

    def probabilities(self, rows: Rows) -> Rows:
        """(n,) probability for each of (n, features) rows."""
        chance: Rows = 1.0 / (1.0 + np.exp(-self.slope * self.scores(rows)))
        return chance

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """The arrays by prefixed name, to be kept."""
        return {f"{prefix}.{field.name}": getattr(self, field.name) for field in fields(self)}

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]], prefix: str, features: int) -> BoostedTrees:
        """Return the trees that :meth:`arrays` described.

        Args:
            features: columns of the rows that they will be asked about.

        Raises:
            KeyError: an array is missing.
            ValueError: the arrays are no trees, or ask about other columns.
        """
        trees = cls(**{field.name: arrays[f"{prefix}.{field.name}"] for field in fields(cls)})
        trees._check(features)
        return trees

    def _check(self, features: int) -> None:
        tables: list[NDArray[Any]] = [
            self.feature,
            self.threshold,
            self.missing_left,
            self.left,
            self.right,
            self.value,
        ]
        if self.feature.ndim != 2 or {table.shape for table in tables} != {self.feature.shape}:
            raise ValueError("tables of trees have one shape")
        if (self.feature < LEAF).any() or (self.feature >= features).any():
            raise ValueError("a tree asks for a value that there is not")
        inner, own = self.feature != LEAF, np.arange(self.feature.shape[1])[None, :]
        for child in (self.left, self.right):
            if (inner & ((child <= own) | (child >= self.feature.shape[1]))).any():
                raise ValueError("a node does not lead down")
        numbers = (self.threshold, self.value, self.base, self.slope)
        if not (all(np.isfinite(each).all() for each in numbers) and (self.slope > 0).all()):
            raise ValueError("numbers of trees are finite, and their slope is above 0")
