"""Trees as arrays answer as the library that grew them does, missing values among what they are asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diagramloop.models.boosted_trees import LEAF, BoostedTrees

STUMP = BoostedTrees(
    feature=np.array([[0, LEAF, LEAF]], np.int16),
    threshold=np.array([[0.5, 0, 0]]),
    missing_left=np.array([[True, False, False]]),
    left=np.array([[1, 0, 0]], np.int16),
    right=np.array([[2, 0, 0]], np.int16),
    value=np.array([[0, -1, 2]], np.float32),
    base=np.array(0.5),
    slope=np.array(2.0),
)


def test_a_stump_asks_once() -> None:
    rows = np.array([[0.5], [0.6], [np.nan]])
    assert STUMP.scores(rows).tolist() == [-0.5, 2.5, -0.5]
    assert STUMP.probabilities(rows)[1] == pytest.approx(1 / (1 + np.exp(-5)))


def test_trees_add_the_leaves_that_rows_fall_into() -> None:
    trees = BoostedTrees(
        feature=np.array([[1, LEAF, 0, LEAF, LEAF], [LEAF] * 5], np.int16),
        threshold=np.array([[0.5, 0, 2.0, 0, 0], [0] * 5]),
        missing_left=np.zeros((2, 5), bool),
        left=np.array([[1, 0, 3, 0, 0], [0] * 5], np.int16),
        right=np.array([[2, 0, 4, 0, 0], [0] * 5], np.int16),
        value=np.array([[0, 1.0, 0, 2.0, 3.0], [0.5, 0, 0, 0, 0]], np.float32),
        base=np.array(-1.0),
        slope=np.array(1.0),
    )
    assert trees.scores(np.array([[9.0, 0.5], [2.0, 0.6], [2.1, 0.6]])) == pytest.approx([0.5, 1.5, 2.5])


def test_what_is_kept_comes_back() -> None:
    kept = STUMP.arrays("stump")
    again = BoostedTrees.of(kept, "stump", features=1).arrays("stump")
    assert all((kept[name] == again[name]).all() for name in kept)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"left": np.array([[0, 0, 0]], np.int16)}, "does not lead down"),
        ({"right": np.array([[3, 0, 0]], np.int16)}, "does not lead down"),
        ({"value": np.array([[0, 1]], np.float32)}, "one shape"),
        ({"threshold": np.array([[np.nan, 0, 0]])}, "finite"),
        ({"slope": np.array(0.0)}, "above 0"),
        ({"feature": np.array([[1, LEAF, LEAF]], np.int16)}, "there is not"),
        ({"feature": np.array([[-2, LEAF, LEAF]], np.int16)}, "there is not"),
    ],
    ids=["in circles", "nowhere", "several lengths", "no number", "no slope", "unknown column", "column before all"],
)
def test_what_is_no_tree_is_refused(wrong: dict[str, np.ndarray], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        BoostedTrees.of(replace(STUMP, **wrong).arrays("stump"), "stump", features=1)
