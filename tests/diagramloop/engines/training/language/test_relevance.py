"""Relevance is learned from what was written for diagramloop, and judged on what was left out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from diagramloop.engines.converse import Grounding
from diagramloop.engines.converse.embedded._weights import weights_of
from diagramloop.engines.converse.embedded.relevance import FEATURES, WITH_MEANING
from diagramloop.engines.converse.embedded.relevance_model import ENOUGH
from diagramloop.engines.training.language.learned import release
from diagramloop.engines.training.language.learners import learner
from diagramloop.engines.training.language.relevance import (
    RelevanceSettings,
    evidence_of,
    fitted,
    learn,
    left_out,
    numbers,
    passed,
)
from diagramloop.engines.training.language.relevance_cases import ANSWER, Amounts, Case, written_cases
from diagramloop.errors import DiagramloopError
from diagramloop.graph import NodeKind
from diagramloop.models.weight_file import read_numbers

SHIPPED = Path(__file__).parents[5] / "diagramloop/engines/converse/embedded"
SETTINGS = RelevanceSettings()
FEW = written_cases(Amounts(foreign=2, irrelevant=1, noise=5), seed=0)[::6]


def case(group: str, kind: str, utterance: str) -> Case:
    return Case("english", group, kind, utterance, Grounding("a", "Is the water hot?", NodeKind.DECISION, ()))


def test_what_answers_counts_for_it_and_what_is_strange_against_it() -> None:
    weight = dict(zip(FEATURES, fitted(FEW).tolist(), strict=True))
    assert weight["answer"] > 1
    assert weight["covered"] > 0 > weight["strange"]


def test_an_utterance_is_judged_without_its_topic() -> None:
    odd = [case("odd", "another topic", "Yes, the water is hot.")] * 40
    assert (
        dict(left_out([*FEW, *odd]))["seeds, english/irrelevant_passed"]
        > dict(left_out(FEW))["seeds, english/irrelevant_passed"]
    )


def test_each_kind_of_what_answers_nothing_counts_alike() -> None:
    found = [case("a", ANSWER, "Yes."), *[case("a", "noise", "xq")] * 3, case("a", "remarks", "Nice.")]
    scores = np.array([0.0, 0.0, 0.0, 0.0, -0.1])
    assert passed("here", found, scores) == {"here/answers_passed": 1.0, "here/irrelevant_passed": 0.5}


def test_what_was_not_met_has_no_figure() -> None:
    assert passed("here", [case("a", "noise", "xq")], np.full(1, -1.0)) == {"here/irrelevant_passed": 0.0}
    assert passed("here", [], np.zeros(0)) == {}


def test_the_weights_are_kept_with_their_features_and_the_same_bytes() -> None:
    made = fitted(FEW)
    with_meaning = np.append(made, 1.0)
    read = read_numbers(numbers(made, with_meaning).content(), "relevance")
    assert read.arrays["weights"].tolist() == made.tolist()
    assert read.arrays["with_meaning"].tolist() == with_meaning.tolist()
    assert tuple(read.facts["features"]) == FEATURES
    assert tuple(read.facts["with_meaning"]) == WITH_MEANING
    assert numbers(fitted(FEW), with_meaning).content() == numbers(made, with_meaning).content()


def test_an_amount_below_nothing_is_told() -> None:
    with pytest.raises(DiagramloopError, match="settings of a learner: foreign"):
        learner("relevance").checked({"foreign": 0})


def test_the_shipped_weights_tell_the_seeds_apart() -> None:
    scores = evidence_of(FEW) @ weights_of("relevance", FEATURES)
    figures = passed("seeds", FEW, scores - ENOUGH)
    assert figures["seeds/answers_passed"] > 0.75
    assert figures["seeds/irrelevant_passed"] < 0.1


@pytest.mark.long
@pytest.mark.real_data
def test_the_shipped_weights_are_those_of_the_seeds(real_data: Path, tmp_path: Path) -> None:
    record = release(learn(real_data / "flodial", SETTINGS), tmp_path, "relevance", SETTINGS.model_dump(mode="json"))
    made = read_numbers((tmp_path / "relevance.safetensors").read_bytes(), "relevance")
    assert made.arrays["weights"] == pytest.approx(weights_of("relevance", FEATURES), abs=0.002)
    kept = json.loads((SHIPPED / "relevance.json").read_text())
    assert record["things"] == kept["things"]
    assert record["figures"] == pytest.approx(kept["figures"], abs=0.005)
    assert record["figures"]["held/irrelevant_passed"] < 0.015
