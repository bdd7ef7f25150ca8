"""Logistic regression scores what was left out by what was not."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.training.language.logistic import fit, left_out_scores

RANDOM = np.random.default_rng(0)
ROWS = np.column_stack([RANDOM.normal(size=(60, 2)), np.ones(60)])
AFFIRMS = ROWS[:, 0] + RANDOM.normal(scale=0.5, size=60) > 0
GROUPS = np.arange(60) % 3


def test_a_group_is_scored_by_the_weights_of_all_others() -> None:
    scores = left_out_scores(ROWS, AFFIRMS, GROUPS)
    others = fit(ROWS[GROUPS != 1], AFFIRMS[GROUPS != 1])
    assert scores[GROUPS == 1] == pytest.approx(ROWS[GROUPS == 1] @ others)


def test_its_own_answers_do_not_move_its_scores() -> None:
    turned = np.where(GROUPS == 1, ~AFFIRMS, AFFIRMS)
    before, after = (left_out_scores(ROWS, told, GROUPS) for told in (AFFIRMS, turned))
    assert after[GROUPS == 1] == pytest.approx(before[GROUPS == 1])
    assert abs(after[GROUPS != 1] - before[GROUPS != 1]).max() > 0.1


def test_counts_are_those_of_the_examples_that_are_left() -> None:
    counts = np.where(GROUPS == 0, 5.0, 1.0)
    scores = left_out_scores(ROWS, AFFIRMS, GROUPS, counts)
    weights = fit(ROWS[GROUPS != 2], AFFIRMS[GROUPS != 2], counts[GROUPS != 2])
    assert scores[GROUPS == 2] == pytest.approx(ROWS[GROUPS == 2] @ weights)
