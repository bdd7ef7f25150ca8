"""Prompts that models are told."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.models.prompts import as_json, encodable, instructions, quoted


@pytest.mark.parametrize(("package", "name"), [("diagramloop.attribute", "plan"), ("diagramloop.converse", "matcher")])
def test_instructions_lie_beside_their_package(package: str, name: str) -> None:
    told = instructions(package, name)
    assert told
    assert told == told.strip()


def test_instructions_that_are_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        instructions("diagramloop.attribute", "no such prompt")


@given(st.text(st.characters(codec="utf-8")))
def test_texts_arrive_as_they_are(text: str) -> None:
    assert json.loads(as_json({"said": text})) == {"said": text}
    assert encodable(text) == text
    assert quoted(text, len(text)) == text


@given(st.text(st.characters()), st.integers(0, 20))
def test_whatever_is_said_can_be_sent(text: str, most: int) -> None:
    as_json([text]).encode()
    quoted(text, most).encode()
    assert len(quoted(text, most)) <= most


def test_lone_surrogates_are_question_marks_and_other_characters_stay() -> None:
    assert as_json({"x": "a\ud800é\U0001f600"}) == '{"x": "a?é\U0001f600"}'
