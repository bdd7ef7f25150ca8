"""Gradient-boosted regression trees as arrays: inference without the library that grew them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.attribute.embedded.term_index import Matrix, Vector

LEAF = -1


@dataclass(frozen=True)
class BoostedTrees:
    """t trees of at most k nodes each; node 0 is the root. The sum of the leaves reached is a log-odds.

    Attributes:
        feature: (t, k) column that a node asks about, ``LEAF`` at leaves.
        threshold: (t, k); rows at most so high go left.
        left, right: (t, k) numbers of the children.
        value: (t, k) what a leaf adds.
        base: () log-odds before any tree.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    value: NDArray[np.float32]
    base: NDArray[np.float64]

    def probabilities(self, rows: Matrix) -> Vector:
        """(n,) probability for each of (n, features) rows."""
        trees = np.arange(len(self.feature))[None, :]
        at = np.zeros((len(rows), len(self.feature)), dtype=np.int16)
        while True:
            feature = self.feature[trees, at]
            inner = feature != LEAF
            if not inner.any():
                break
            low = np.take_along_axis(rows, np.maximum(feature, 0), axis=1) <= self.threshold[trees, at]
            at = np.where(inner, np.where(low, self.left[trees, at], self.right[trees, at]), at)
        odds = self.base + self.value[trees, at].sum(axis=1, dtype=np.float64)
        chance: Vector = 1.0 / (1.0 + np.exp(-odds))
        return chance

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """The arrays by prefixed name, to be kept."""
        return {f"{prefix}.{one.name}": getattr(self, one.name) for one in fields(self)}

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]], prefix: str) -> BoostedTrees:
        """Return the trees that :meth:`arrays` described."""
        return cls(**{one.name: arrays[f"{prefix}.{one.name}"] for one in fields(cls)})
