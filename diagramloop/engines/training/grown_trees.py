"""Growth of boosted trees by scikit-learn, kept as arrays that need it no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from diagramloop.models.boosted_trees import LEAF, BoostedTrees

FARTHEST = 1e12  # a threshold that every known value is below

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


def grown(rows: Matrix, gold: Flags, settings: TreeSettings, weights: Matrix | None = None) -> BoostedTrees:
    """Trees for (n, features) rows and (n,) truth; ``weights`` (n,) of the rows, 1 by default."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    sizes = settings.model_dump(exclude={"bags"})
    forests = [
        HistGradientBoostingClassifier(random_state=seed, early_stopping=False, **sizes).fit(rows, gold, weights)
        for seed in range(settings.bags)
    ]
    return averaged(forests)


def averaged(forests: Sequence[Any]) -> BoostedTrees:
    """The mean of the log-odds of fitted ``HistGradientBoostingClassifier``s, as arrays.

    The attributes read are scikit-learn's own, without a promise: a test compares the answers.
    """
    trees = [tree[0].nodes for forest in forests for tree in forest._predictors]
    leaf = _table(trees, "is_leaf", np.bool_)
    thresholds = np.clip(_table(trees, "num_threshold", np.float64), -FARTHEST, FARTHEST)
    return BoostedTrees(
        feature=np.where(leaf, LEAF, _table(trees, "feature_idx", np.int16)).astype(np.int16),
        threshold=np.where(leaf, 0.0, thresholds),
        missing_left=_table(trees, "missing_go_to_left", np.bool_) & ~leaf,
        left=_table(trees, "left", np.int16),
        right=_table(trees, "right", np.int16),
        value=(np.where(leaf, _table(trees, "value", np.float64), 0) / len(forests)).astype(np.float32),
        base=np.array(np.mean([forest._baseline_prediction.ravel()[0] for forest in forests])),
        slope=np.array(1.0),
    )


def _table(trees: Sequence[NDArray[Any]], name: str, kind: type[np.generic]) -> NDArray[Any]:
    """One row for each tree, as wide as the largest; places of no node are leaves that add nothing."""
    table = np.full((len(trees), max(map(len, trees))), name == "is_leaf", dtype=kind)
    for row, nodes in zip(table, trees, strict=True):
        row[: len(nodes)] = nodes[name]
    return table
