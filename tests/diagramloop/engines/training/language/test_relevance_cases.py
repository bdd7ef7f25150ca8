"""Utterances said at written steps: answers, and what surely answers nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from diagramloop.engines.converse import Grounding
from diagramloop.engines.training.language.relevance_cases import (
    ANSWER,
    LANGUAGES,
    Amounts,
    foreign,
    written_cases,
    written_steps,
)
from diagramloop.graph import NodeKind

AMOUNTS = Amounts(foreign=3, irrelevant=1, noise=4)


@pytest.fixture(scope="module")
def found() -> list:
    return written_cases(AMOUNTS, seed=0)


def test_both_languages_have_answers_and_every_kind_of_what_answers_none(found: list) -> None:
    kinds = {language: {case.kind for case in found if case.language == language} for language in LANGUAGES}
    assert {ANSWER, "another topic", "noise", "small_talk"} <= kinds["english"] == kinds["chinese"]


def test_as_many_are_said_as_were_asked_for(found: list) -> None:
    said = Counter((case.language, case.kind) for case in found)
    for language in LANGUAGES:
        steps = len(list(written_steps(language)))
        assert said[language, "noise"] == said[language, "small_talk"] == steps
        assert 0 < said[language, "another topic"] <= AMOUNTS.foreign * steps


def test_the_same_seed_draws_the_same_and_another_does_not(found: list) -> None:
    assert written_cases(AMOUNTS, seed=0) == found
    assert written_cases(AMOUNTS, seed=1) != found


def test_what_might_answer_is_not_said_to_be_foreign() -> None:
    step = Grounding("a", "Is the water hot?", NodeKind.DECISION, ())
    texts = ["Yes.", "The water is cold.", "The printer blinks.", "It is."]
    assert foreign(texts, step, [step.text]) == ["The printer blinks."]
    assert foreign(texts, step, [step.text, "Does the printer blink?"]) == []
