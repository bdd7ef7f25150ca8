"""Boosted trees fitted to shares by rules that rise or fall, and how sure they may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from diagramloop.engines.training.grown_trees import averaged
from diagramloop.models.boosted_trees import BoostedTrees

RIDGE = 1.0  # that keeps slopes near 1 where little is known

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Boosting:
    """Rules by which trees are grown.

    Attributes:
        names: of the signs.
        rising: by name, 1 where more makes the probability no lower, -1 where it makes it no higher.
    """

    names: Sequence[str]
    rising: Mapping[str, int]
    trees: int = 120
    depth: int = 3
    rate: float = 0.1
    least_leaf: int = 60
    ridge: float = 5.0

    def fit(self, values: Numbers, right: Numbers, weights: Numbers) -> BoostedTrees:
        """Trees for the probability of being right, from shares as well as from yes and no.

        Args:
            values: shape (rows, signs); NaN where one is missing.
            right: between 0 and 1, shape (rows,).
            weights: of the rows.
        """
        from sklearn.ensemble import HistGradientBoostingClassifier

        grown = HistGradientBoostingClassifier(
            max_iter=self.trees,
            max_depth=self.depth,
            learning_rate=self.rate,
            min_samples_leaf=self.least_leaf,
            l2_regularization=self.ridge,
            monotonic_cst=[self.rising.get(name, 0) for name in self.names],
            early_stopping=False,
            random_state=0,
        )
        told = np.where(np.isnan(values).all(axis=0), 0.0, values)  # what is never known tells nothing apart
        twice = np.concatenate([told, told])  # a share is a yes of that weight and a no of the rest
        said = np.concatenate([np.ones(len(right)), np.zeros(len(right))])
        counted = np.concatenate([weights * right, weights * (1 - right)])
        kept = counted > 0
        grown.fit(twice[kept], said[kept], sample_weight=counted[kept] / counted.mean())
        return averaged([grown])


def left_out(growing: Boosting, values: Numbers, right: Numbers, weights: Numbers, folds: NDArray[Any]) -> Numbers:
    """Scores of each row by trees that saw nothing of its fold, shape (rows,)."""
    scores = np.zeros(len(values))
    for fold in np.unique(folds):
        out = folds == fold
        scores[out] = growing.fit(values[~out], right[~out], weights[~out]).scores(values[out])
    return scores


def scaled(trees: BoostedTrees, scores: Numbers, right: Numbers, weights: Numbers) -> BoostedTrees:
    """``trees`` as sure as they may be by the scores of what was left out: one temperature for all (Guo et al. 2017).

    A shift beside it was tried: it is that of the family that is hardest to foresee, and harms all others.
    """
    weights = weights / weights.mean()

    def loss(logarithm: float) -> float:
        logit = np.exp(logarithm) * scores
        lost = right * np.logaddexp(0, -logit) + (1 - right) * np.logaddexp(0, logit)
        return float(weights @ lost + RIDGE * logarithm**2)

    return replace(trees, slope=np.array(np.exp(minimize_scalar(loss, (-0.5, 0.5)).x)))
