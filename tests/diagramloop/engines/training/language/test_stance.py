"""The matcher's weights are learned from seeds and dialogues, counted as told, and judged on what was left out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from diagramloop.data.sources import Corpus
from diagramloop.engines.converse.embedded.stance import FEATURES
from diagramloop.engines.converse.embedded.stance_model import LEARNED, weights
from diagramloop.engines.training.language.learned import release
from diagramloop.engines.training.language.logistic import fit
from diagramloop.engines.training.language.stance import (
    Example,
    StanceSettings,
    answers,
    fitted,
    learn,
    left_out,
    numbers,
    seeds,
)
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.models.weight_file import read_numbers

SETTINGS = StanceSettings()
FEW = [one for one in seeds() if one.written][:60]


def test_a_count_is_so_many_examples() -> None:
    random = np.random.default_rng(0)
    rows, affirms = random.normal(size=(40, 3)), random.random(40) < 0.4
    counts = random.integers(1, 4, size=40)
    repeated = fit(np.repeat(rows, counts, axis=0), np.repeat(affirms, counts))
    assert fit(rows, affirms, counts.astype(float)) == pytest.approx(repeated, abs=1e-3)


def test_what_was_said_turns_the_weights_towards_it() -> None:
    odd = [Example("chart", "Is it hot?", "Yes.", affirms=False, said=True)] * 50
    at = FEATURES.index("answer")
    assert fitted([*FEW, *odd], SETTINGS)[at] < fitted(FEW, SETTINGS)[at]


def test_an_example_is_judged_without_its_group() -> None:
    wrong = Example("odd", "Is it hot?", "Yes.", affirms=False)
    alone = left_out([*FEW, wrong, wrong], SETTINGS)
    assert alone[-2:].tolist() == [0, 0]
    assert alone[:-2].mean() > 0.7


def test_answers_of_dialogues_are_those_at_questions_and_each_once() -> None:
    found = list(answers(Corpus(shipped_corpus())))
    assert len(found) == len(set(found)) > 50
    assert all(one.said and one.question and one.utterance for one in found)
    assert {one.affirms for one in found} == {True, False}


def test_the_weights_are_kept_with_their_features() -> None:
    made = fitted(FEW, SETTINGS)
    read = read_numbers(numbers(made).content(), "stance")
    assert read.arrays["weights"].tolist() == made.tolist()
    assert tuple(read.facts["features"]) == FEATURES


@pytest.mark.long
@pytest.mark.real_data
def test_the_shipped_weights_are_those_of_the_data(real_data: Path, tmp_path: Path) -> None:
    release(learn(real_data / "flodial", SETTINGS), tmp_path, LEARNED, SETTINGS.model_dump(mode="json"))
    made = read_numbers((tmp_path / f"{LEARNED}.safetensors").read_bytes(), LEARNED)
    assert made.arrays["weights"] == pytest.approx(weights(LEARNED), abs=0.002)
    assert json.loads((tmp_path / f"{LEARNED}.json").read_text())["figures"]["flodial/accuracy"] > 0.95
