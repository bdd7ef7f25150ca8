"""Real charts, by which relevance is judged: each part has its own charts and its own kinds of what answers nothing."""

from __future__ import annotations

import pytest

from diagramloop.data.sources import Corpus
from diagramloop.engines.training.language.relevance_cases import ANSWER, LANGUAGES
from diagramloop.engines.training.language.relevance_charts import PARTS, Real, cases, kinds, of_dialogues
from diagramloop.engines.training.language.seed_texts import seed_texts
from diagramloop.evaluation.data_sets import shipped_corpus


@pytest.fixture(scope="module")
def charts() -> list[Real]:
    return of_dialogues("corpus", Corpus(shipped_corpus()))


def test_each_chart_is_in_one_part(charts: list[Real]) -> None:
    met = [{case.group for case in cases(charts, part)} for part in PARTS]
    assert all(met)
    assert not met[0] & met[1]


def test_answers_are_those_of_the_step(charts: list[Real]) -> None:
    (chart, *_) = (chart for chart in charts if chart.part == "dev")
    said = {(case.grounding.node, case.utterance) for case in cases([chart], "dev") if case.kind == ANSWER}
    assert said == set(chart.answers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_kind_is_trained_on_or_in_both_parts(language: str) -> None:
    trained = set(seed_texts("irrelevant.yaml")[language]["train"])
    dev, held = (set(kinds(language, part)) for part in PARTS)
    assert dev
    assert held
    assert not trained & dev | trained & held | dev & held
