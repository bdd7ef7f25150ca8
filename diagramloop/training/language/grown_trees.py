"""Growth of boosted trees by scikit-learn, kept as arrays that need it no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from diagramloop.attribute.embedded.boosted_trees import LEAF, BoostedTrees

Matrix = NDArray[np.float64]
Flags = NDArray[np.bool_]


class TreeSettings(BaseModel):
    """Sizes of the trees; the names are scikit-learn's. ``bags`` are forests of several seeds, averaged."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bags: int = 5
    max_iter: int = 200
    learning_rate: float = 0.05
    max_leaf_nodes: int = 12
    min_samples_leaf: int = 40
    l2_regularization: float = 5.0
    max_features: float = 0.15


def grown(rows: Matrix, gold: Flags, settings: TreeSettings) -> BoostedTrees:
    """Trees for (n, features) rows and (n,) truth."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    sizes = settings.model_dump(exclude={"bags"})
    forests = [
        HistGradientBoostingClassifier(random_state=seed, early_stopping=False, **sizes).fit(rows, gold)
        for seed in range(settings.bags)
    ]
    trees = [tree[0].nodes for forest in forests for tree in forest._predictors]
    base = np.mean([forest._baseline_prediction.ravel()[0] for forest in forests])
    return BoostedTrees(
        _padded(trees, lambda n: np.where(n["is_leaf"], LEAF, n["feature_idx"]), LEAF, np.int16),
        _padded(trees, lambda n: np.where(n["is_leaf"], 0, n["num_threshold"]), 0, np.float32),
        _padded(trees, lambda n: n["left"], 0, np.int16),
        _padded(trees, lambda n: n["right"], 0, np.int16),
        _padded(trees, lambda n: n["value"] / settings.bags, 0, np.float32),
        np.array(base),
    )


def _padded(
    trees: list[NDArray[Any]], of: Callable[[NDArray[Any]], NDArray[Any]], empty: float, kind: type[np.generic]
) -> NDArray[Any]:
    """One row for each tree, as wide as the largest."""
    table = np.full((len(trees), max(map(len, trees))), empty, dtype=kind)
    for row, nodes in zip(table, trees, strict=True):
        row[: len(nodes)] = of(nodes)
    return table
