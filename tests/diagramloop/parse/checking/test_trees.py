"""Trees as plain numbers answer as what grew them does, missing values among what they are asked."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from benchmarks.training._boosting import Boosting, left_out, scaled
from diagramloop.parse.checking.trees import LEAF, Tree, Trees

STUMP = {"sign": (0, LEAF, LEAF), "at_most": (0.5, 0, 0), "missing_left": (True, False, False)}
STUMP |= {"left": (1, 0, 0), "right": (2, 0, 0), "value": (0, -1.0, 2.0)}


def drawn(count: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Signs, a tenth of them missing, and whether each row is right, which depends on two of them."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(count, 3))
    right = (values[:, 0] + values[:, 1] ** 2 + rng.normal(scale=0.5, size=count) > 1).astype(float)
    values[rng.random(values.shape) < 0.1] = np.nan
    return values, right


def test_a_stump_asks_once():
    trees = Trees(names=("inked",), base=0.5, trees=(Tree(**STUMP),))
    assert trees.score(np.array([[0.5], [0.6], [np.nan]])).tolist() == [-0.5, 2.5, -0.5]


def test_plain_numbers_answer_as_scikit_learn_does(monkeypatch):
    values, right = drawn()
    grown = []
    plain = Boosting._plain
    monkeypatch.setattr(Boosting, "_plain", lambda self, model: grown.append(model) or plain(self, model))
    trees = Boosting(("a", "b", "c"), {"a": 1}, trees=20).fit(values, right, np.ones(len(right)))
    assert np.allclose(trees.probability(values), grown[0].predict_proba(values)[:, 1])
    assert Trees.model_validate_json(trees.model_dump_json()) == trees


def test_more_of_a_rising_sign_is_never_less_likely():
    values, right = drawn()
    trees = Boosting(("a", "b", "c"), {"a": 1}).fit(values, right, np.ones(len(right)))
    along = np.column_stack([np.linspace(-3, 3, 50), np.zeros(50), np.zeros(50)])
    assert (np.diff(trees.probability(along)) >= 0).all()


def test_a_scale_found_on_what_was_left_out_calms_what_is_too_sure():
    values, right = drawn()
    growing, weights, folds = Boosting(("a", "b", "c"), {}, trees=200, least_leaf=2), np.ones(400), np.arange(400) % 4
    scores = left_out(growing, values, right, weights, folds)
    assert scaled(growing.fit(values, right, weights), scores, right, weights).slope < 1


@pytest.mark.parametrize(
    "wrong",
    [{"left": (0, 0, 0)}, {"right": (3, 0, 0)}, {"value": (0, 1.0)}, {"at_most": (float("nan"), 0, 0)}],
    ids=["goes in circles", "leads nowhere", "columns of several lengths", "asks for no number"],
)
def test_what_is_no_tree_is_refused(wrong):
    with pytest.raises(ValidationError):
        Tree(**(STUMP | wrong))


def test_a_tree_that_asks_for_an_unknown_sign_is_refused():
    with pytest.raises(ValidationError, match="there is not"):
        Trees(names=(), base=0.0, trees=(Tree(**STUMP),))
