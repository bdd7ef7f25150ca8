"""Confidences are grown by rules that rise, and calmed by what was left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.training._boosting import Boosting, left_out, scaled
from diagramloop.engines.parse.checking.confidence import ConfidenceWeights, confidence_weights
from diagramloop.errors import ModelError
from diagramloop.models.weight_file import TrainedNumbers


def drawn(count: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Signs, a tenth of them missing, and whether each row is right, which depends on two of them."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(count, 3))
    right = (values[:, 0] + values[:, 1] ** 2 + rng.normal(scale=0.5, size=count) > 1).astype(float)
    values[rng.random(values.shape) < 0.1] = np.nan
    return values, right


def test_more_of_a_rising_sign_is_never_less_likely():
    values, right = drawn()
    trees = Boosting(("a", "b", "c"), {"a": 1}, least_leaf=20).fit(values, right, np.ones(len(right)))
    along = np.column_stack([np.linspace(-3, 3, 50), np.zeros(50), np.zeros(50)])
    assert (np.diff(trees.probabilities(along)) >= 0).all()


def test_a_scale_found_on_what_was_left_out_calms_what_is_too_sure():
    values, right = drawn()
    growing, weights, folds = Boosting(("a", "b", "c"), {}, trees=200, least_leaf=2), np.ones(400), np.arange(400) % 4
    scores = left_out(growing, values, right, weights, folds)
    assert scaled(growing.fit(values, right, weights), scores, right, weights).slope < 1


def test_weights_of_other_signs_are_refused():
    kept = confidence_weights().numbers()
    assert ConfidenceWeights.of(kept).numbers().content() == kept.content()
    with pytest.raises(ModelError, match="other signs"):
        ConfidenceWeights.of(TrainedNumbers(kept.arrays, {"names": {}}))


def test_a_file_that_holds_no_weights_is_named(tmp_path: Path):
    with pytest.raises(ModelError, match=r"no weights .*none"):
        confidence_weights(str(tmp_path / "none"))
    (tmp_path / "text").write_text("text")
    with pytest.raises(ModelError, match="text holds no trained numbers"):
        confidence_weights(str(tmp_path / "text"))
