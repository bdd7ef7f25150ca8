"""The judge learns which revisions gain flows, and is judged on documents that were left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.data.sources import Paged, Rejected
from diagramloop.engines.extract.semantic_agent._judge import judge_of, numbers_of, shipped_judge
from diagramloop.engines.extract.semantic_agent._revisions import RevisionKind
from diagramloop.engines.training.language import judge
from diagramloop.engines.training.language.judge import JudgeSettings, by_fold, fitted, flow_f1, learn, left_out
from diagramloop.engines.training.language.learners import learner
from diagramloop.engines.training.language.revision_trials import Trials, gathered
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.lineage import fingerprint
from diagramloop.models.weight_file import read_numbers
from tests.diagramloop.engines.training.language.told_twice import superfluous

SHIPPED = Path(__file__).parents[5] / "diagramloop/engines/extract/semantic_agent"
STEP = RevisionKind.LEAVE_OUT_STEP
SMALL = JudgeSettings(trees=10, rate=0.5, least_leaf=2, least_seen=2, worthwhile=5.0)
BUILT = superfluous()


@pytest.fixture(scope="module")
def trials() -> Trials:
    return gathered(BUILT)


@pytest.fixture
def extracted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The documents are there, with the graphs that were built of them."""
    monkeypatch.setattr(judge, "documents", lambda folder: [document for document, _ in BUILT])
    monkeypatch.setattr(judge, "cross_validated", lambda read: iter(BUILT))


def test_trees_expect_a_gain_where_there_was_one(trials: Trials) -> None:
    own = trials.of(STEP)
    trees = fitted(own, SMALL)
    expected = [trees.expected(trial.features) for trial in own.all]
    assert [gain > 0 for gain in expected] == [gain > 0 for gain in own.gains()]
    assert expected == pytest.approx(own.gains(), abs=0.3)


def test_a_feature_of_few_trials_is_not_asked_for(trials: Trials) -> None:
    rare = max(1, sum("nowhere" in trial.features for trial in trials.all))
    assert "nowhere" in fitted(trials, SMALL.model_copy(update={"least_seen": rare})).names
    assert "nowhere" not in fitted(trials, SMALL.model_copy(update={"least_seen": rare + 1})).names


def test_what_is_left_out_is_judged_by_the_others(trials: Trials) -> None:
    gain, count = left_out(trials.of(STEP), SMALL)
    assert count == len(BUILT)
    assert gain == pytest.approx(sum(one for one in trials.of(STEP).gains() if one > 0))
    kinds = [set(found) for found in by_fold(trials, SMALL)]
    assert kinds == [{STEP}] * len(kinds)


@pytest.mark.usefixtures("extracted")
def test_weights_come_with_what_was_seen_and_figures_and_the_same_bytes(tmp_path: Path) -> None:
    learned = learn(tmp_path, SMALL)
    assert learned.things == {"PAGED, public half": [fingerprint(document.text) for document, _ in BUILT]}
    assert learned.figures["leave out step/revisions"] == len(BUILT)
    assert learned.figures["strict/flow_f1_built"] == pytest.approx(flow_f1(BUILT))
    assert learned.figures["strict/flow_f1_refined"] > flow_f1(BUILT) + 0.1
    again = learn(tmp_path, SMALL.model_copy(update={"judged": False}))
    assert again.numbers.content() == learned.numbers.content()
    assert "strict/flow_f1_built" not in again.figures


@pytest.mark.usefixtures("extracted")
def test_a_judge_that_gains_too_little_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(DiagramloopError, match="no kind of revision gains 1000") as refused:
        learn(tmp_path, SMALL.model_copy(update={"worthwhile": 1000.0}))
    assert refused.value.reason is RejectionReason.EMPTY


@pytest.mark.parametrize("wrong", [{"trees": 0}, {"share": 1.5}, {"worthwhile": 0}])
def test_settings_out_of_bounds_are_told(wrong: dict[str, float]) -> None:
    with pytest.raises(DiagramloopError, match=f"settings of a learner: {next(iter(wrong))}"):
        learner("judge").checked(wrong)


def test_the_weights_are_kept(trials: Trials) -> None:
    made = {STEP: fitted(trials.of(STEP), SMALL)}
    read = judge_of(read_numbers(numbers_of(made).content(), "judge"))
    told = [trial.features for trial in trials.all]
    assert [read[STEP].expected(one) for one in told] == [made[STEP].expected(one) for one in told]


def test_the_shipped_weights_are_those_of_their_record() -> None:
    record = json.loads((SHIPPED / "judge.json").read_text())
    gained = {kind: record["figures"][f"{kind.value}/flows_gained"] for kind in RevisionKind}
    paying = {kind for kind, gain in gained.items() if gain >= record["settings"]["worthwhile"]}
    assert set(shipped_judge()) == paying
    assert JudgeSettings(**record["settings"]) == JudgeSettings()
    assert record["figures"]["strict/flow_f1_refined"] > record["figures"]["strict/flow_f1_built"] + 0.005


@pytest.mark.real_data
def test_the_shipped_judge_saw_the_documents_of_its_lineage(real_data: Path) -> None:
    lineage = json.loads((SHIPPED / "judge.lineage.json").read_text())
    read = [one for one in Paged(real_data / "paged").documents() if not isinstance(one, Rejected)]
    assert lineage["things"] == sorted({fingerprint(document.text) for document in read})
