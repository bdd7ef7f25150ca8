"""Trees taken from scikit-learn answer as scikit-learn does."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.training.grown_trees import averaged

ensemble = pytest.importorskip("sklearn.ensemble", reason="the extra `learning` is not installed")


def test_the_average_of_forests_is_that_of_their_log_odds() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(400, 3))
    gold = rows[:, 0] + rows[:, 1] ** 2 > 1
    rows[rng.random(rows.shape) < 0.1] = np.nan
    forests = [
        ensemble.HistGradientBoostingClassifier(max_iter=20, max_features=0.5, random_state=seed).fit(rows, gold)
        for seed in (0, 1)
    ]
    odds = np.mean([forest.decision_function(rows) for forest in forests], axis=0)
    assert averaged(forests).scores(rows) == pytest.approx(odds, abs=1e-6)
