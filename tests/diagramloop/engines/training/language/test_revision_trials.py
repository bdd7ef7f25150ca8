"""Trials of revisions: what leaving a node out changes, in flows."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.extract.semantic_agent._revisions import RevisionKind
from diagramloop.engines.training.language.folds import FOLDS
from diagramloop.engines.training.language.revision_trials import Trials, flows, fold_of, gathered, micro_f1
from diagramloop.graph import FlowGraph
from tests.diagramloop.engines.training.language.told_twice import superfluous

BUILT = superfluous()
STEPS = 4  # of each built graph


@pytest.fixture(scope="module")
def trials() -> Trials:
    return gathered(BUILT)


def test_every_step_is_left_out_once(trials: Trials) -> None:
    assert len(trials.of(RevisionKind.LEAVE_OUT_STEP).all) == len(trials.all) == STEPS * len(BUILT)
    assert not trials.of(RevisionKind.LEAVE_OUT_JOIN).all


def test_the_superfluous_step_alone_gains(trials: Trials) -> None:
    gaining = [trial for trial, gain in zip(trials.all, trials.gains(), strict=True) if gain > 0]
    assert len(gaining) == len(BUILT)
    assert {(trial.correct, trial.predicted) for trial in gaining} == {(1, -1)}


def test_the_f1_is_that_of_the_built_graphs(trials: Trials) -> None:
    counts = np.sum([flows(graph, document.graph) for document, graph in BUILT], axis=0)
    assert counts.tolist() == [3 * len(BUILT), 5 * len(BUILT), 4 * len(BUILT)]
    assert trials.f1 == micro_f1(counts) == pytest.approx(2 * 3 / (5 + 4))


def test_folds_part_the_trials_by_document(trials: Trials) -> None:
    for fold in range(FOLDS):
        own, others = trials.only(fold), trials.without(fold)
        assert len(own.all) == STEPS * sum(fold_of(document) == fold for document, _ in BUILT)
        assert len(own.all) + len(others.all) == len(trials.all)


def test_an_empty_graph_has_nothing_to_try_and_its_flows_are_missed() -> None:
    document, _ = BUILT[0]
    assert gathered([(document, FlowGraph())]) == Trials([], 0.0)
