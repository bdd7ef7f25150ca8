"""Values that are taken from a model's answer, whatever it is."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.models.answer_text import MAX_ANSWER, answered, fenced_in, without_thoughts


@given(st.text(st.characters(), max_size=200))
def test_what_was_answered_can_be_kept(text: str) -> None:
    said = answered(text)
    said.encode("utf-8")
    assert not set(said) & set(map(chr, range(9)))
    assert len(said) <= MAX_ANSWER


def test_lone_surrogates_fall_away() -> None:
    assert answered(json.loads('"a\\ud800b\\u0000c\\td"')) == "abc\td"


def test_readers_may_look_at_less() -> None:
    assert without_thoughts("<think>12345</think> abc", most=2) == "ab"


def test_what_stands_in_code_fences() -> None:
    text = "a\n```dot\nb\nc\n```\n~~~\n\n~~~\n  ```\nd"
    assert fenced_in(text) == ["b\nc\n", "d"]
    assert fenced_in("no fence ``` here") == []
