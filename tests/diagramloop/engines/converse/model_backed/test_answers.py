"""Answers that a model may give, and their readings."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.converse.model_backed._answers import MAX_ANSWER, chosen, confidence, field, spoken

WAYS = {"W1": "yes", "W2": "no", "W3": ""}


@pytest.mark.parametrize(
    ("answer", "way"),
    [
        ('{"way": "W1"}', "W1"),
        ('{"way": "w2", "confidence": 0.4}', "W2"),
        ('{"way": "No."}', "W2"),
        ('Sure!\n```json\n{"way": "W3"}\n```\nAnything else?', "W3"),
        ('<think>{"way": "W2"} or W1? W1.</think>{"way": "W1"}', "W1"),
        ('no opening tag, {"way": "W2"}</think>\n{"way": "W1"}', "W1"),
        ("<thinking>" + "x" * 2 * MAX_ANSWER + '</thinking>{"way": "W1"}', "W1"),
        ("W1", "W1"),
        ('"yes".', "W1"),
        ('{"way": "W1"} {"way": "W1"}', "W1"),
    ],
)
def test_a_way_can_be_named_by_name_or_condition(answer: str, way: str) -> None:
    assert chosen(answer, "way", WAYS) == way


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "   ",
        "none",
        "W1 or W2",
        "yes\nno",
        "x" * 300,
        '{"way": "none"}',
        '{"way": ""}',
        '{"way": null}',
        '{"way": true}',
        '{"way": 1}',
        '{"way": ["W1", "W2"]}',
        '{"way": {"W1": "yes"}}',
        '{"way": "node-7"}',
        '{"way": "W9"}',
        '{"way": "W1, W2"}',
        '{"way": "W1", "way": "W2"}',
        '{"way": "W1"} but rather {"way": "W2"}',
        '{"answer": {"way": "W1"}}',
        '{"way": "W1"',
        '["W1"]',
        '{"way":' * 3_000,
        "{" * 30_000,
        '{"way": ' + "[" * 5_000 + "]" * 5_000 + "}",
        "<think>" * 3_000,
        '<think>{"way": "W1"} but',
    ],
)
def test_whatever_else_is_said_names_none(answer: str) -> None:
    assert chosen(answer, "way", WAYS) is None


def test_a_condition_that_two_ways_share_names_none() -> None:
    assert chosen('{"way": "Yes"}', "way", {"W1": "yes", "W2": "YES"}) is None
    assert chosen('{"way": "W2"}', "way", {"W1": "W2", "W2": "stop"}) is None


def test_a_condition_that_reads_none_is_named_by_its_name() -> None:
    assert chosen('{"way": "none"}', "way", {"W1": "None", "W2": "some"}) is None
    assert chosen('{"way": "W1"}', "way", {"W1": "None", "W2": "some"}) == "W1"


def test_what_lies_beyond_the_cap_is_not_read() -> None:
    assert chosen("x" * MAX_ANSWER + '{"way": "W1"}', "way", WAYS) is None


@pytest.mark.parametrize(
    ("answer", "value"),
    [('{"confidence": 0.25}', 0.25), ('{"confidence": 7}', 1.0), ('{"confidence": -1}', 0.0), ("sure", 1.0)]
    + [(f'{{"confidence": {odd}}}', 1.0) for odd in ("NaN", "Infinity", "true", '"high"', "1e999")],
)
def test_confidence_is_a_number_between_nothing_and_one(answer: str, value: float) -> None:
    assert confidence(answer) == value


@given(st.text())
def test_any_text_can_be_an_answer(answer: str) -> None:
    assert chosen(answer, "way", WAYS) in {None, *WAYS}
    assert 0 <= confidence(answer) <= 1
    assert not math.isnan(confidence(answer))
    spoken(answer).encode("utf-8")


@given(st.text(min_size=1), st.text())
def test_a_field_survives_whatever_stands_around_its_object(value: str, around: str) -> None:
    around = around.replace("{", "").replace("<", "")
    assert field(f"{around}{json.dumps({'say': value})}{around}", "say") == value


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("  Is it on? ", "Is it on?"),
        ('"Is it on?"', "Is it on?"),
        ('"Yes" or "no"', '"Yes" or "no"'),
        ("<think>hm</think>\nIs it on?", "Is it on?"),
        ("Is\x1b[31m it on?\x00", "Is[31m it on?"),
        ("\ud800on", "on"),
        ('"', '"'),
    ],
)
def test_words_are_cleaned_of_what_no_one_says(answer: str, words: str) -> None:
    assert spoken(answer) == words
