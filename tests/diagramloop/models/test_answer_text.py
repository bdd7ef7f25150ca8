"""Values that are taken from a model's answer, whatever it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.models.answer_text import MAX_ANSWER, answered, fenced_in, json_in, json_values, without_thoughts


@pytest.mark.parametrize(
    ("answer", "values"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('Sure!\n```json\n[1, 2]\n```\nAnd {"b": []} [sic', [[1, 2], {"b": []}]),
        ('<think>{"a": 1}</think>{"a": 2}', [{"a": 2}]),
        ('no opening, {"a": 1}</thinking> {"a": 2}', [{"a": 2}]),
        ('<think>{"a": 1} but', []),
        ("no brackets", []),
        ('{"a": 1', []),
        ('{"a": [{"b": [1]}, {"b": "]}"}, {"b', [{"b": [1]}, {"b": "]}"}]),
        ('{"a": 1}' * 1_000, [{"a": 1}] * 1_000),
        ('{"a": ' + "9" * 5_000 + "}", []),
    ],
)
def test_json_in_answers(answer: str, values: list[object]) -> None:
    assert json_in(answer) == values


@pytest.mark.parametrize("answer", ["[" * 90_000, '{"a":' * 20_000, "[{" * 40_000 + "}]" * 10, "{" * 10**6])
def test_absurd_answers_take_no_time(answer: str) -> None:
    with within(1.0):
        json_in(answer)


@given(st.text(st.characters(), max_size=200))
def test_what_was_answered_can_be_kept(text: str) -> None:
    said = answered(text)
    said.encode("utf-8")
    assert not set(said) & set(map(chr, range(9)))
    assert len(said) <= MAX_ANSWER


def test_lone_surrogates_fall_away() -> None:
    assert answered(json.loads('"a\\ud800b\\u0000c\\td"')) == "abc\td"


def test_readers_may_look_at_less_and_for_other_values() -> None:
    assert without_thoughts("<think>12345</think> abc", most=2) == "ab"
    assert list(json_values('[{"a": 1}] {"b": [2]}', opening="{")) == [{"a": 1}, {"b": [2]}]
    assert list(json_values('{"a": 1}', decoder=json.JSONDecoder(object_pairs_hook=tuple))) == [(("a", 1),)]
    assert list(json_values("{{{[1]", starts=3)) == []
    assert list(json_values("{{{[1]", starts=4)) == [[1]]


def test_what_stands_in_code_fences() -> None:
    text = "a\n```dot\nb\nc\n```\n~~~\n\n~~~\n  ```\nd"
    assert fenced_in(text) == ["b\nc\n", "d"]
    assert fenced_in("no fence ``` here") == []
